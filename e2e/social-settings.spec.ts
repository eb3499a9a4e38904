import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startWebhookSink, type WebhookSink } from '../src/server/testing/social-platforms/webhook-sink.ts';
import { Hub, live } from './fixtures.ts';

const hub = new Hub({ HUB_ALLOW_PRIVATE_HOSTS: '1' });
const sinks: WebhookSink[] = [];
afterAll(async () => {
  await Promise.all(sinks.map((sink) => sink.stop()));
});
const whsec = z.string().regex(/^whsec_[A-Za-z0-9+/]{43}=$/);

describe('the settings of Social Media', () => {
  it('set up a webhook with a secret made in the browser, through which a post leaves', async () => {
    const tenant = await hub.tenant();
    const { page, context, complaints } = await hub.window(tenant.owner.token);
    await page.goto('/tenant/admin?tab=integrations&topic=social');
    const section = page.getByRole('region', { name: 'Automation webhook' });
    await section.getByText('Save an address and make a secret first.').waitFor();
    await section.getByLabel('Address', { exact: true }).fill('ftp://x');
    await section.getByRole('button', { name: 'Save address' }).click();
    await section.getByText('A webhook’s address begins with https://.').waitFor();
    await section.getByRole('button', { name: 'Make a secret' }).click();
    const secret = whsec.parse(await section.getByLabel('New secret').inputValue());
    const sink = await startWebhookSink(secret);
    sinks.push(sink);
    await section.getByLabel('Address', { exact: true }).fill(sink.url);
    await section.getByRole('button', { name: 'Save address' }).click();
    await page.getByText('Webhook saved').waitFor();
    await section.getByRole('button', { name: 'Send test' }).click();
    await section.getByText(/^It works\./).waitFor();
    expect(sink.deliveries[0]?.verifiedBy).toEqual([secret]);
    // Shown this once.
    await page.reload();
    await section.getByText('A secret is stored.').waitFor();
    await expect.poll(() => section.getByLabel('New secret').count()).toBe(0);
    const publishing = page.getByRole('region', { name: 'Social publishing' });
    await publishing.getByLabel('All platforms').selectOption('webhook');
    await publishing.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Social publishing saved').waitFor();

    sink.answerWith({ status: 200, body: { url: 'https://www.linkedin.com/feed/update/urn:li:share:7' } });
    const post = { platform: 'linkedin', content: 'Out by the webhook' };
    await hub.call('POST', '/api/social-posts', post, tenant.owner.token);
    await page.goto('/tenant/dashboard?tab=social&view=posts');
    await live(page);
    sink.script({ do: 'answer', status: 503, body: { message: 'Too busy' } });
    await page.getByRole('button', { name: 'Publish Now' }).click();
    await page.getByText(/^Failed to publish the post: /).waitFor();
    await page.getByText('Failed', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Out by the webhook' }).click();
    const dialog = page.getByRole('dialog', { name: 'LinkedIn post' });
    await dialog.getByText(/Automation webhook · Publish Now by .* · status 503/).waitFor();
    await dialog.getByText('What the other side answered').click();
    await dialog.getByText(/Too busy/).waitFor();
    await dialog.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('Post published!').waitFor();
    await dialog.getByRole('link', { name: /urn:li:share:7/ }).waitFor();
    await dialog.getByText(/sent again by .* · status 200/).waitFor();
    // The same event under the same id: a receiver that knows it does nothing.
    expect(sink.deliveries.filter(({ type }) => type !== 'ping').length).toBe(2);
    expect(new Set(sink.deliveries.filter(({ type }) => type !== 'ping').map(({ id }) => id)).size).toBe(1);

    // By itself, at its time: the open screen hears of it.
    await page.keyboard.press('Escape');
    // Long enough to be ahead still when the server reads it.
    const scheduledFor = new Date(Date.now() + 10_000).toISOString();
    const later = { platform: 'facebook', content: 'Out by itself', scheduledFor };
    await hub.call('POST', '/api/social-posts', later, tenant.owner.token);
    await page.getByText('Post Auto-Published!').waitFor({ timeout: 45_000 });
    const published = page.getByRole('region', { name: 'Published Posts' });
    await published.getByRole('link', { name: 'Out by itself' }).waitFor();

    await page.goto('/tenant/admin?tab=integrations&topic=social');
    await section.getByRole('button', { name: 'Start rotation' }).click();
    const next = whsec.parse(await section.getByLabel('New secret').inputValue());
    expect(next).not.toBe(secret);
    const pings = () => sink.deliveries.filter(({ type }) => type === 'ping');
    await section.getByRole('button', { name: 'Send test' }).click();
    await expect.poll(() => pings().at(1)?.signatures).toBe(2);
    await section.getByRole('button', { name: 'Finish' }).click();
    await page.getByText('The new secret is the only one now').waitFor();
    await section.getByRole('button', { name: 'Send test' }).click();
    await expect.poll(() => pings().at(2)?.signatures).toBe(1);
    expect(pings().at(2)?.verifiedBy).toEqual([]);
    await section.getByText(/^It does not work\./).waitFor();

    // A secret signs for the server that it was made for: another server gets another.
    await section.getByLabel('Address', { exact: true }).fill('http://localhost:9/hook');
    await section.getByText('Another server gets a new secret.').waitFor();
    await section.getByRole('button', { name: 'Save address' }).click();
    await page.getByText('Webhook saved').waitFor();
    await expect.poll(() => section.getByLabel('New secret').inputValue()).not.toBe(next);
    whsec.parse(await section.getByLabel('New secret').inputValue());
    // The one that was made to fail.
    expect(complaints.filter((text) => !text.includes('502'))).toEqual([]);
    await context.close();
  });

  it('say why a post is not out and what to do about it', async () => {
    const tenant = await hub.tenant();
    await hub.call(
      'PUT',
      '/api/tenant/integrations/social',
      { mode: 'direct', webhookUrl: null },
      tenant.owner.token,
    );
    const post = { platform: 'linkedin', content: 'Nowhere to go' };
    await hub.call('POST', '/api/social-posts', post, tenant.owner.token);
    const { page, context } = await hub.window(tenant.owner.token);
    await page.goto('/tenant/dashboard?tab=social&view=posts');
    await page.getByRole('button', { name: 'Publish Now' }).click();
    await page.getByText(/^Failed to publish the post: LinkedIn is not connected/).waitFor();
    await page.getByRole('tab', { name: 'Overview' }).click();
    await page.getByRole('link', { name: 'Connect LinkedIn' }).click();
    await page.getByText('Your operator has not set up LinkedIn (LINKEDIN_CLIENT_ID).').waitFor();
    await context.close();
  });

  it('hold the queue of each platform and who approves', async () => {
    const tenant = await hub.tenant();
    const { page, context, complaints } = await hub.window(tenant.owner.token);
    await page.goto('/tenant/admin?tab=integrations&topic=social');
    const queue = page.getByRole('region', { name: 'Queue for LinkedIn' });
    await queue.getByLabel('Day for LinkedIn').selectOption('2');
    await queue.getByLabel('Time for LinkedIn').fill('10:15');
    await queue.getByRole('button', { name: 'Add time' }).click();
    await queue.getByText('10:15').waitFor();
    await queue.getByRole('button', { name: 'Add time' }).click();
    await queue.getByText('Name each slot once.').waitFor();
    const approval = page.getByRole('region', { name: 'Approval of posts' });
    await approval.getByLabel('Posts go out only after they were approved').click();
    const saved = page.waitForResponse(
      (answer) =>
        answer.request().method() === 'PUT' && (answer.request().postData() ?? '').includes('approverId'),
    );
    await approval.getByLabel('Who approves').selectOption({ label: 'Dana Whitfield' });
    expect((await saved).status()).toBe(200);
    await page.reload();
    await expect.poll(() => approval.getByLabel('Who approves').inputValue()).not.toBe('');

    await hub.call(
      'POST',
      '/api/social-posts',
      { platform: 'linkedin', content: 'Next in line' },
      tenant.owner.token,
    );
    await page.goto('/tenant/dashboard?tab=social&view=posts');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: /Add to queue.*10:15 am/ }).click();
    await page.getByText('Post scheduled!').waitFor();
    await page.getByText(/Goes out .*10:15/).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('tell a person who comes back from a platform without its word what to do', async () => {
    const tenant = await hub.tenant();
    const { page, context } = await hub.window(tenant.owner.token);
    await page.goto('/tenant/social/connected?error=access_denied');
    await page.getByText('You did not allow it at the platform, so nothing was connected.').waitFor();
    await page.goto('/tenant/social/connected');
    await page.getByText('This address is not complete').waitFor();
    await page.goto('/tenant/social/connected?state=0123456789abcdef&code=x');
    await page.getByText('The account was not connected').waitFor();
    await page.getByRole('link', { name: 'Back to Integrations' }).click();
    await page.getByRole('heading', { name: 'Connected accounts' }).waitFor();
    await context.close();
  });
});
