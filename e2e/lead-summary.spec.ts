import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { Hub, type Tenant } from './fixtures.ts';

/** A provider that is always ill. */
const provider = http.createServer((_request, response) => response.writeHead(500).end('no'));
await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
const { port } = provider.address() as AddressInfo;
afterAll(() => void provider.close());

async function mail(hub: Hub, tenant: Tenant, id: string, text: string, more: object[] = []): Promise<void> {
  await hub.call(
    'POST',
    '/api/v2/ingest/messages',
    {
      id,
      snippet: text.slice(0, 100),
      payload: {
        mimeType: 'text/plain',
        headers: [
          { name: 'From', value: 'Noa Feldman <noa@optical.test>' },
          { name: 'Subject', value: 'Screens' },
          { name: 'Message-ID', value: `<${id}@optical.test>` },
          ...more,
        ],
        body: { data: Buffer.from(text).toString('base64url') },
      },
    },
    tenant.owner.token,
  );
}

async function openLead(page: Page) {
  await page.goto('/tenant/dashboard?tab=leads');
  await page.getByRole('link', { name: 'Noa Feldman' }).click();
  return page.getByRole('dialog', { name: 'Noa Feldman' });
}

const words =
  'Hi, we would like digital screens from July.\n\nWe can spend up to $4,000. Do you print too?\n\nNoa Feldman';

describe('the summary of a lead', () => {
  const hub = new Hub();
  it('is generated, shows its receipts, goes out of date, hides and comes back', async () => {
    const tenant = await hub.tenant();
    await mail(hub, tenant, 's1', words);
    const { page, context, complaints } = await hub.window(tenant.owner.token);
    const dialog = await openLead(page);
    const card = dialog.getByRole('region', { name: 'AI summary' });
    await card.getByRole('button', { name: 'Generate summary' }).click();
    await card.getByText('up to $4,000', { exact: true }).waitFor();
    await card.getByText('Medium priority').waitFor();
    await card.getByText('Summary by built-in rules').waitFor();
    await card
      .getByRole('button', { name: /^from: / })
      .and(card.getByTitle('We can spend up to $4,000.'))
      .click();
    await dialog.locator('mark', { hasText: 'We can spend up to $4,000.' }).waitFor();
    await card.getByRole('button', { name: 'Hide' }).click();
    await dialog.getByRole('button', { name: 'Show the summary' }).click();

    await mail(hub, tenant, 's2', 'Our budget is $6,500 now.', [
      { name: 'In-Reply-To', value: '<s1@optical.test>' },
    ]);
    await page.reload();
    await card.getByText('New messages since this summary was made.').waitFor();
    await card.getByRole('button', { name: 'Regenerate' }).click();
    await card.getByText('$6,500', { exact: true }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('has no button for a viewer, who sees one that was made', async () => {
    const tenant = await hub.tenant();
    await mail(hub, tenant, 's3', words);
    const viewer = await hub.colleague(tenant, 'viewer');
    const { page, context } = await hub.window(viewer.token);
    const dialog = await openLead(page);
    await dialog.getByText('Thread ID:').waitFor();
    await expect.poll(() => dialog.getByRole('button', { name: 'Generate summary' }).count()).toBe(0);
    await context.close();
  });
});

describe('a summary whose provider fails', () => {
  const hub = new Hub({
    AI_PROVIDER: 'openai-compatible',
    AI_BASE_URL: `http://127.0.0.1:${port}`,
    AI_MODEL: 'small',
    HUB_ALLOW_PRIVATE_HOSTS: '1',
  });
  it('says so and offers another try and the built-in engine', async () => {
    const tenant = await hub.tenant();
    await mail(hub, tenant, 's4', words);
    const { page, context } = await hub.window(tenant.owner.token);
    const dialog = await openLead(page);
    const card = dialog.getByRole('region', { name: 'AI summary' });
    await card.getByRole('button', { name: 'Generate summary' }).click();
    await card.getByRole('alert').getByText('reported an error').waitFor();
    await card.getByRole('button', { name: 'Try again' }).waitFor();
    await card.getByRole('button', { name: 'Use the built-in engine' }).click();
    await card.getByText('up to $4,000', { exact: true }).waitFor();
    await context.close();
  });
});
