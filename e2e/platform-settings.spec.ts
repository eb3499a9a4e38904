import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Account, Hub } from './fixtures.ts';
import { platformEnvironment } from './platform.ts';

const hub = new Hub(platformEnvironment);
let owner: Account;

beforeAll(async () => {
  owner = await hub.platformOwner();
});

async function open(tab: string): Promise<Awaited<ReturnType<Hub['window']>>> {
  const window = await hub.window(owner.token);
  await window.page.goto(`/platform/settings?tab=${tab}`);
  await window.page.getByRole('heading', { name: 'Platform Settings' }).waitFor();
  return window;
}

const save = (page: Page) => page.getByRole('button', { name: 'Save changes' });
const saved = (page: Page) => page.getByText(/^Saved \d{1,2}:\d\d/);

describe('platform settings', () => {
  it("fill in the specification's claims with one button, and publish them only once they are saved", async () => {
    const { page, context, complaints } = await open('landing');
    await page.getByLabel('Figure 1', { exact: true }).waitFor();
    await expect.poll(() => page.getByLabel('Figure 1', { exact: true }).inputValue()).toBe('');
    await expect.poll(() => save(page).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Fill in the preset' }).click();
    const figures = [];
    for (const row of [1, 2, 3, 4])
      figures.push([
        await page.getByLabel(`Figure ${row}`, { exact: true }).inputValue(),
        await page.getByLabel(`What figure ${row} counts`).inputValue(),
      ]);
    expect(figures).toEqual([
      ['1000+', 'businesses'],
      ['50M+', 'leads'],
      ['300%', 'ROI'],
      ['99.9%', 'uptime'],
    ]);
    await page.getByText('Not saved yet').waitFor();
    await save(page).click();
    await saved(page).waitFor();
    await page.reload();
    await expect.poll(() => page.getByLabel('Figure 4', { exact: true }).inputValue()).toBe('99.9%');
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('say what is wrong at the line that is wrong', async () => {
    const { page, context } = await open('landing');
    await page.getByLabel('Testimonial 2').fill('It saves us an hour a day.');
    await save(page).click();
    await page.getByText('Say who said it.').waitFor();
    await page.getByLabel('Name of customer 2').fill('Jo Marsh');
    await save(page).click();
    await saved(page).waitFor();
    await context.close();
  });

  it('say who invoices are from and which taxes they hold, and every invoice from then on says so', async () => {
    const { page, context, complaints } = await open('invoices');
    await page.getByText('No tax is charged. Ask somebody who knows your taxes.').waitFor();
    await expect.poll(() => save(page).isDisabled()).toBe(true);
    await page.getByLabel('Name of the seller').fill('Hub Pty Ltd');
    await page
      .getByLabel('Address, tax number and how to pay')
      .fill('1 Quay St\nABN 12 345\nBSB 062-000, 1234 5678');
    await page.getByRole('button', { name: 'Add a tax' }).click();
    await save(page).click();
    await page.getByText('A tax needs a name, such as GST.').waitFor();
    await page.getByText('Enter the rate in percent, such as 10 or 8.25.').waitFor();
    await page.getByLabel('Name of the tax').fill('GST');
    await page.getByLabel('Rate').fill('10');
    await page.getByLabel('Country of the customer').selectOption('Australia');
    await page.getByLabel('Currency').selectOption('AUD');
    await save(page).click();
    await saved(page).waitFor();
    await page.reload();
    await expect.poll(() => page.getByLabel('Rate').inputValue()).toBe('10');
    const settings = await hub.call('GET', '/api/tenant/saas/invoice-settings', undefined, owner.token);
    expect(settings).toEqual({
      sellerName: 'Hub Pty Ltd',
      sellerDetails: '1 Quay St\nABN 12 345\nBSB 062-000, 1234 5678',
      taxRules: [{ label: 'GST', rateBasisPoints: 1000, country: 'AU', currency: 'AUD' }],
    });
    await page.getByRole('button', { name: 'Remove tax 1' }).click();
    await save(page).click();
    await saved(page).waitFor();
    await page.getByText('No tax is charged. Ask').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('ask before what was typed is lost', async () => {
    const { page, context } = await open('installation');
    await page.getByLabel('Sales address').fill('sales@hub.example');
    await page.getByRole('tab', { name: 'Legal texts' }).click();
    const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
    await question.getByRole('button', { name: /Keep|Cancel/ }).click();
    await expect.poll(() => page.getByLabel('Sales address').inputValue()).toBe('sales@hub.example');
    await save(page).click();
    await saved(page).waitFor();
    await page.getByRole('tab', { name: 'Legal texts' }).click();
    await page.getByLabel('Text of the Terms of Service').waitFor();
    await context.close();
  });

  it('lead Contact Sales to the sales address', async () => {
    const tenant = await hub.tenant();
    const { page, context } = await hub.window(tenant.owner.token);
    await page.goto('/tenant/dashboard?tab=calls');
    const link = page.getByRole('link', { name: 'Contact Sales' });
    await link.waitFor();
    await expect.poll(() => link.getAttribute('href')).toMatch(/^mailto:sales@hub\.example\?subject=/);
    await context.close();
  });

  it('mark the shipped legal texts as templates until they are replaced', async () => {
    const { page, context } = await open('legal');
    const terms = page.getByLabel('Text of the Terms of Service');
    await terms.waitFor();
    await expect.poll(() => page.getByText('Template', { exact: true }).count()).toBe(2);
    const shipped = await terms.inputValue();
    await terms.fill('## Our terms\n\nPay by Friday.');
    await save(page).click();
    await saved(page).waitFor();
    await expect.poll(() => page.getByText('Template', { exact: true }).count()).toBe(1);
    await page.getByRole('button', { name: 'Put the template back' }).first().click();
    await expect.poll(() => terms.inputValue()).toBe(shipped);
    await save(page).click();
    await saved(page).waitFor();
    await expect.poll(() => page.getByText('Template', { exact: true }).count()).toBe(2);
    await context.close();
  });

  it('tell what of the installation is set up, and keep outbox and failed jobs', async () => {
    const { page, context } = await open('installation');
    await page.getByText('SMTP_URL is not set').waitFor();
    await page.getByText('AI_PROVIDER is builtin').waitFor();
    await page.getByText('STRIPE_SECRET_KEY is not set').waitFor();
    await page.getByRole('tab', { name: 'Outbox' }).click();
    await page.getByText('Mail about accounts, newest first.').waitFor();
    await page.getByRole('tab', { name: 'Failed jobs' }).click();
    await page.getByText('No failed jobs').waitFor();
    await context.close();
  });

  it('are not found by anybody but the owner of the platform', async () => {
    const tenant = await hub.tenant();
    const { page, context } = await hub.window(tenant.owner.token);
    await page.goto('/platform/settings');
    await page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
    await context.close();
  });
});
