import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Hub, hasFocus, live, overhang, type Tenant } from './fixtures.ts';

const hub = new Hub();
const screen = '/tenant/dashboard?tab=outreach';
const made = z.object({ id: z.string() });

/** A running sequence whose first step an engine writes, with a draft for each of these businesses. */
async function drafted(tenant: Tenant, names: readonly string[]): Promise<void> {
  const { token } = tenant.owner;
  const steps = [{ waitDays: 0, writing: 'generate' }];
  const { id } = made.parse(
    await hub.call('POST', '/api/outreach-sequences', { name: 'Spring', steps }, token),
  );
  const ids: string[] = [];
  for (const businessName of names) {
    const contactEmail = `hello@${businessName.toLowerCase().replaceAll(/[^a-z]/g, '')}.example`;
    const consent = { basis: 'express', source: 'Asked for our rate card' };
    const body = { businessName, contactEmail, consent, industry: 'Retail' };
    ids.push(made.parse(await hub.call('POST', '/api/prospects', body, token)).id);
  }
  await hub.call('POST', `/api/outreach-sequences/${id}/enrolments`, { selection: { ids } }, token);
  await hub.call('POST', `/api/outreach-sequences/${id}/state`, { state: 'active' }, token);
  const drafts = async () =>
    z.array(z.unknown()).parse(await hub.call('GET', '/api/outreach-drafts', undefined, token)).length;
  await expect.poll(drafts, { timeout: 45_000 }).toBe(names.length);
}

const draftOf = (page: Page, name: string) => page.getByRole('listitem', { name: `Email to ${name}` });

describe('emails that wait for approval', () => {
  it('are read, changed, approved and thrown away, by keyboard too', async () => {
    const tenant = await hub.tenant();
    await drafted(tenant, ['Harbour Lane Coffee', 'Pappas Cycles', 'Mako Surf School']);
    const { page, context, complaints } = await hub.window(tenant.owner.token);
    await page.goto(screen);
    await page.getByRole('tab', { name: 'To approve 3' }).click();
    await page.getByText('3 emails wait for someone to read them.').waitFor();
    await page.getByText('No mail account is connected: this stays in the outbox').waitFor();
    const coffee = draftOf(page, 'Harbour Lane Coffee');
    await coffee.getByText('Step 1 of Spring, written by built-in rules').waitFor();
    await coffee.getByRole('list', { name: 'Notes on the email to Harbour Lane Coffee' }).waitFor();

    const all = page.getByRole('list', { name: 'Emails to approve' }).locator('> li');
    const first = await all.first().getAttribute('aria-label');
    await page.keyboard.press('j');
    await hasFocus(all.first());
    await page.keyboard.press('e');
    const name = (first ?? '').replace('Email to ', '');
    const card = draftOf(page, name);
    await card.getByLabel('Subject').fill('Changed by me');
    await card.getByRole('button', { name: 'Save', exact: true }).click();
    await card.getByRole('heading', { name: 'Changed by me' }).waitFor();
    await page.reload();
    await card.getByRole('heading', { name: 'Changed by me' }).waitFor();
    await page.keyboard.press('j');
    await hasFocus(card);
    await page.keyboard.press('a');
    await page.getByText(`Approved for ${name}`).waitFor();
    await page.getByText('so it goes into the outbox').waitFor();
    await card.waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'To approve 2' }).waitFor();
    await hasFocus(all.first());

    await all.first().getByRole('button', { name: 'Edit' }).click();
    await all.first().getByLabel('Text').fill('My own words.');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('tab', { name: 'To approve 1' }).waitFor();
    await all.first().getByRole('button', { name: 'Discard' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByText('the sequence ends for this prospect').waitFor();
    await question.getByRole('button', { name: 'Discard' }).click();
    await page.getByText('Nothing to approve').waitFor();

    const outbox = z.array(z.object({ counts: z.record(z.string(), z.number()), sent: z.number() }));
    const sequences = async () =>
      outbox.parse(await hub.call('GET', '/api/outreach-sequences', undefined, tenant.owner.token))[0];
    await expect.poll(async () => (await sequences())?.sent, { timeout: 45_000 }).toBe(2);
    await expect
      .poll(async () => (await sequences())?.counts)
      .toMatchObject({ finished: 2, stopped: 1, approval: 0 });
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('stay with what was typed and say why, when they may not leave', async () => {
    const tenant = await hub.tenant();
    const { token } = tenant.owner;
    await drafted(tenant, ['Harbour Lane Coffee']);
    const { page, context } = await hub.window(token);
    await page.goto(`${screen}&view=approve`);
    const card = draftOf(page, 'Harbour Lane Coffee');
    await card.getByRole('button', { name: 'Edit' }).click();
    await card.getByLabel('Text').fill('My own words.');
    await hub.call('POST', '/api/outreach-settings/pause', { reason: 'New prices first' }, token);
    await card.getByRole('button', { name: 'Approve and send' }).click();
    await card
      .getByRole('alert')
      .getByText('Outreach was paused by Dana Whitfield: New prices first.')
      .waitFor();
    await expect.poll(() => card.getByLabel('Text').inputValue()).toBe('My own words.');
    await context.setOffline(true);
    await card.getByRole('button', { name: 'Approve and send' }).click();
    await card.getByRole('alert').getByText('The server cannot be reached.').waitFor();
    await expect.poll(() => card.getByLabel('Text').inputValue()).toBe('My own words.');
    await context.setOffline(false);
    await context.close();
  });
});

describe('sending', () => {
  it('is paused for everything with a reason, said in every view, and resumed', async () => {
    const tenant = await hub.tenant();
    const colleague = await hub.colleague(tenant, 'user');
    const { page, context, complaints } = await hub.window(tenant.owner.token);
    await page.goto(screen);
    await page.getByRole('tab', { name: 'Sending Needs attention' }).click();
    await page.getByText('Mails stay in the local outbox and reach nobody.').waitFor();
    await page.getByText('0 so far, no cap').waitFor();
    await page.getByRole('button', { name: 'Check now' }).click();
    await page.getByRole('button', { name: 'Pause all sending' }).click();
    const dialog = page.getByRole('dialog', { name: 'Pause all sending?' });
    await dialog.getByLabel('Why').fill('New prices first');
    await dialog.getByRole('button', { name: 'Pause all sending' }).click();
    await page.getByText('By Dana Whitfield, ').waitFor();
    for (const view of ['Prospects', 'Sequences', 'To approve']) {
      await page.getByRole('tab', { name: view }).click();
      await page.getByText('All sending is paused').first().waitFor();
      await page.getByText('New prices first').first().waitFor();
    }
    const other = await hub.window(colleague.token);
    await other.page.goto(screen);
    await other.page.getByText('An owner or admin can resume it.').waitFor();
    await live(other.page);
    await expect.poll(() => other.page.getByRole('button', { name: 'Resume sending' }).count()).toBe(0);

    await page.getByRole('button', { name: 'Resume sending' }).first().click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Resume sending' }).click();
    await page.getByText('Sending goes on').waitFor();
    await other.page.getByText('All sending is paused').waitFor({ state: 'detached' });
    expect([...complaints, ...other.complaints]).toEqual([]);
    await other.context.close();
    await context.close();
  });

  it('follows settings that an admin saves, and that others read in words', async () => {
    const tenant = await hub.tenant();
    const { page, context, complaints } = await hub.window(tenant.owner.token);
    await page.goto(`${screen}&view=sending`);
    const form = page.getByRole('form', { name: 'Settings of Outreach' });
    const save = form.getByRole('button', { name: 'Save settings' });
    await form.getByLabel('Tone').waitFor();
    await expect.poll(() => save.isDisabled()).toBe(true);
    await form.getByLabel('Tone').selectOption('formal');
    await form.getByLabel('Sentences that AI may use about you').fill('We print screens.\nSince 1998.');
    await form.getByLabel('Signature').fill('Dana, Harbour Signs');
    await form.getByLabel('Most in a day').fill('many');
    await save.click();
    await form.getByText('Use a whole number, at least 1.').waitFor();
    await form.getByLabel('Most in a day').fill('100');
    await form.getByLabel(/^Begin slowly/).check();
    await form.getByText('then 30, 40, 50 on the days after. The cap of 100 is reached on day 9.').waitFor();
    await form.getByLabel('Only on certain days and at certain times').check();
    await form.getByLabel('Until').fill('16:30');
    await page.getByRole('tab', { name: 'Sequences' }).click();
    await page
      .getByRole('alertdialog', { name: 'Discard your changes?' })
      .getByRole('button', { name: 'Cancel' })
      .click();
    await save.click();
    await form.getByText(/^Saved \d/).waitFor();
    await page.getByText('0 of 20, 20 left').waitFor();
    await page.reload();
    await expect.poll(() => form.getByLabel('Signature').inputValue()).toBe('Dana, Harbour Signs');
    await expect.poll(() => form.getByLabel('Until').inputValue()).toBe('16:30');

    const viewer = await hub.window((await hub.colleague(tenant, 'viewer')).token);
    await viewer.page.goto(`${screen}&view=sending`);
    const body = viewer.page.getByRole('tabpanel');
    for (const words of [
      'Formal',
      'Since 1998.',
      'Monday, Tuesday, Wednesday, Thursday, Friday, 09:00 to 16:30 where the recipient is',
      'The cap of 100 is reached on day 9.',
    ])
      await body.getByText(words).first().waitFor();
    await expect.poll(() => body.getByRole('button').count()).toBe(0);
    await expect.poll(() => body.getByRole('textbox').count()).toBe(0);
    expect([...complaints, ...viewer.complaints]).toEqual([]);
    await viewer.context.close();
    await context.close();
  });

  it('fits a phone in every view, also while it is paused', async () => {
    const tenant = await hub.tenant();
    await drafted(tenant, [
      'Driftline Outdoor and Camping Supplies of the Greater Northern Beaches and Islands',
    ]);
    await hub.call('POST', '/api/outreach-settings/pause', { reason: 'x'.repeat(300) }, tenant.owner.token);
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
    const { page, context, complaints } = await hub.window(tenant.owner.token, phone);
    for (const [view, words] of [
      ['prospects', '1 of 1 prospects'],
      ['approve', 'Approve and send'],
      ['sending', 'The last 30 days'],
    ] as const) {
      await page.goto(`${screen}&view=${view}`);
      await page.getByText(words).first().waitFor();
      await page.getByText('All sending is paused').first().waitFor();
      await expect.poll(() => overhang(page), { message: view }).toBe(0);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });
});
