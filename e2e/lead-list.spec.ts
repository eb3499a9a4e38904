import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { Hub, pickUp, type Tenant } from './fixtures.ts';

const hub = new Hub();

async function leads(tenant: Tenant, names: readonly string[]): Promise<void> {
  for (const name of names)
    await hub.call('POST', '/api/leads', { name, company: 'Optical' }, tenant.owner.token);
}

describe('many leads at once', () => {
  it('are moved, the move is undone, and the picked ones are exported', async () => {
    const tenant = await hub.tenant();
    await leads(tenant, ['Noa Feldman', 'Ivo Brandt', 'Mei Tanaka']);
    const { page, context, complaints } = await hub.window(tenant.owner.token);
    await page.goto('/tenant/dashboard?tab=leads');
    await page.getByLabel('Select Noa Feldman').check();
    await page.getByLabel('Select Ivo Brandt').check();
    const bar = page.getByRole('region', { name: 'Selected leads' });
    await bar.getByText('2 selected').waitFor();
    await bar.getByLabel('Move the selected leads to a stage').selectOption('qualified');
    await page.getByText('2 leads moved to Qualified').waitFor();
    await page.getByRole('button', { name: /Qualified\s*2/ }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('2 leads put back.').waitFor();
    await page.getByRole('button', { name: /Qualified\s*0/ }).waitFor();

    await page.getByLabel('Select the leads shown').check();
    await bar.getByText('3 selected').waitFor();
    const saved = page.waitForEvent('download');
    await bar.getByRole('button', { name: 'Export CSV' }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toMatch(/^leads-\d{4}-\d\d-\d\d\.csv$/);
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(4);
    await bar.getByRole('button', { name: 'Clear the selection' }).click();
    await bar.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('are nothing that a viewer can pick', async () => {
    const tenant = await hub.tenant();
    await leads(tenant, ['Noa Feldman']);
    const viewer = await hub.colleague(tenant, 'viewer');
    const { page, context } = await hub.window(viewer.token);
    await page.goto('/tenant/dashboard?tab=leads');
    await page.getByRole('link', { name: 'Noa Feldman' }).waitFor();
    await expect.poll(() => page.getByLabel('Select Noa Feldman').count()).toBe(0);
    await context.close();
  });
});

describe('the board', () => {
  it('moves a lead with the mouse and with the keyboard alone', async () => {
    const tenant = await hub.tenant();
    await leads(tenant, ['Noa Feldman', 'Ivo Brandt']);
    const { page, context, complaints } = await hub.window(tenant.owner.token);
    await page.goto('/tenant/dashboard?tab=leads');
    await page.getByRole('button', { name: 'Board' }).click();
    const column = (name: string) => page.getByRole('region', { name, exact: true });
    const card = column('New').getByRole('listitem').filter({ hasText: 'Noa Feldman' });
    await card.waitFor();
    const from = await card.boundingBox();
    const to = await column('In Progress').boundingBox();
    if (!from || !to) throw new Error('The board is not there.');
    await page.mouse.move(from.x + 40, from.y + 20);
    await page.mouse.down();
    await page.mouse.move(from.x + 80, from.y + 30, { steps: 5 });
    await page.mouse.move(to.x + 60, to.y + 60, { steps: 10 });
    await page.getByText('Over In Progress.').waitFor({ state: 'attached' });
    const saved = () => page.waitForResponse((answer) => answer.request().method() === 'PATCH');
    const byMouse = saved();
    await page.mouse.up();
    expect((await byMouse).status()).toBe(200);
    await column('In Progress').getByText('Noa Feldman').waitFor();

    await column('New').getByRole('link', { name: 'Ivo Brandt' }).focus();
    await pickUp(page, 'Over New.');
    await page.keyboard.press('ArrowRight');
    await page.getByText('Over Pending.').waitFor({ state: 'attached' });
    const byKey = saved();
    await page.keyboard.press('Space');
    expect((await byKey).status()).toBe(200);
    await column('Pending').getByText('Ivo Brandt').waitFor();
    await page.reload();
    await column('Pending').getByText('Ivo Brandt').waitFor();
    await column('In Progress').getByRole('link', { name: 'Noa Feldman' }).press('Enter');
    await page.getByRole('dialog', { name: 'Noa Feldman' }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});

describe('a filter', () => {
  it('is kept under a name and applied again, also the search in messages', async () => {
    const tenant = await hub.tenant();
    await leads(tenant, ['Ivo Brandt']);
    const mail =
      'From: Noa Feldman <noa@optical.test>\r\nSubject: Hello\r\nMessage-ID: <kept-1@optical.test>\r\n\r\nWe want the harbour screen.';
    await fetch(`${hub.url}/api/v2/ingest/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tenant.owner.token}`, 'content-type': 'message/rfc822' },
      body: mail,
    });
    const { page, context, complaints } = await hub.window(tenant.owner.token);
    await page.goto('/tenant/dashboard?tab=leads');
    await page.getByRole('link', { name: 'Ivo Brandt' }).waitFor();
    await page.getByRole('searchbox').fill('harbour screen');
    await page.getByText('There is no lead with').waitFor();
    await page.getByLabel('also in messages').check();
    await page.getByRole('link', { name: 'Noa Feldman' }).waitFor();
    await page.getByRole('button', { name: 'Saved filters' }).click();
    await page.getByRole('menuitem', { name: 'Save this filter...' }).click();
    await page.getByLabel('Name').fill('Harbour');
    await page.getByRole('button', { name: 'Save filter' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.goto('/tenant/dashboard?tab=leads');
    await page.getByRole('link', { name: 'Ivo Brandt' }).waitFor();
    await page.getByRole('button', { name: 'Saved filters' }).click();
    await page.getByRole('menuitem', { name: /Harbour/ }).click();
    await page.getByRole('link', { name: 'Ivo Brandt' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Noa Feldman' }).waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('in')).toBe('messages');
    expect(complaints).toEqual([]);
    await context.close();
  });
});
