import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Hub } from './fixtures.ts';

const hub = new Hub();

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
