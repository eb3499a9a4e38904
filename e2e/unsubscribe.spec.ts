import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Hub, overhang, phone } from './fixtures.ts';
import { SmtpServer } from './smtp.ts';

const smtp = await SmtpServer.start();
afterAll(() => smtp.stop());
const hub = new Hub({ SMTP_URL: smtp.url, HUB_ALLOW_PRIVATE_HOSTS: '1' });
const prospect = z.object({ id: z.string(), suppressed: z.boolean() });

describe('the way out of an email', () => {
  it('is a page with one button, on a phone and without signing in; only the button acts', async () => {
    const { owner } = await hub.tenant();
    await hub.call(
      'PUT',
      '/api/tenant/integrations/email',
      { teamAddresses: [], postalAddress: '1 Pier Street, Sydney NSW 2000' },
      owner.token,
    );
    const contactEmail = 'jane@harbourlane.example';
    const made = await hub.call(
      'POST',
      '/api/prospects',
      { businessName: 'Harbour Lane Coffee', contactEmail },
      owner.token,
    );
    const { id } = prospect.parse(made);
    const email = { prospectId: id, to: contactEmail, subject: 'A question', content: 'May I ask?' };
    await hub.call('POST', '/api/send-email', email, owner.token);
    await expect.poll(() => smtp.taken.length).toBe(1);
    const link = /^List-Unsubscribe: <(\S+)>\r?$/m.exec(smtp.taken[0] ?? '')?.[1] ?? '';
    const suppressed = async () =>
      prospect.parse(await hub.call('GET', `/api/prospects/${id}`, undefined, owner.token)).suppressed;

    const { page, context, complaints } = await hub.window(null, phone);
    await page.goto(new URL(link).pathname);
    await page.getByRole('heading', { name: 'Get no more of these emails?' }).waitFor();
    await page.getByText('j…@harbourlane.example').waitFor();
    await expect.poll(() => page.getByText(contactEmail).count()).toBe(0);
    await expect.poll(() => overhang(page)).toBe(0);
    await expect.poll(() => suppressed()).toBe(false);
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await page.getByRole('heading', { name: 'You are unsubscribed' }).waitFor();
    await expect.poll(() => suppressed()).toBe(true);
    await page.reload();
    await page.getByRole('heading', { name: 'You are unsubscribed' }).waitFor();
    await expect.poll(() => page.getByRole('button').count()).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
