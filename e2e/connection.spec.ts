import { describe, expect, it } from 'vitest';
import { dropFile, Hub } from './fixtures.ts';
import { sampleMbox } from './mail.ts';

const hub = new Hub();

describe('a connection that is lost', () => {
  it('is said, loses nothing that was typed, and comes back by itself', async () => {
    const tenant = await hub.tenant();
    const { page, context } = await hub.window(tenant.owner.token);
    await page.goto('/tenant/dashboard?tab=leads');
    await page.getByText('No leads found').waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    // By then the dialogs are there too.
    await page.waitForTimeout(2500);
    await context.setOffline(true);
    await page.getByText('Offline', { exact: true }).waitFor({ timeout: 3000 });
    await page.getByText('The connection is interrupted.').waitFor();
    await page.getByRole('button', { name: 'New lead' }).first().click();
    await page.getByLabel('Name').fill('Typed Offline');
    await page.getByRole('button', { name: 'Add lead' }).click();
    await page.getByText('The lead was not added').waitFor();
    await page.getByText('The server cannot be reached.').waitFor();
    expect(await page.getByLabel('Name').inputValue()).toBe('Typed Offline');

    await context.setOffline(false);
    await page.getByText('Live', { exact: true }).waitFor({ timeout: 6000 });
    await page.getByRole('button', { name: 'Add lead' }).click();
    await page.getByRole('dialog', { name: 'Typed Offline' }).waitFor();
    await context.close();
  });

  it('leaves what failed with a reason, and the rest of the screen working', async () => {
    const tenant = await hub.tenant();
    const { page, context } = await hub.window(tenant.owner.token);
    const broken = {
      status: 500,
      json: { message: 'The server stumbled.', code: 'internal', requestId: 'r-7' },
    };
    await page.route(/\/api\/(leads\?|dashboard-stats)/, (route) => route.fulfill(broken));
    await page.goto('/tenant/dashboard?tab=leads');
    await page.getByText('The leads could not be loaded').waitFor();
    await page.getByText('The server stumbled.').waitFor();
    await page.getByText('Request r-7').waitFor();
    // The tiles say that their figures are missing instead of loading for ever.
    expect(await page.getByRole('button', { name: /^Total/ }).innerText()).toContain('–');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('No leads found').waitFor();
    await context.close();
  });
});

describe('files that are dropped', () => {
  it('while an import runs join it, and an empty mailbox is named', async () => {
    const tenant = await hub.tenant();
    const { page, context } = await hub.window(tenant.owner.token);
    await page.goto('/tenant/dashboard?tab=leads');
    await page.getByText('No leads found').waitFor();
    await page.route('**/api/v2/ingest/messages', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      await route.continue();
    });
    await dropFile(page, 'inbox.mbox', sampleMbox(tenant.owner.email));
    await page.getByText(/of 30 messages/).waitFor();
    const late = 'From: Late Lou <lou@late.test>\nSubject: Late\nMessage-ID: <late@late.test>\n\nHello\n';
    await dropFile(page, 'late.eml', late);
    await page.getByText('1 more file waiting').waitFor();
    await page.getByText('31 messages stored · 9 new leads').waitFor();
    await page.getByText('9 of 9 leads').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await dropFile(page, 'nothing.mbox', '');
    await page.getByText('The file is empty.').waitFor();
    await context.close();
  });
});
