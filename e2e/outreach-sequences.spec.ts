import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Hub, hasFocus, live, overhang, type Tenant } from './fixtures.ts';

const hub = new Hub();
const screen = '/tenant/dashboard?tab=outreach';
const consent = { basis: 'express', source: 'Asked for our rate card' };
const made = z.object({ id: z.string() });

async function add(tenant: Tenant, businessName: string, more: object = { consent }): Promise<string> {
  const contactEmail = `hello@${businessName.toLowerCase().replaceAll(/[^a-z]/g, '')}.example`;
  const body = { businessName, contactEmail, industry: 'Hospitality', ...more };
  return made.parse(await hub.call('POST', '/api/prospects', body, tenant.owner.token)).id;
}

const step = (waitDays: number, subject = 'A screen near you') => ({
  waitDays,
  writing: 'template',
  subject,
  content: 'Hello {{businessName}}',
});

async function write(tenant: Tenant, name: string, steps: object[], state?: string): Promise<string> {
  const { token } = tenant.owner;
  const { id } = made.parse(await hub.call('POST', '/api/outreach-sequences', { name, steps }, token));
  if (state) await hub.call('POST', `/api/outreach-sequences/${id}/state`, { state }, token);
  return id;
}

async function enrol(tenant: Tenant, id: string, ids: string[]): Promise<void> {
  const address = `/api/outreach-sequences/${id}/enrolments`;
  await hub.call('POST', address, { selection: { ids } }, tenant.owner.token);
}

const notices = (page: Page) => page.getByLabel('Notices');

describe('a sequence', () => {
  it('is written with placeholders, shown as a prospect gets it, and kept from being lost', async () => {
    const tenant = await hub.tenant();
    await add(tenant, 'Harbour Lane Coffee', { consent, industry: '' });
    await add(tenant, 'Pappas Cycles');
    const { page, context, complaints } = await hub.window(tenant.owner.token);
    await page.goto(screen);
    await page.getByRole('tab', { name: 'Sequences' }).click();
    await page.waitForURL((address) => address.searchParams.get('view') === 'sequences');
    await page.getByText('No sequences yet').waitFor();
    await page.keyboard.press('n');
    const form = page.getByRole('dialog', { name: 'New sequence' });
    const save = form.getByRole('button', { name: 'Save sequence' });
    await save.click();
    for (const words of ['Name the sequence.', 'it needs a subject', 'Write something first.'])
      await form.getByText(words).waitFor();
    await hasFocus(form.getByLabel('Name', { exact: true }));

    await form.getByLabel('Name', { exact: true }).fill('Spring');
    const first = form.getByRole('group', { name: 'Step 1' });
    await first.getByLabel('Subject').fill('For ');
    await first.getByRole('button', { name: 'Insert Business Name' }).click();
    await expect.poll(() => first.getByLabel('Subject').inputValue()).toBe('For {{businessName}}');
    await first.getByLabel('Text').fill('We know ');
    await first.getByRole('button', { name: 'Insert Industry' }).click();
    const preview = form.getByRole('region', { name: 'Preview' });
    await preview.getByText('For Harbour Lane Coffee').waitFor();
    await preview.getByText('Industry is empty for this prospect.').waitFor();
    await preview.getByLabel('As it reads for').selectOption('Pappas Cycles');
    await preview.getByText('We know Hospitality').waitFor();

    await form.getByRole('button', { name: 'Add step' }).click();
    const second = form.getByRole('group', { name: 'Step 2' });
    await second.getByText('Same conversation:').waitFor();
    await second.getByLabel('Text').fill('Did you see it?');
    await second.getByLabel('Days after the last').fill('90');
    await save.click();
    await second.getByText('Use whole days, 0 to 60.').waitFor();
    await second.getByLabel('Days after the last').fill('4');

    await page.keyboard.press('Escape');
    const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await save.click();
    await page.getByRole('heading', { name: 'Spring' }).waitFor();
    await page.getByText('Not started').waitFor();
    await page.getByText('2. After 4 days').waitFor();
    await page.getByText('Answer in the same conversation').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('takes those of a selection that may be written to, says why others may not, and lets go of them again', async () => {
    const tenant = await hub.tenant();
    await add(tenant, 'Harbour Lane Coffee');
    await add(tenant, 'Pappas Cycles');
    await add(tenant, 'Mako Surf School', {});
    await add(tenant, 'Wattle Books', { contactEmail: '' });
    await write(tenant, 'Later', [step(2)], 'active');
    const now = await write(tenant, 'At once', [step(0)]);
    const { page, context, complaints } = await hub.window(tenant.owner.token);
    await page.goto(screen);
    const bar = page.getByRole('region', { name: 'Selected prospects' });
    const dialog = page.getByRole('dialog', { name: 'Add to sequence' });
    const begin = async (sequence: string) => {
      await page.getByLabel('Select Pappas Cycles').check();
      await bar.getByRole('button', { name: 'Select all 4' }).click();
      await bar.getByRole('button', { name: 'Add to sequence' }).click();
      await dialog.getByText('4 prospects selected.').waitFor();
      await dialog.getByLabel('Sequence').selectOption({ label: sequence });
      await dialog.getByText('2 prospects would be taken').waitFor();
    };
    await begin('Later');
    await dialog.getByText('2 prospects left out').waitFor();
    await expect
      .poll(() => dialog.getByRole('listitem').allInnerTexts())
      .toEqual([
        expect.stringMatching(/1\s*Needs a basis of consent/),
        expect.stringMatching(/1\s*No email address/),
      ]);
    await dialog.getByText('The first emails leave about').waitFor();
    await dialog.getByText('No mail account is connected').waitFor();
    await dialog.getByRole('button', { name: 'Enrol 2 prospects' }).click();
    await page.getByText('2 prospects added to Later').waitFor();
    await bar.waitFor({ state: 'detached' });
    await notices(page).getByRole('button', { name: 'Undo' }).click();
    await page.getByText('2 prospects taken out again.').waitFor();

    await begin('At once (not started)');
    await dialog.getByText('This sequence is not started. Nothing leaves before it is.').waitFor();
    await dialog.getByRole('button', { name: 'Enrol 2 prospects' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.goto(`${screen}&view=sequences`);
    const row = page.getByRole('listitem').filter({ hasText: 'At once' });
    await row.getByText('2 in progress').waitFor();
    await live(page);
    await row.getByRole('button', { name: 'Start At once' }).click();
    const question = page.getByRole('alertdialog', { name: 'Start At once?' });
    await question.getByText('2 prospects are in it.').waitFor();
    await question.getByRole('button', { name: 'Start' }).click();
    await row.getByText('Running').waitFor();
    await row.getByText('2 emails have left').waitFor({ timeout: 45_000 });
    await row.getByText('2 finished').waitFor();
    await row.getByRole('link', { name: 'At once' }).click();
    await page.waitForURL((address) => address.searchParams.get('sequence') === now);
    await page.getByText('2 of 2 prospects').waitFor();
    await page.getByText('The last step was handed to sending.').first().waitFor();
    await page.getByLabel('State', { exact: true }).selectOption('replied');
    await page.getByText('Nobody is in the state Replied').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('is paused, gone on with and stopped for one prospect, where it is listed and at the prospect', async () => {
    const tenant = await hub.tenant();
    const ids = [await add(tenant, 'Harbour Lane Coffee'), await add(tenant, 'Pappas Cycles')];
    const id = await write(tenant, 'Later', [step(3)], 'active');
    await enrol(tenant, id, ids);
    const { page, context, complaints } = await hub.window(tenant.owner.token);
    await page.goto(`${screen}&view=sequences&sequence=${id}`);
    const row = page.getByRole('row').filter({ hasText: 'Pappas Cycles' });
    await row.getByText('0 of 1').waitFor();
    await live(page);
    await row.getByRole('button', { name: 'Pause for Pappas Cycles' }).click();
    await row.getByText('Paused by Dana Whitfield.').waitFor();
    await row.getByRole('button', { name: 'Stop for Pappas Cycles' }).click();
    const question = page.getByRole('alertdialog', { name: 'Stop for Pappas Cycles?' });
    await question.getByRole('button', { name: 'Stop' }).click();
    await row.getByText('Stopped by Dana Whitfield.').waitFor();
    await expect.poll(() => row.getByRole('button').count()).toBe(0);

    await page.getByRole('link', { name: 'Harbour Lane Coffee' }).click();
    const block = page.getByRole('dialog').getByRole('region', { name: 'Sequences' });
    await block.getByText('In progress').waitFor();
    await block.getByRole('button', { name: 'Pause for Harbour Lane Coffee' }).click();
    await block.getByText('Paused', { exact: true }).waitFor();
    await block.getByRole('button', { name: 'Go on with Harbour Lane Coffee' }).click();
    await block
      .getByText('In the outbox')
      .or(block.getByText('Finished'))
      .first()
      .waitFor({ timeout: 45_000 });
    await block.getByRole('button', { name: 'Add to sequence' }).waitFor();
    await block.getByRole('button', { name: 'Later' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText('1 email has left').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('is paused, put away and, when nobody was ever in it, deleted', async () => {
    const tenant = await hub.tenant();
    await write(tenant, 'Empty', [step(0)], 'active');
    const used = await write(tenant, 'Used', [step(5)], 'active');
    await enrol(tenant, used, [await add(tenant, 'Pappas Cycles')]);
    const { page, context, complaints } = await hub.window(tenant.owner.token);
    await page.goto(`${screen}&view=sequences`);
    const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
    const question = page.getByRole('alertdialog');
    await row('Used').getByRole('button', { name: 'Pause Used' }).click();
    await question.getByText('1 prospect is in it, and keeps its place.').waitFor();
    await question.getByRole('button', { name: 'Pause' }).click();
    await row('Used').getByText('Paused', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'More for Used' }).click();
    await expect.poll(() => page.getByRole('menuitem').allInnerTexts()).toEqual(['Edit', 'Put away']);
    await page.getByRole('menuitem', { name: 'Put away' }).click();
    await question.getByText('no other sequence takes them until they are stopped here').waitFor();
    await question.getByRole('button', { name: 'Put away' }).click();
    await row('Used').getByText('Put away', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'More for Empty' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await question.getByRole('button', { name: 'Delete sequence' }).click();
    await row('Empty').waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('is read by a viewer without a button that does anything, and on a phone nothing hangs over', async () => {
    const tenant = await hub.tenant();
    const long = 'Driftline Outdoor and Camping Supplies of the Greater Northern Beaches and Islands';
    const id = await write(tenant, `${long} ${long}`.slice(0, 120), [step(3), step(2, '')], 'active');
    await enrol(tenant, id, [await add(tenant, long)]);
    const viewer = await hub.colleague(tenant, 'viewer');
    const seen = await hub.window(viewer.token);
    const body = seen.page.getByRole('tabpanel');
    await seen.page.goto(`${screen}&view=sequences`);
    await body.getByText('1 in progress').waitFor();
    await expect.poll(() => body.getByRole('button').count()).toBe(0);
    await body.getByRole('link').first().click();
    await body.getByText('0 of 2').waitFor();
    await expect.poll(() => body.getByRole('button').count()).toBe(0);
    await seen.page.goto(`${screen}&view=sequences&edit=${id}`);
    await body.getByText('1 in progress').waitFor();
    await expect.poll(() => seen.page.getByRole('dialog').count()).toBe(0);
    expect(seen.complaints).toEqual([]);
    await seen.context.close();

    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
    const { page, context, complaints } = await hub.window(tenant.owner.token, phone);
    for (const [address, words] of [
      ['&view=sequences', '1 in progress'],
      [`&view=sequences&sequence=${id}`, '0 of 2 steps'],
      [`&view=sequences&edit=${id}`, 'Only your team sees it.'],
    ] as const) {
      await page.goto(screen + address);
      await page.getByText(words).first().waitFor();
      await expect.poll(() => overhang(page), { message: address }).toBe(0);
    }
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText(`Hello ${long}`).first().waitFor();
    await expect.poll(() => overhang(page)).toBe(0);
    await page.goto(screen);
    await page.getByLabel(`Select ${long}`).check();
    await page.getByRole('button', { name: 'Add to sequence' }).click();
    await page.getByText('Nobody would be taken').waitFor();
    await expect.poll(() => overhang(page)).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
