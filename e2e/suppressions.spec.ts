import { describe, expect, it } from 'vitest';
import { Hub } from './fixtures.ts';

const hub = new Hub();

describe('an address that gets no more mail', () => {
  it('is said above Send, and the owner allows it again with a reason', async () => {
    const tenant = await hub.tenant();
    const { token } = tenant.owner;
    await hub.call('POST', '/api/leads', { name: 'Jane Doe', contact_email: 'jane@client.example' }, token);
    const { page, context, complaints } = await hub.window(token);
    await page.goto('/tenant/admin?tab=integrations');
    const section = page.getByRole('region', { name: 'No more mail' });
    await section.getByText('Every address may be written to.').waitFor();
    await section.getByRole('button', { name: 'Stop mail to someone' }).click();
    const form = page.getByRole('dialog', { name: 'Stop mail to an address' });
    await form.getByLabel('Email address').fill('jane@client');
    await form.getByRole('button', { name: 'Stop mail' }).click();
    await form.getByText('Invalid email address').waitFor();
    await form.getByLabel('Email address').fill('jane@client.example');
    await form.getByLabel('Reason (optional)').fill('She asked for it.');
    await form.getByRole('button', { name: 'Stop mail' }).click();
    await section.getByText('She asked for it.').waitFor();

    await page.goto('/tenant/dashboard?tab=leads');
    await page.getByRole('link', { name: 'Jane Doe' }).click();
    const lead = page.getByRole('dialog', { name: 'Jane Doe' });
    await lead.getByRole('button', { name: 'Reply', exact: true }).click();
    const line = lead.getByText('No mail goes to jane@client.example: She asked for it.');
    await line.waitFor();
    await lead.getByLabel('Your reply').fill('Hello.');
    await expect.poll(() => lead.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true);
    await lead.getByRole('button', { name: 'Allow again' }).click();
    const why = page.getByRole('dialog', { name: 'Allow mail to jane@client.example again?' });
    await why.getByRole('button', { name: 'Allow again' }).click();
    await why.getByText('Say why mail may go there again.').waitFor();
    await why.getByLabel('Reason').fill('She called and asked for the offer.');
    await why.getByRole('button', { name: 'Allow again' }).click();
    await line.waitFor({ state: 'detached' });
    await lead.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('Reply to jane@client.example put into the outbox').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});
