import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  type Account,
  Hub,
  hasFocus,
  offeredFirst,
  overhang,
  phone,
  pressBoth,
  type Tenant,
} from './fixtures.ts';

const hub = new Hub();
const screen = '/tenant/dashboard?tab=outreach';

async function add(by: Account, sample: Record<string, unknown>): Promise<string> {
  const made = await hub.call('POST', '/api/prospects', sample, by.token);
  return z.object({ id: z.string() }).parse(made).id;
}

async function withOne(): Promise<{ tenant: Tenant; id: string }> {
  const tenant = await hub.tenant();
  const id = await add(tenant.owner, {
    businessName: 'Harbour Lane Coffee',
    address: '12 Harbour Lane, Sydney NSW 2000',
    contactEmail: 'hello@harbourlane.example',
    contactPhone: '02 5550 0117',
    industry: 'Hospitality',
  });
  return { tenant, id };
}

describe('the first prospect', () => {
  it('is added by hand; what is missing is said, what was typed is not lost by a slip', async () => {
    const tenant = await hub.tenant();
    const { page, context, complaints } = await hub.window(tenant.owner.token);
    await page.goto(screen);
    await page.getByText('No prospects found').waitFor();
    await page.getByRole('button', { name: 'Import CSV' }).first().waitFor();
    await page.getByRole('button', { name: 'Add prospect' }).last().click();
    const form = page.getByRole('dialog', { name: 'Add prospect' });
    await form.getByLabel('Contact Email').fill('hello@harbourlane');
    await form.getByRole('button', { name: 'Add prospect' }).click();
    await form.getByText('Business Name is required.').waitFor();
    await form.getByText('Invalid email address').waitFor();

    await page.keyboard.press('Escape');
    const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => form.getByLabel('Contact Email').inputValue()).toBe('hello@harbourlane');
    await form.getByLabel('Business Name').fill('Harbour Lane Coffee');
    await form.getByLabel('Contact Email').fill('hello@harbourlane.example');
    await form.getByLabel('Why they may be written to').selectOption('express');
    await form.getByRole('button', { name: 'Add prospect' }).click();
    await form.getByText('Say where the consent comes from').waitFor();
    await form.getByLabel('Where that comes from').fill('The form on our website');
    await form.getByRole('button', { name: 'Add prospect' }).click();

    const opened = page.getByRole('dialog', { name: 'Harbour Lane Coffee' });
    await opened.getByText('May be written to').waitFor();
    await opened.getByText('The form on our website').waitFor();
    await opened.getByText('Dana Whitfield added the prospect').waitFor();
    await page.goBack();
    await opened.waitFor({ state: 'detached' });
    await page.getByText('1 of 1 prospects').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});

describe('an open prospect', () => {
  it('is edited, moved and given a basis; the activity says so; unsaved changes ask', async () => {
    const { tenant, id } = await withOne();
    const { page, context, complaints } = await hub.window(tenant.owner.token);
    await page.goto(screen);
    await page.getByRole('link', { name: 'Harbour Lane Coffee' }).click();
    const dialog = page.getByRole('dialog', { name: 'Harbour Lane Coffee' });
    await dialog.getByText('Needs a basis').waitFor();
    await dialog.getByText('Australia asks for consent before the first mail').waitFor();
    await dialog.getByText('Spam Act 2003 (Cth), section 16').waitFor();
    await expect
      .poll(() => dialog.getByRole('link', { name: 'hello@harbourlane.example' }).getAttribute('href'))
      .toBe('mailto:hello@harbourlane.example');
    await expect
      .poll(() => dialog.getByRole('link', { name: '02 5550 0117' }).getAttribute('href'))
      .toBe('tel:0255500117');

    await dialog.getByLabel('Status').selectOption('follow_up');
    await page.getByText('Harbour Lane Coffee is Follow Up now.').waitFor();
    await dialog.getByText('Dana Whitfield marked it as Follow Up, from Not Contacted').waitFor();

    await dialog.getByRole('button', { name: 'Edit prospect' }).click();
    await dialog.getByLabel('Industry').fill('Cafés');
    await page.keyboard.press('Escape');
    const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await page.goBack();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => dialog.getByLabel('Industry').inputValue()).toBe('Cafés');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await dialog.getByText('set Industry to “Cafés”').waitFor();

    await dialog.getByRole('button', { name: 'Record a basis' }).click();
    await dialog.getByLabel('Why they may be written to').selectOption('published_address');
    await dialog.getByLabel('Where that comes from').fill('Their contact page');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await dialog.getByText('May be written to').waitFor();
    await dialog.getByText('Their contact page').waitFor();
    await dialog.getByRole('button', { name: 'Change the basis' }).click();
    await dialog.getByLabel('Country whose rules apply').selectOption('DE');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await dialog.getByText('Blocked').waitFor();
    await dialog.getByText('Germany · Directive 2002/58/EC').waitFor();

    await hub.call(
      'POST',
      '/api/tenant/suppressions',
      { address: 'hello@harbourlane.example' },
      tenant.owner.token,
    );
    await page.reload();
    await dialog.getByText('No outreach', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Edit prospect' }).click();
    await dialog.getByLabel('Notes').fill('Never mind');
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await dialog.waitFor({ state: 'detached' });

    await page.goto(`${screen}&prospect=${id}`);
    await dialog.getByRole('button', { name: 'Delete prospect' }).click();
    await page
      .getByRole('alertdialog', { name: 'Delete Harbour Lane Coffee?' })
      .getByRole('button', { name: 'Delete prospect' })
      .click();
    await page.getByText('Prospect deleted').waitFor();
    await page.getByText('0 of 0 prospects').waitFor();
    await page.goto(`${screen}&prospect=${id}`);
    await page.getByText('This prospect is not there').waitFor();
    // The browser itself notes the 404 of a prospect that is gone.
    expect(complaints.filter((line) => !line.includes('404'))).toEqual([]);
    await context.close();
  });

  it('shows at once what a colleague changes, also in the list, the tiles and the badge', async () => {
    const { tenant, id } = await withOne();
    const { page, context, complaints } = await hub.window(tenant.owner.token);
    await page.goto(`${screen}&prospect=${id}`);
    const dialog = page.getByRole('dialog', { name: 'Harbour Lane Coffee' });
    await dialog.getByRole('heading', { name: 'Consent' }).waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    const colleague = await hub.colleague(tenant, 'user');
    await hub.call('PATCH', `/api/prospects/${id}`, { status: 'qualified' }, colleague.token);
    await dialog.getByText('Sam Okafor marked it as Qualified, from Not Contacted').waitFor();
    await add(colleague, { businessName: 'Pappas Cycles' });
    await page.keyboard.press('Escape');
    await page.getByText('2 of 2 prospects').waitFor();
    await page.getByRole('button', { name: /Qualified\s*1/ }).waitFor();
    await page.getByRole('link', { name: 'Outreach 2' }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});

describe('a viewer', () => {
  it('reads prospects and sees no button that would be refused', async () => {
    const { tenant } = await withOne();
    const viewer = await hub.colleague(tenant, 'viewer');
    const { page, context, complaints } = await hub.window(viewer.token);
    await page.goto(screen);
    await page.getByText('1 of 1 prospects').waitFor();
    const none = async (name: string | RegExp) =>
      await expect.poll(() => page.getByRole('button', { name }).count()).toBe(0);
    await page.getByRole('button', { name: 'Download Template' }).waitFor();
    for (const name of ['Add prospect', 'Import CSV', 'Export CSV', /^Mark/]) await none(name);
    await expect.poll(() => page.getByLabel(/^Select /).count()).toBe(0);
    await page.keyboard.press('n');
    await page.getByRole('link', { name: 'Harbour Lane Coffee' }).click();
    const dialog = page.getByRole('dialog', { name: 'Harbour Lane Coffee' });
    await dialog.getByRole('heading', { name: 'Activity' }).waitFor();
    for (const name of ['Edit prospect', 'Delete prospect', 'Record a basis', 'Generate Email', 'Send Email'])
      await none(name);
    await expect.poll(() => dialog.getByLabel('Status').count()).toBe(0);
    await context.close();

    const user = await hub.colleague(tenant, 'user');
    const second = await hub.window(user.token);
    await second.page.goto(screen);
    await second.page.getByLabel('Select Harbour Lane Coffee').check();
    const bar = second.page.getByRole('region', { name: 'Selected prospects' });
    await bar.getByLabel('Set the status of the selected prospects').waitFor();
    await expect.poll(() => bar.getByRole('button', { name: /Export|Delete/ }).count()).toBe(0);
    expect(complaints).toEqual([]);
    await second.context.close();
  });
});

describe('with the keyboard alone', () => {
  it('a person finds, selects and opens prospects, and adds one', async () => {
    const { tenant } = await withOne();
    await add(tenant.owner, { businessName: 'Pappas Cycles' });
    const { page, context, complaints } = await hub.window(tenant.owner.token);
    await page.goto('/tenant/dashboard?tab=leads');
    await page.getByText('No leads found').waitFor();
    await pressBoth(page, 'g', 'o');
    await page.getByText('2 of 2 prospects').waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await expect.poll(() => focused()).toBe('Pappas Cycles');
    await page.keyboard.press('k');
    await expect.poll(() => focused()).toBe('Harbour Lane Coffee');
    await page.keyboard.press('x');
    await page.getByText('1 selected').waitFor();
    await page.keyboard.press('x');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Harbour Lane Coffee' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => focused()).toBe('Harbour Lane Coffee');
    await page.keyboard.press('/');
    await hasFocus(page.getByRole('searchbox'));
    await page.keyboard.type('pappas');
    await page.getByText('1 of 2 prospects').waitFor();

    const palette = page.getByRole('combobox', { name: 'Search screens, leads, posts and prospects' });
    await page.keyboard.press('Control+k');
    await palette.waitFor();
    await page.keyboard.type('harbour');
    await offeredFirst(page, /Harbour Lane Coffee/);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Harbour Lane Coffee' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'Outreach' }).waitFor();
    await page.keyboard.press('Control+k');
    await palette.waitFor();
    await page.keyboard.type('add prospect');
    await offeredFirst(page, /Add prospect/);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Add prospect' }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});

describe('on a phone', () => {
  it('prospects are cards, a prospect has two parts, and nothing hangs over', async () => {
    const { tenant, id } = await withOne();
    await add(tenant.owner, {
      businessName: 'Bartholomew-Alexander Featherstonehaugh-Cholmondeley of the Eastern Suburbs Branch',
      address: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
      contactEmail: `${'very-long-name-'.repeat(4)}x@example.test`,
      industry: 'Inland shipping, electricity and everything else that keeps a river town going',
      notes: 'x'.repeat(300),
    });
    const { page, context, complaints } = await hub.window(tenant.owner.token, phone);
    await page.goto(screen);
    await page.getByText('2 of 2 prospects').waitFor();
    await expect.poll(() => overhang(page)).toBe(0);
    await page.getByRole('button', { name: 'Mark Harbour Lane Coffee as emailed' }).waitFor();
    await page.getByRole('link', { name: /^Bartholomew/ }).click();
    const dialog = page.getByRole('dialog', { name: /^Bartholomew/ });
    await dialog.getByRole('heading', { name: 'Consent' }).waitFor();
    await expect.poll(() => overhang(page)).toBe(0);
    await expect.poll(() => dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    await expect.poll(() => dialog.getByRole('heading', { name: 'Activity' }).isVisible()).toBe(false);
    await dialog.getByRole('button', { name: 'Emails' }).click();
    await dialog.getByRole('heading', { name: 'Activity' }).waitFor();
    await page.goto(`${screen}&prospect=${id}`);
    await page.getByRole('button', { name: 'Edit prospect' }).click();
    await page.getByRole('button', { name: 'Save changes' }).waitFor();
    await expect.poll(() => overhang(page)).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
