import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
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
    await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Typed Offline');

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

/** Seconds for which a text is on the page. */
async function secondsShown(page: Page, text: string): Promise<number> {
  const shown = page.locator('[data-toasts]').getByText(text);
  await shown.waitFor();
  const from = Date.now();
  await shown.waitFor({ state: 'detached' });
  return (Date.now() - from) / 1000;
}

describe('the times of the specification [2, 4, 9]', () => {
  it('hold for toasts: 5 s for a new lead, 3 s for a changed one', async () => {
    const tenant = await hub.tenant();
    const { page, context } = await hub.window(tenant.owner.token);
    await page.goto('/tenant/dashboard?tab=leads');
    await page.getByText('Live', { exact: true }).waitFor();
    const made = hub.call('POST', '/api/leads', { contact_email: 'a@b.test' }, tenant.owner.token);
    const first = secondsShown(page, 'New Lead Received!');
    await page.locator('[data-toasts]').getByText('Unknown · No company').waitFor();
    expect(Math.abs((await first) - 5)).toBeLessThan(0.6);

    const { thread_id } = z.object({ thread_id: z.string() }).parse(await made);
    const address = `/api/leads/${encodeURIComponent(thread_id)}`;
    await hub.call('PATCH', address, { name: 'Ann Lee', company: 'Lee Signs' }, tenant.owner.token);
    const second = secondsShown(page, 'Lead Updated');
    await page.locator('[data-toasts]').getByText('Ann Lee · Lee Signs').waitFor();
    expect(Math.abs((await second) - 3)).toBeLessThan(0.6);
    await context.close();
  });

  it('hold for the connection: the next try comes 3 s after a close', async () => {
    const tenant = await hub.tenant();
    const { page, context } = await hub.window(tenant.owner.token);
    const opened: number[] = [];
    await page.routeWebSocket('**/ws/updates', (socket) => {
      opened.push(Date.now());
      if (opened.length === 1) setTimeout(() => void socket.close({ code: 1001 }), 500);
    });
    await page.goto('/tenant/dashboard?tab=leads');
    await page.getByText('Live', { exact: true }).waitFor();
    await page.getByText('Offline', { exact: true }).waitFor();
    const closed = Date.now();
    await page.getByText('Live', { exact: true }).waitFor();
    const waited = ((opened[1] ?? 0) - closed) / 1000;
    expect(waited).toBeGreaterThan(2.5);
    expect(waited).toBeLessThan(3.8);
    await context.close();
  });
});
