import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Hub, live, password } from './fixtures.ts';

const hub = new Hub();
const count = 450;

/** Messages in the specification's shape, each of somebody else, so that each makes a lead. */
function messages(team: string): unknown[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `gmail-${index}`,
    threadId: `gmail-thread-${index}`,
    labelIds: ['INBOX'],
    internalDate: String(Date.UTC(2026, 1, 3) + index * 60_000),
    snippet: 'Hello',
    payload: {
      mimeType: 'text/plain',
      headers: [
        { name: 'From', value: `Person ${String(index).padStart(3, '0')} <person${index}@outside.test>` },
        { name: 'To', value: team },
        { name: 'Subject', value: `Request ${index}` },
        { name: 'Message-ID', value: `<m${index}@outside.test>` },
      ],
      body: { data: Buffer.from('We look for a billboard.').toString('base64url') },
    },
  }));
}

describe('a long list of leads', () => {
  it('holds only what is seen, goes on by itself, and offers the newest when it changed far down', async () => {
    const tenant = await hub.tenant();
    const { token } = tenant.owner;
    await hub.call('POST', '/api/v2/ingest/messages', messages(tenant.owner.email), token);
    const { page, context, complaints } = await hub.window(token);
    await page.goto('/tenant/dashboard?tab=leads&sort=name_asc');
    await page.getByText(`${count} of ${count} leads`).waitFor();
    await page.getByRole('link', { name: 'Person 000' }).waitFor();
    await live(page);
    await expect.poll(() => page.locator('tbody tr').count()).toBeLessThan(60);

    const scrolledToLast = async () => {
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      return page.getByRole('link', { name: 'Person 449' }).isVisible();
    };
    await expect.poll(scrolledToLast, { timeout: 60_000 }).toBe(true);
    await expect.poll(() => page.locator('tbody tr').count()).toBeLessThan(60);

    const rows = await hub.call('GET', '/api/leads?search=person3@', undefined, token);
    const lead = z.array(z.object({ thread_id: z.string() })).parse(rows)[0];
    await hub.call(
      'PATCH',
      `/api/leads/${encodeURIComponent(lead?.thread_id ?? '')}`,
      { name: 'Aaron First' },
      token,
    );
    await page.getByRole('button', { name: 'Leads have changed. Show the newest' }).click();
    await page.getByRole('link', { name: 'Aaron First' }).waitFor();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeLessThan(300);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

describe('a session', () => {
  it('that is ended by an administrator shows the sign-in form at once', async () => {
    const tenant = await hub.tenant();
    const colleague = await hub.colleague(tenant, 'user');
    const { page, context } = await hub.window(colleague.token);
    await page.goto('/tenant/dashboard?tab=leads');
    await page.getByText('Live', { exact: true }).waitFor();
    const users = await hub.call('GET', '/api/tenant/users', undefined, tenant.owner.token);
    const user = z
      .array(z.object({ id: z.string(), email: z.string() }))
      .parse(users)
      .find((entry) => entry.email === colleague.email);
    await hub.call('PUT', `/api/tenant/users/${user?.id}`, { isActive: false }, tenant.owner.token);
    await page.getByRole('heading', { name: 'Welcome Back' }).waitFor();
    await context.close();
  });

  it('leaves nothing behind for the next person in the same browser', async () => {
    const first = await hub.tenant();
    const second = await hub.tenant();
    await hub.call('POST', '/api/leads', { name: 'Secret Lead' }, first.owner.token);
    const { page, context } = await hub.window(first.owner.token);
    await page.goto('/tenant/dashboard?tab=leads');
    await page.getByRole('link', { name: 'Secret Lead' }).waitFor();
    await page.evaluate(() => {
      new MutationObserver(() => {
        const text = document.body.textContent;
        if (localStorage.getItem('second') && text.includes('Secret Lead'))
          localStorage.setItem('leaked', 'yes');
      }).observe(document.body, { childList: true, subtree: true });
    });
    await page.getByLabel(/account of/).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.getByRole('heading', { name: 'Welcome Back' }).waitFor();
    await page.evaluate(() => localStorage.setItem('second', 'yes'));
    await page.getByLabel('Email').fill(second.owner.email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByText('No posts found').waitFor();
    await page.getByRole('link', { name: /^Incoming Leads/ }).click();
    await page.getByText('No leads found').waitFor();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('leaked'))).toBeNull();
    await context.close();
  });
});
