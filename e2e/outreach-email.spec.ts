import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Hub, live, type Tenant } from './fixtures.ts';

const hub = new Hub();
const screen = '/tenant/dashboard?tab=outreach';
const business = {
  businessName: 'Harbour Lane Coffee',
  address: '12 Harbour Lane, Sydney NSW 2000',
  contactEmail: 'hello@harbourlane.example',
  industry: 'Hospitality',
  summary: 'Two cafés near the ferry wharf.',
};

async function add(tenant: Tenant, sample: Record<string, unknown> = business): Promise<string> {
  const made = await hub.call('POST', '/api/prospects', sample, tenant.owner.token);
  return z.object({ id: z.string() }).parse(made).id;
}

async function opened(tenant: Tenant, id: string) {
  const window = await hub.window(tenant.owner.token);
  await window.page.goto(`${screen}&prospect=${id}`);
  const dialog = window.page.getByRole('dialog', { name: 'Harbour Lane Coffee' });
  await dialog.getByRole('heading', { name: 'Emails' }).waitFor();
  await live(window.page);
  return { ...window, dialog };
}

const state = z.object({ status: z.string(), lastContactedAt: z.string().nullable() });

describe('an email to a prospect', () => {
  it('is written by an engine, changed, taken back, sent, and moves the prospect', async () => {
    const tenant = await hub.tenant();
    const id = await add(tenant);
    const { page, context, complaints, dialog } = await opened(tenant, id);
    await dialog.getByText('No email was sent to this prospect from here.').waitFor();
    await expect.poll(() => dialog.getByRole('button', { name: 'Send Email' }).count()).toBe(0);
    await dialog.getByText('No basis of consent is recorded. You can send one email').waitFor();
    await dialog.getByRole('button', { name: 'Generate Email' }).click();
    const form = dialog.getByRole('form', { name: 'New email' });
    await form.getByText('To hello@harbourlane.example').waitFor();
    await form.getByText('Written by built-in rules.').waitFor();
    await form.getByRole('list', { name: 'Notes on this email' }).getByRole('listitem').first().waitFor();
    await form.getByText('No mail account is connected').waitFor();
    await expect.poll(() => form.getByLabel('Text').inputValue()).toContain('Harbour Lane Coffee');

    await form.getByLabel('Subject').fill('');
    await expect.poll(() => form.getByRole('button', { name: 'Send Email' }).isDisabled()).toBe(true);
    await form.getByLabel('Subject').fill('A screen at the ferry wharf');
    // Closing loses nothing.
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Harbour Lane Coffee' }).click();
    await expect.poll(() => form.getByLabel('Subject').inputValue()).toBe('A screen at the ferry wharf');

    await form.getByRole('button', { name: 'Send Email' }).click();
    await page.getByText('Email to hello@harbourlane.example put into the outbox').waitFor();
    await dialog.getByText('Queued', { exact: true }).waitFor();
    await dialog.getByText('Dana Whitfield sent an email').waitFor();
    await expect.poll(() => dialog.getByLabel('Status').inputValue()).toBe('email_sent');
    await expect.poll(() => dialog.getByRole('button', { name: 'Generate Email' }).count()).toBe(0);
    await page.getByLabel('Notices').getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Email taken back').waitFor();
    await expect.poll(() => form.getByLabel('Subject').inputValue()).toBe('A screen at the ferry wharf');
    await dialog.getByText('Taken back', { exact: true }).waitFor();
    await expect.poll(() => dialog.getByLabel('Status').inputValue()).toBe('not_contacted');
    const back = state.parse(await hub.call('GET', `/api/prospects/${id}`, undefined, tenant.owner.token));
    expect([back.status, back.lastContactedAt]).toEqual(['not_contacted', null]);

    await form.getByRole('button', { name: 'Send Email' }).click();
    await dialog.getByText('In the outbox', { exact: true }).waitFor({ timeout: 45_000 });
    await dialog.getByText('Sent by a person without a recorded basis of consent.').first().waitFor();
    const sent = state.parse(await hub.call('GET', `/api/prospects/${id}`, undefined, tenant.owner.token));
    expect(sent.status).toBe('email_sent');
    expect(sent.lastContactedAt).not.toBeNull();
    await dialog.getByRole('heading', { name: 'A screen at the ferry wharf' }).first().click();
    await dialog.getByText('Hello Harbour Lane Coffee').first().waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('says that generating or sending failed, keeps the text, and goes on when asked', async () => {
    const tenant = await hub.tenant();
    const id = await add(tenant);
    const { page, context, dialog } = await opened(tenant, id);
    const broken = { status: 500, json: { code: 'internal', message: 'Something broke.' } };
    await page.route('**/api/generate-email', (route) => route.fulfill(broken), { times: 1 });
    await dialog.getByRole('button', { name: 'Generate Email' }).click();
    await page.getByText('Failed to generate email. Please try again.').waitFor();
    const failure = dialog.getByRole('alert');
    await failure.getByText('Generation Failed').waitFor();
    await failure.getByRole('button', { name: 'Try again' }).click();
    const form = dialog.getByRole('form', { name: 'New email' });
    await form.getByLabel('Text').fill('My own words.');

    await page.route('**/api/send-email', (route) => route.fulfill(broken), { times: 1 });
    await form.getByRole('button', { name: 'Send Email' }).click();
    await page.getByText('Send Failed').waitFor();
    await page.getByText('Failed to send email. Please try again.').waitFor();
    await expect.poll(() => form.getByLabel('Text').inputValue()).toBe('My own words.');

    await form.getByRole('button', { name: 'Generate again' }).click();
    await page.getByText('Your text was replaced').waitFor();
    await page.getByLabel('Notices').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => form.getByLabel('Text').inputValue()).toBe('My own words.');
    await form.getByRole('button', { name: 'Discard' }).click();
    await dialog.getByRole('button', { name: 'Generate Email' }).waitFor();
    await page.getByLabel('Notices').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => form.getByLabel('Text').inputValue()).toBe('My own words.');
    await context.close();
  });

  it('cannot be sent without an address, to who gets no outreach, or without a basis where one is asked for', async () => {
    const tenant = await hub.tenant();
    const { token } = tenant.owner;
    const id = await add(tenant, { ...business, contactEmail: '' });
    const { page, context, complaints, dialog } = await opened(tenant, id);
    await dialog.getByText('This prospect has no email address.').waitFor();
    await dialog.getByRole('button', { name: 'Generate Email' }).click();
    const send = dialog.getByRole('button', { name: 'Send Email' });
    await send.waitFor();
    await expect.poll(() => send.isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: 'Add an address' }).click();
    await dialog.getByLabel('Contact Email').fill('hello@harbourlane.example');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await expect.poll(() => send.isEnabled()).toBe(true);

    await hub.call('PUT', '/api/outreach-settings', { requireConsentBasis: true }, token);
    await page.reload();
    await dialog.getByText('Your organization asks for a recorded basis of consent').waitFor();
    await dialog.getByRole('button', { name: 'Generate Email' }).click();
    await send.waitFor();
    await expect.poll(() => send.isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: 'Record a basis' }).first().click();
    await dialog.getByLabel('Why they may be written to').selectOption('express');
    await dialog.getByLabel('Where that comes from').fill('A call in May');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await expect.poll(() => send.isEnabled()).toBe(true);

    await hub.call('POST', '/api/tenant/suppressions', { address: 'hello@harbourlane.example' }, token);
    await page.reload();
    await dialog.getByText('No outreach goes to hello@harbourlane.example.').waitFor();
    await dialog.getByRole('link', { name: 'See why' }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});
