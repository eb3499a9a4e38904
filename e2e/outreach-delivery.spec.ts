import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Hub, live } from './fixtures.ts';
import { SmtpServer } from './smtp.ts';

const smtp = await SmtpServer.start();
afterAll(() => smtp.stop());
const hub = new Hub({ SMTP_URL: smtp.url, HUB_ALLOW_PRIVATE_HOSTS: '1' });

/** A mail leaves when it can no longer be taken back. */
const leavesMs = 60_000;

describe('an email to a prospect through a mail server', () => {
  it('asks for a postal address, says how it ended, and is sent again when a person wants that', async () => {
    const tenant = await hub.tenant();
    const { token } = tenant.owner;
    const made = await hub.call(
      'POST',
      '/api/prospects',
      {
        businessName: 'Harbour Lane Coffee',
        address: 'Sydney NSW 2000',
        contactEmail: 'hello@harbourlane.example',
        consent: { basis: 'express', source: 'A form' },
      },
      token,
    );
    const { id } = z.object({ id: z.string() }).parse(made);
    const { page, context, complaints } = await hub.window(token);
    await page.goto(`/tenant/dashboard?tab=outreach&prospect=${id}`);
    const dialog = page.getByRole('dialog', { name: 'Harbour Lane Coffee' });
    await dialog.getByText('no postal address is entered').waitFor();
    await hub.call(
      'PUT',
      '/api/tenant/integrations/email',
      { teamAddresses: [], postalAddress: '1 Pier Street, Sydney NSW 2000' },
      token,
    );
    await page.reload();
    await live(page);
    const send = async () => {
      await dialog.getByRole('button', { name: 'Generate Email' }).click();
      await dialog.getByRole('button', { name: 'Send Email' }).click();
    };
    const again = dialog.getByRole('button', { name: 'Send again' });

    smtp.end = 'refused';
    await send();
    await dialog.getByText('Failed', { exact: true }).waitFor({ timeout: leavesMs });
    await dialog.getByText('no such mailbox here today').first().waitFor();
    // What did not leave is no contact.
    await expect.poll(() => dialog.getByLabel('Status').inputValue()).toBe('not_contacted');
    smtp.end = 'taken';
    await again.click();
    await dialog.getByText('Sent', { exact: true }).waitFor({ timeout: leavesMs });
    expect(smtp.taken).toHaveLength(1);
    expect(smtp.taken[0]).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    await expect.poll(() => dialog.getByLabel('Status').inputValue()).toBe('email_sent');

    const stored = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
    await dialog.getByLabel('Status').selectOption('not_contacted');
    expect((await stored).status()).toBe(200);
    smtp.end = 'cut off';
    await dialog.getByRole('button', { name: 'Generate Email' }).click();
    await dialog.getByLabel('Subject').fill('Another question');
    await dialog.getByRole('button', { name: 'Send Email' }).click();
    await dialog.getByText('Not confirmed', { exact: true }).waitFor({ timeout: leavesMs });
    smtp.end = 'taken';
    await again.click();
    const question = page.getByRole('alertdialog', { name: 'Send this mail again?' });
    await question.getByText('Sent again, it may arrive twice.').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(smtp.taken).toHaveLength(1);
    await again.click();
    await question.getByRole('button', { name: 'Send again' }).click();
    await expect.poll(() => dialog.getByText('Sent', { exact: true }).count(), { timeout: leavesMs }).toBe(2);
    expect(smtp.taken).toHaveLength(2);
    expect(complaints).toEqual([]);
    await context.close();
  }, 300_000);
});
