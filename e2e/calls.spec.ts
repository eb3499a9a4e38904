import { beforeAll, describe, expect, it } from 'vitest';
import { Hub, overhang, phone, type Tenant } from './fixtures.ts';

const hub = new Hub();
let tenant: Tenant;

beforeAll(async () => {
  tenant = await hub.tenant();
});

describe('call management', () => {
  it('shows fixed sample figures and calls, and says that all of it is invented', async () => {
    const { page, context, complaints } = await hub.window(tenant.owner.token);
    await page.goto('/tenant/dashboard?tab=calls');
    await page.getByText('Optional Module - Coming Soon').waitFor();
    await page.getByText('Premium Module', { exact: true }).waitFor();
    await page.getByText('Every figure, name and number on this screen is invented.').waitFor();
    const figures = page.getByLabel('Sample figures').getByRole('definition');
    await expect.poll(() => figures.allTextContents()).toEqual(['24', '18', '6', '3:45', '75%']);
    const table = page.getByRole('table', { name: 'Sample calls' });
    await expect
      .poll(() => table.getByRole('columnheader').allTextContents())
      .toEqual(['Caller', 'Number', 'Duration', 'Status', 'Time', 'Lead', 'Disposition']);
    await expect.poll(() => table.locator('[data-call]').count()).toBe(8);
    await page.getByText('Sample', { exact: true }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('cannot be configured yet, and says whom to ask for it', async () => {
    const { page, context } = await hub.window(tenant.owner.token);
    await page.goto('/tenant/dashboard?tab=calls');
    await expect.poll(() => page.getByRole('button', { name: 'Configure Agent' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Contact Sales' }).click();
    const dialog = page.getByRole('dialog', { name: 'Contact Sales' });
    await dialog.getByText('This installation names no sales address.').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await context.close();
  });

  it('has a tab that is marked optional and counts nothing', async () => {
    const { page, context } = await hub.window(tenant.owner.token);
    await page.goto('/tenant/dashboard?tab=leads');
    const tab = page
      .getByRole('navigation', { name: 'Modules' })
      .getByRole('link', { name: 'Call Management' });
    await tab.waitFor();
    await expect.poll(() => tab.textContent()).toBe('Call Management0Optional');
    await context.close();
  });

  it('is a list of cards on a phone', async () => {
    const { page, context } = await hub.window(tenant.owner.token, phone);
    await page.goto('/tenant/dashboard?tab=calls');
    const cards = page.getByRole('list', { name: 'Sample calls' }).getByRole('listitem');
    await cards.first().waitFor();
    await expect.poll(() => cards.count()).toBe(8);
    await expect.poll(() => overhang(page)).toBe(0);
    await context.close();
  });
});
