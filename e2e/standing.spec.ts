import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { openEmbedded } from '#server/db/embedded/open-embedded.ts';
import { Hub, type Tenant } from './fixtures.ts';

const hub = new Hub();

/** Says to the stopped server's database what only time and the operator can say. */
async function change(statements: readonly [string, string][]): Promise<void> {
  await hub.restart(async (dataDir) => {
    const embedded = await openEmbedded({ dataDir });
    const pool = new pg.Pool(embedded.clientConfig);
    for (const [statement, slug] of statements) {
      const own = 'organization_id = (select id from organizations where slug = $1)';
      const { rowCount } = await pool.query(`update subscriptions set ${statement} where ${own}`, [slug]);
      expect(rowCount).toBe(1);
    }
    await pool.end();
    await embedded.close();
  });
}

async function withALead(): Promise<Tenant> {
  const tenant = await hub.tenant();
  await hub.call('POST', '/api/leads', { name: 'Noa Feldman' }, tenant.owner.token);
  return tenant;
}

describe('an account whose', () => {
  it('trial ended, or that is suspended or cancelled, reads on, and every screen says why and what to do', async () => {
    const ended = await withALead();
    const suspended = await withALead();
    const cancelled = await withALead();
    // A window that stays open over the restart: it says so, comes back and shows what has changed.
    const open = await hub.window(ended.owner.token);
    await open.page.goto('/tenant/dashboard?tab=leads');
    await open.page.getByText('Live', { exact: true }).waitFor();
    await open.page.getByRole('button', { name: 'New lead' }).waitFor();
    const yesterday = "now() - interval '1 day'";
    await change([
      [`trial_ends_at = ${yesterday}, current_period_end = ${yesterday}`, ended.slug],
      ["status = 'suspended'", suspended.slug],
      ["status = 'cancelled'", cancelled.slug],
    ]);
    await open.page.getByText('Live', { exact: true }).waitFor();
    await open.page.getByText('Your free trial has ended.').waitFor();
    await open.context.close();

    for (const [tenant, says, badge] of [
      [ended, 'Your free trial has ended.', 'Trial ended'],
      [suspended, 'This subscription is suspended.', 'Suspended'],
      [cancelled, 'This subscription is cancelled.', 'Cancelled'],
    ] as const) {
      const { page, context, complaints } = await hub.window(tenant.owner.token);
      await page.goto('/tenant/dashboard?tab=leads');
      await page.getByText(says).waitFor();
      await page.getByRole('link', { name: 'Noa Feldman' }).click();
      const dialog = page.getByRole('dialog', { name: 'Noa Feldman' });
      await dialog.getByText('No communication history available').waitFor();
      // Nothing to press that would be refused.
      for (const name of ['New lead', 'Import emails', 'Delete lead', 'Edit contact and campaign'])
        await expect.poll(() => page.getByRole('button', { name, includeHidden: true }).count()).toBe(0);
      await expect.poll(() => dialog.getByLabel('Stage').count()).toBe(0);
      for (const address of ['/tenant/admin', '/account', '/tenant/dashboard?tab=social']) {
        await page.goto(address);
        await page.getByText(says).waitFor();
      }
      await page.getByRole('link', { name: 'Go to billing' }).click();
      await page.getByRole('heading', { name: 'Current Plan' }).waitFor();
      await page.getByText(badge, { exact: true }).first().waitFor();
      expect(complaints).toEqual([]);
      await context.close();
    }
  });
});
