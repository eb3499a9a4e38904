import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openEmbedded } from '#server/db/embedded/open-embedded.ts';
import { addDays, zonedDate, zonedInstant } from '#shared/zoned-time.ts';
import { Hub, live, overhang, phone } from './fixtures.ts';

const hub = new Hub();
const zone = 'Australia/Sydney';
const time = () => zonedInstant(addDays(zonedDate(new Date(), zone), 3), 9 * 60, zone).toISOString();
const posts = z.array(z.object({ id: z.string(), state: z.string() }));

const kept = z.array(z.object({ mail: z.string() }));

/** The link of the newest approval mail to someone, read from what a server without SMTP keeps. */
async function linkTo(address: string): Promise<string> {
  let mail = '';
  await hub.restart(async (dataDir) => {
    const embedded = await openEmbedded({ dataDir });
    const pool = new pg.Pool(embedded.clientConfig);
    const { rows } = await pool.query(
      `select convert_from(bytes, 'UTF8') as mail from outgoing_mail
       where purpose = 'post_approval' and recipient = $1 order by created_at desc limit 1`,
      [address],
    );
    mail = kept.parse(rows)[0]?.mail ?? '';
    await pool.end();
    await embedded.close();
  });
  // Lines of quoted-printable (RFC 2045 section 6.7) go on after a soft break.
  return /\/post-approval\/[\w-]+/.exec(mail.replaceAll(/=\r?\n/g, ''))?.[0] ?? '';
}

describe('an approval', () => {
  it('is asked for by the composer, given on a phone without signing in, and shown to the author', async () => {
    const tenant = await hub.tenant();
    const author = await hub.colleague(tenant, 'user');
    await hub.call('PUT', '/api/social-settings', { requireApproval: true }, tenant.owner.token);
    const { page, context, complaints } = await hub.window(author.token);
    await page.goto('/tenant/dashboard?tab=social&compose=1');
    const composer = page.getByRole('dialog', { name: 'New post' });
    await composer.getByRole('textbox', { name: 'Text', exact: true }).fill('Half price at Anzac Parade.');
    await composer.getByRole('radio', { name: /At a time/ }).check();
    await composer.getByLabel('Date').fill(zonedDate(new Date(time()), zone));
    await composer.getByLabel('Time', { exact: true }).fill('09:00');
    await composer.getByRole('button', { name: 'Schedule and ask for approval' }).click();
    await page.getByText('Post scheduled!').waitFor();
    await page.getByRole('tab', { name: 'All Posts' }).click();
    await page.getByRole('heading', { name: 'Scheduled Posts' }).waitFor();
    await page.getByText('Waiting for approval').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Publish Now' }).count()).toBe(0);

    // A page that was live reads everything again when the server is back.
    await live(page);
    const link = await linkTo(tenant.owner.email);
    const approver = await hub.window(null, phone);
    await approver.page.goto(link);
    await approver.page.getByRole('heading', { name: 'Approve this post?' }).waitFor();
    await approver.page.getByText('Half price at Anzac Parade.').waitFor();
    await approver.page.getByText(/written by Sam Okafor/).waitFor();
    await approver.page.getByText(/It goes out on .* 9:00 am/).waitFor();
    await expect.poll(() => overhang(approver.page)).toBe(0);
    await approver.page.getByRole('button', { name: 'Approve' }).click();
    await approver.page.getByRole('heading', { name: 'This post is approved' }).waitFor();
    await approver.page.reload();
    await approver.page.getByText(/Nothing more is needed from you/).waitFor();
    expect(approver.complaints).toEqual([]);
    await approver.context.close();

    await page.getByText('Approved', { exact: true }).waitFor();
    // The server was away for a moment, and whatever the open page asked for then was refused, cut off or put off.
    const away =
      /WebSocket|ERR_CONNECTION_(REFUSED|RESET|CLOSED)|ERR_EMPTY_RESPONSE|ERR_SOCKET_NOT_CONNECTED|status of 503/;
    expect(complaints.filter((text) => !away.test(text))).toEqual([]);
    await context.close();
  });

  it('is refused with a note, which the author reads at the post', async () => {
    const tenant = await hub.tenant();
    const author = await hub.colleague(tenant, 'user');
    await hub.call('PUT', '/api/social-settings', { requireApproval: true }, tenant.owner.token);
    const variants = [{ platform: 'linkedin', content: 'Half price, for ever.' }];
    const made = await hub.call('POST', '/api/social-entries', { variants, when: time() }, author.token);
    const link = await linkTo(tenant.owner.email);
    const { page, context } = await hub.window(null, phone);
    await page.goto(link);
    await page.getByRole('button', { name: 'Send back with a note' }).click();
    await page.getByLabel('What should be different?').fill('Four weeks, not for ever.');
    await page.getByRole('button', { name: 'Send back', exact: true }).click();
    await page.getByRole('heading', { name: 'This post was sent back' }).waitFor();
    await page.getByText('Note: Four weeks, not for ever.').waitFor();
    await context.close();

    const own = await hub.window(author.token);
    await own.page.goto(`/tenant/dashboard?tab=social&post=${posts.parse(made)[0]?.id}`);
    await own.page
      .getByText(/sent it back: Four weeks, not for ever\./)
      .first()
      .waitFor();
    await own.context.close();
  });

  it('is given or refused in the hub by those who may', async () => {
    const tenant = await hub.tenant();
    const author = await hub.colleague(tenant, 'user');
    await hub.call('PUT', '/api/social-settings', { requireApproval: true }, tenant.owner.token);
    const variants = [{ platform: 'linkedin', content: 'To be looked at.' }];
    await hub.call('POST', '/api/social-entries', { variants, when: time() }, author.token);
    const { page, context } = await hub.window(tenant.owner.token);
    await page.goto('/tenant/dashboard?tab=social&view=posts');
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('Post approved').waitFor();
    await page.getByText('Approved', { exact: true }).waitFor();
    await context.close();
  });

  it('whose link is not right says so', async () => {
    const { page, context } = await hub.window(null, phone);
    await page.goto('/post-approval/hubl_nothing_at_all');
    await page.getByText('This link does not work').waitFor();
    await context.close();
  });
});
