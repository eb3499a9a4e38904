import type { Page, WebSocketRoute } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { dropFile, Hub, unansweredOf } from './fixtures.ts';
import { sampleMbox } from './mail.ts';

const hub = new Hub();

describe('a connection that is lost', () => {
  it('is said, loses nothing that was typed, and comes back by itself', async () => {
    const tenant = await hub.tenant();
    const { page, context } = await hub.window(tenant.owner.token);
    const unanswered = unansweredOf(page);
    const dialogs = page.waitForResponse(/\/new-lead-dialog-[^/]*\.js$/);
    await page.goto('/tenant/dashboard?tab=leads');
    await page.getByText('No leads found').waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    await dialogs;
    await expect.poll(unanswered).toBe(0);
    await context.setOffline(true);
    await page.getByText('Offline', { exact: true }).waitFor();
    await page.getByText('The connection is interrupted.').waitFor();
    await page.getByRole('button', { name: 'New lead' }).first().click();
    await page.getByLabel('Name').fill('Typed Offline');
    await page.getByRole('button', { name: 'Add lead' }).click();
    await page.getByText('The lead was not added').waitFor();
    await page.getByText('The server cannot be reached.').waitFor();
    await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Typed Offline');

    await context.setOffline(false);
    await page.getByText('Live', { exact: true }).waitFor();
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
    await expect.poll(() => page.getByRole('button', { name: /^Total/ }).innerText()).toContain('–');
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
    const gate = Promise.withResolvers<undefined>();
    await page.route('**/api/v2/ingest/messages', async (route) => {
      await gate.promise;
      await route.continue();
    });
    await dropFile(page, 'inbox.mbox', sampleMbox(tenant.owner.email));
    await page.getByText(/of 30 messages/).waitFor();
    const late = 'From: Late Lou <lou@late.test>\nSubject: Late\nMessage-ID: <late@late.test>\n\nHello\n';
    await dropFile(page, 'late.eml', late);
    await page.getByText('1 more file waiting').waitFor();
    gate.resolve(undefined);
    await page.getByText('31 messages stored · 9 new leads').waitFor();
    await page.getByText('9 of 9 leads').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await dropFile(page, 'nothing.mbox', '');
    await page.getByText('The file is empty.').waitFor();
    await context.close();
  });
});

/** Stops the page's clock, which was installed before the page was opened: from now on only the test moves it. */
async function stopClock(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  // Far enough ahead that it is not the past already by the time the browser is told.
  await page.clock.pauseAt(now + 60_000);
}

/** A toast that is there for so long by the stopped clock, milliseconds. */
async function isShownFor(page: Page, text: string, ms: number): Promise<void> {
  const shown = page.locator('[data-toasts]').getByText(text);
  await shown.waitFor();
  await page.clock.runFor(ms - 100);
  await expect.poll(() => shown.count()).toBe(1);
  await page.clock.runFor(200);
  await shown.waitFor({ state: 'detached' });
}

describe('the times of the specification [2, 4, 9]', () => {
  it('hold for toasts: 5 s for a new lead, 3 s for a changed one', async () => {
    const tenant = await hub.tenant();
    const { page, context } = await hub.window(tenant.owner.token);
    await page.clock.install();
    await page.goto('/tenant/dashboard?tab=leads');
    await page.getByText('No leads found').waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    await stopClock(page);
    const made = await hub.call('POST', '/api/leads', { contact_email: 'a@b.test' }, tenant.owner.token);
    await page.locator('[data-toasts]').getByText('Unknown · No company').waitFor();
    await isShownFor(page, 'New Lead Received!', 5000);

    const { thread_id } = z.object({ thread_id: z.string() }).parse(made);
    const address = `/api/leads/${encodeURIComponent(thread_id)}`;
    await hub.call('PATCH', address, { name: 'Ann Lee', company: 'Lee Signs' }, tenant.owner.token);
    await page.locator('[data-toasts]').getByText('Ann Lee · Lee Signs').waitFor();
    await isShownFor(page, 'Lead Updated', 3000);
    await context.close();
  });

  it('hold for the connection: the next try comes 3 s after a close', async () => {
    const tenant = await hub.tenant();
    const { page, context } = await hub.window(tenant.owner.token);
    const opened: WebSocketRoute[] = [];
    await page.routeWebSocket('**/ws/updates', (socket) => {
      opened.push(socket);
    });
    await page.clock.install();
    await page.goto('/tenant/dashboard?tab=leads');
    await page.getByText('Live', { exact: true }).waitFor();
    await stopClock(page);
    await opened[0]?.close({ code: 1001 });
    await page.getByText('Offline', { exact: true }).waitFor();
    await page.clock.runFor(2900);
    expect(opened).toHaveLength(1);
    await page.clock.runFor(200);
    await page.getByText('Live', { exact: true }).waitFor();
    expect(opened).toHaveLength(2);
    await context.close();
  });
});
