import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { builtServer, freePort, NodeProcess } from '../scripts/node-process.ts';
import { startPostgres } from '../scripts/postgres.ts';
import { Hub, type Tenant } from './fixtures.ts';

/**
 * Two processes share one database: the one that serves pages runs no jobs, so that an import stays at its beginning
 * until the other one is started. The embedded database takes one process only.
 */
const postgres = await startPostgres();
const shared = {
  ...(postgres ? { DATABASE_URL: postgres.url } : {}),
  HUB_SECRET: 'a secret of the browser tests, 32 bytes and more',
  NODE_ENV: 'test',
  HUB_DEMO: '0',
  HUB_LOG_LEVEL: 'warn',
};
afterAll(() => postgres?.stop());

function rows(count: number): string {
  const all = Array.from(
    { length: count },
    (_, index) => `Business ${index},hello${index}@business.example,${index} King St`,
  );
  return `Business Name,Contact Email,Address\n${all.join('\n')}\n`;
}

async function begin(page: Page, name: string, text: string, figure: string): Promise<void> {
  await page.goto('/tenant/dashboard?tab=outreach&import=1');
  await page
    .getByLabel('CSV file to import')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  await page.getByRole('button', { name: 'Check the rows' }).click({ timeout: 60_000 });
  await page.locator('select[name="basis"]').selectOption('unknown');
  await page.getByRole('button', { name: `Import ${figure} prospects` }).click({ timeout: 60_000 });
  await page.getByRole('heading', { name: 'Importing' }).waitFor();
}

const suite = postgres ? describe : describe.skip;
suite(`an import that goes on${postgres ? '' : ' (skipped: no PostgreSQL is installed here)'}`, () => {
  const hub = new Hub({ ...shared, HUB_ROLE: 'web' });

  async function atWork(tenant: Tenant) {
    const window = await hub.window(tenant.owner.token);
    const notice = window.page.getByRole('region', { name: /^Import of / });
    return { ...window, notice };
  }

  it('outlives its dialog and a reload, is cancelled without a trace, and ends in the tab where it is watched', async () => {
    const tenant = await hub.tenant();
    const { page, context, notice } = await atWork(tenant);
    await begin(page, 'first.csv', rows(3), '3');
    await page.reload();
    await page.getByRole('heading', { name: 'Importing' }).waitFor();
    await page.keyboard.press('Escape');
    await notice.getByRole('heading', { name: 'Dana Whitfield imports first.csv' }).waitFor();
    await page.reload();
    await notice.getByText('3 rows, beginning').waitFor();
    await notice.getByRole('button', { name: 'Show' }).click();
    await page.getByRole('button', { name: 'Cancel the import' }).click();
    await page.getByRole('heading', { name: 'Import cancelled' }).waitFor();
    await page.getByText('The import was cancelled: nothing of it stays.').waitFor();
    await page.getByRole('button', { name: 'Close' }).last().click();
    await page.getByText('No prospects found').waitFor();

    await begin(page, 'second.csv', rows(3), '3');
    await page.getByRole('button', { name: 'Close' }).last().click();
    await notice.getByText('3 rows, beginning').waitFor();
    const worker = new NodeProcess(builtServer, await freePort(), {
      ...shared,
      HUB_ROLE: 'worker',
      HUB_PUBLIC_URL: hub.url,
    });
    try {
      await worker.ready();
      await notice.getByText('3 prospects imported.').waitFor({ timeout: 60_000 });
      await page.getByText('3 of 3 prospects').waitFor();
      await notice.getByRole('button', { name: 'Done' }).click();
      await notice.waitFor({ state: 'detached' });

      // One that is being written: its figure moves, and cancelling reaches it.
      await begin(page, 'large.csv', rows(60_000).replaceAll('hello', 'again'), '59,997');
      await page.getByText(/^[\d,]+ of 60,000 rows$/).waitFor({ timeout: 60_000 });
      await page.getByRole('button', { name: 'Cancel the import' }).click();
      await page.getByRole('heading', { name: 'Import cancelled' }).waitFor({ timeout: 60_000 });
      await page.goto('/tenant/dashboard?tab=outreach');
      await page.getByText('3 of 3 prospects').waitFor();
    } finally {
      await worker.stop();
    }
    expect(worker.stderr).toBe('');
    await context.close();
  }, 300_000);
});
