import { describe, expect, it } from 'vitest';
import { Hub, overhang, type Tenant } from './fixtures.ts';

const hub = new Hub();

async function addLeads(tenant: Tenant, count: number): Promise<void> {
  for (let number = 1; number <= count; number += 1) {
    const body = { name: `Lead ${number}`, contact_email: `lead${number}@client.test` };
    await hub.call('POST', '/api/leads', body, tenant.owner.token);
  }
}

const longGoal = `${'A wall at the harbour for the summer. '.repeat(20)}The end.`;

describe('the database browser', () => {
  it('opens from the top bar on the leads, with counts, keys, types, empty values and the schema below', async () => {
    const tenant = await hub.tenant();
    await addLeads(tenant, 3);
    const { page, context, complaints } = await hub.window(tenant.owner.token);
    await page.goto('/tenant/dashboard?tab=leads');
    await page.getByText('3 of 3 leads').waitFor();
    await page.getByRole('link', { name: 'Database' }).first().click();
    await page.waitForURL('**/tenant/database');
    await page.getByText('Showing 3 of 3 records (Page 1 of 1)').waitFor();
    await expect.poll(() => page.title()).toBe('Database · AI Hub');

    const tables = page.getByRole('navigation', { name: 'Tables' });
    const leads = tables.getByRole('link', { name: /^leads/ });
    await expect.poll(() => leads.innerText()).toMatch(/leads\s*3/);
    await expect.poll(() => leads.getAttribute('aria-current')).toBe('true');
    const names = () =>
      tables.getByRole('link').evaluateAll((all) => all.slice(0, 6).map((one) => one.dataset.table));
    await expect
      .poll(names)
      .toEqual(['users', 'leads', 'correspondence', 'social_posts', 'prospects', 'outreach_emails']);

    const grid = page.getByRole('grid', { name: 'Rows of leads' });
    const header = grid.getByRole('columnheader', { name: /thread_id/ });
    expect((await header.innerText()).split(/\s+/)).toEqual(['thread_id', 'PK', 'FK', 'text']);
    await expect.poll(() => grid.getByRole('gridcell', { name: 'Lead 2', exact: true }).count()).toBe(1);
    const empty = grid.getByRole('gridcell', { name: 'null', exact: true }).first();
    await expect.poll(() => empty.evaluate((cell) => getComputedStyle(cell).fontStyle)).toBe('italic');

    await page.getByRole('heading', { name: 'Column Schema' }).waitFor();
    const schema = (name: string) => page.locator(`[data-column="${name}"]`).innerText();
    expect((await schema('thread_id')).split(/\s+/).join(' ')).toBe('thread_id PK FK text · Nullable: no');
    await expect.poll(() => schema('created_at')).toContain('timestamp with time zone · Nullable: no');
    await expect.poll(() => schema('assignee_id')).toContain('uuid · Nullable: yes');
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('says when a table is empty, and keeps table and page in the address', async () => {
    const tenant = await hub.tenant();
    await addLeads(tenant, 52);
    const { page, context, complaints } = await hub.window(tenant.owner.token);
    await page.goto('/tenant/database');
    await page.getByText('Showing 50 of 52 records (Page 1 of 2)').waitFor();
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByText('Showing 2 of 52 records (Page 2 of 2)').waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe('?page=2');
    await expect.poll(() => page.getByRole('button', { name: 'Last page' }).isDisabled()).toBe(true);
    await page.reload();
    await page.getByText('Showing 2 of 52 records (Page 2 of 2)').waitFor();

    await page.locator('[data-table="prospects"]').click();
    await page.getByText('No data found').waitFor();
    await page.getByText('This table appears to be empty').waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe('?table=prospects');
    await page.getByRole('heading', { name: 'Column Schema' }).waitFor();
    await page.goBack();
    await page.getByText('Showing 2 of 52 records (Page 2 of 2)').waitFor();

    await page.goto('/tenant/database?page=900');
    await page.getByText('There is no page 900').waitFor();
    await page.getByRole('button', { name: 'Go to the last page' }).click();
    await page.getByText('Showing 2 of 52 records (Page 2 of 2)').waitFor();
    await page.goto('/tenant/database?table=sessions');
    await page.getByText('There is no such table').waitFor();
    await page.getByRole('button', { name: 'Show leads' }).click();
    await page.getByText('Showing 50 of 52 records (Page 1 of 2)').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('is walked with the arrow keys, also to columns out of sight, and shows the whole of a value', async () => {
    const tenant = await hub.tenant();
    const body = { name: '<img src=x onerror=alert(1)>', advertising_goal: longGoal };
    await hub.call('POST', '/api/leads', body, tenant.owner.token);
    await addLeads(tenant, 1);
    const { page, context, complaints } = await hub.window(tenant.owner.token);
    await page.goto('/tenant/database');
    const grid = page.getByRole('grid', { name: 'Rows of leads' });
    await grid.getByRole('gridcell').first().waitFor();
    const columns = Number(await grid.getAttribute('aria-colcount'));
    await expect.poll(() => grid.getByRole('columnheader').count()).toBeLessThan(columns);
    await expect.poll(() => page.locator('[data-cell][tabindex="0"]').count()).toBe(1);

    const focused = () =>
      page.evaluate(() =>
        document.activeElement instanceof HTMLElement ? document.activeElement.dataset.cell : null,
      );
    await page.locator('[data-cell="0:0"]').focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(focused).toBe('1:0');
    await page.keyboard.press('End');
    await expect.poll(focused).toBe(`1:${columns - 1}`);
    await page.keyboard.press('Control+Home');
    await expect.poll(focused).toBe('0:0');

    const name = grid.getByRole('gridcell', { name: body.name, exact: true });
    await expect.poll(() => name.innerText()).toBe(body.name);
    const headers = await page
      .locator('[data-column]')
      .evaluateAll((all) => all.map((one) => one.dataset.column));
    const row = await name.evaluate((cell) => cell.dataset.cell?.split(':')[0]);
    const goal = headers.indexOf('advertising_goal');
    for (const [column] of headers.slice(0, goal).entries()) {
      await page.keyboard.press('ArrowRight');
      // A column out of sight is drawn first; until then no cell hears a key.
      await expect.poll(focused).toBe(`0:${column + 1}`);
    }
    if (row === '1') await page.keyboard.press('ArrowDown');
    await expect.poll(focused).toBe(`${row}:${goal}`);
    const cell = page.locator(`[data-cell="${row}:${goal}"]`);
    await expect.poll(() => cell.evaluate((one) => one.scrollWidth > one.clientWidth)).toBe(true);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'advertising_goal' });
    await dialog.getByText('The end.').waitFor();
    expect((await dialog.locator('pre').innerText()).trim()).toBe(longGoal);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(focused).toBe(`${row}:${goal}`);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('shows a viewer no users, on a phone without making the page wider than the screen', async () => {
    const tenant = await hub.tenant();
    await addLeads(tenant, 2);
    const viewer = await hub.colleague(tenant, 'viewer');
    const { page, context, complaints } = await hub.window(viewer.token, {
      viewport: { width: 390, height: 844 },
      colorScheme: 'dark',
      hasTouch: true,
    });
    await page.goto('/tenant/database');
    await page.getByText('Showing 2 of 2 records (Page 1 of 1)').waitFor();
    await expect.poll(() => overhang(page)).toBe(0);
    await expect.poll(() => page.locator('[data-table="users"]').count()).toBe(0);
    await page.goto('/tenant/database?table=users');
    await page.getByText('There is no such table').waitFor();
    await expect.poll(() => overhang(page)).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();

    const owner = await hub.window(tenant.owner.token);
    await owner.page.goto('/tenant/database?table=users');
    await owner.page.getByText('Showing 2 of 2 records (Page 1 of 1)').waitFor();
    const text = await owner.page.getByRole('grid', { name: 'Rows of users' }).innerText();
    expect(text).toContain(tenant.owner.email);
    expect(text).not.toMatch(/argon2|password|hash|token/i);
    await owner.context.close();
  });

  it('says what failed and tries again', async () => {
    const tenant = await hub.tenant();
    const { page, context } = await hub.window(tenant.owner.token);
    let failing = true;
    await page.route('**/api/database/table/**', (route) =>
      failing
        ? route.fulfill({
            status: 503,
            json: { message: 'The database is busy. Try again.', code: 'unavailable', requestId: 'r-1' },
          })
        : route.continue(),
    );
    await page.goto('/tenant/database');
    await page.getByText('The rows of leads could not be loaded').waitFor();
    await page.getByText('The database is busy. Try again.').waitFor();
    await page.getByText('Request r-1').waitFor();
    failing = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('No data found').waitFor();
    await context.close();
  });
});
