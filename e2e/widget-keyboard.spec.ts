import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { conversationsOf } from './conversations.ts';
import { Hub, hasFocus, overhang, type Tenant } from './fixtures.ts';
import { Website } from './website.ts';

const hub = new Hub();
let tenant: Tenant;
let site: Website;
let austrian: Website;

const settings = z.object({ embedCode: z.string() });
const made = z.object({ id: z.string() });
const violationsOf = z.object({ violations: z.array(z.object({ id: z.string(), help: z.string() })) });

beforeAll(async () => {
  tenant = await hub.tenant(['support_agent']);
  const { embedCode } = settings.parse(await call('GET', '/api/support-settings'));
  site = await Website.start(hub.url, embedCode);
  austrian = await Website.start(hub.url, embedCode, 'de-AT');
  await call('PUT', '/api/support-settings', { origins: [site.origin, austrian.origin] });
  const body = '# Where\n\nVisitors park in **bay \\#7**. Not on \\*Sundays\\*.\n\n```\nopen --gate\n```';
  const { id } = made.parse(await call('POST', '/api/knowledge/articles', { title: 'Parking', body }));
  await call('POST', `/api/knowledge/articles/${id}/state`, { state: 'published' });
});
afterAll(() => Promise.all([site.stop(), austrian.stop()]));

function call(method: string, address: string, body?: unknown): Promise<unknown> {
  return hub.call(method, address, body, tenant.owner.token);
}

const log = (page: Page) => page.getByRole('log');
const box = (page: Page) => page.getByRole('textbox', { name: 'Write your question' });

/** What has the focus inside the widget, by its label or text. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const active = document.querySelector('[data-hub-chat]')?.shadowRoot?.activeElement;
    return active?.getAttribute('aria-label') ?? active?.textContent ?? null;
  });

async function ask(page: Page, question: string): Promise<void> {
  await box(page).fill(question);
  await page.keyboard.press('Enter');
}

async function faults(page: Page): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate(axe.source);
    const result = await page.evaluate(() => Reflect.get(window, 'axe').run(document));
    found.push(...violationsOf.parse(result).violations);
  }
  return found;
}

describe('the widget by keyboard and for screen readers', () => {
  it('has nothing that axe finds: closed, open, with an article, with the form for an address', async () => {
    const { page, context } = await hub.window(null);
    await page.goto(`${hub.url}/widget-demo?organization=${tenant.slug}`);
    await page.getByRole('button', { name: 'Open the chat' }).waitFor();
    expect(await faults(page), 'closed').toEqual([]);
    await page.getByRole('button', { name: 'Open the chat' }).click();
    await ask(page, 'Where do visitors park?');
    await page.getByRole('group', { name: 'Did this help?' }).waitFor();
    expect(await faults(page), 'open').toEqual([]);
    await page.getByRole('button', { name: 'From: Parking' }).click();
    await page.getByRole('region', { name: 'Parking' }).waitFor();
    expect(await faults(page), 'with an article').toEqual([]);
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('button', { name: 'Talk to a person' }).click();
    await page.getByRole('form', { name: 'Send me the answer' }).waitFor();
    expect(await faults(page), 'with the form').toEqual([]);
    await context.close();
  });

  it('moves the focus into what opens and back to where it came from', async () => {
    const { page, context } = await hub.window(null);
    await page.goto(site.origin);
    const launch = page.getByRole('button', { name: 'Open the chat' });
    await launch.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe('Write your question');
    await ask(page, 'Where do visitors park?');
    const cited = page.getByRole('button', { name: 'From: Parking' });
    await cited.focus();
    await page.keyboard.press('Enter');
    const article = page.getByRole('region', { name: 'Parking' });
    await article.waitFor();
    await hasFocus(article);
    await expect.poll(() => article.innerText()).not.toMatch(/[\\*`]{2}|\\|```/);
    await article.getByText('Visitors park in bay #7. Not on *Sundays*.').waitFor();
    await article.getByText('open --gate').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => focused(page)).toBe('From: Parking: Where');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await expect.poll(() => focused(page)).toBe('Open the chat');
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe('Write your question');
    const stops = 12;
    const visited = new Set<string | null>();
    for (let left = stops; left > 0; left -= 1) {
      await page.keyboard.press('Tab');
      visited.add(await page.evaluate(() => document.activeElement?.tagName ?? null));
    }
    // Tab leaves the chat for the page: it is no modal dialog.
    expect([...visited].some((tag) => tag !== 'DIV')).toBe(true);
    await context.close();
  });

  it('keeps what is typed from the shortcuts of the page', async () => {
    const { page, context } = await hub.window(null);
    await page.goto(site.origin);
    await page.evaluate(() => {
      const heard: string[] = [];
      Reflect.set(window, 'heard', heard);
      for (const type of ['keydown', 'keypress', 'keyup'])
        for (const target of [document, window])
          target.addEventListener(type, (event) => heard.push(event.type));
    });
    await page.getByRole('button', { name: 'Open the chat' }).click();
    await expect.poll(() => focused(page)).toBe('Write your question');
    await page.keyboard.type('s/?');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'heard'))).toEqual([]);
    await page.evaluate(() => document.querySelector('a')?.focus());
    await page.keyboard.press('s');
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'heard').length)).toBeGreaterThan(0);
    await context.close();
  });

  it('stays open when Escape ends the composition of a character', async () => {
    const { page, context } = await hub.window(null);
    await page.goto(site.origin);
    await page.getByRole('button', { name: 'Open the chat' }).click();
    const press = (isComposing: boolean) =>
      box(page).evaluate(
        (one, composing) =>
          one.dispatchEvent(
            new KeyboardEvent('keydown', { key: 'Escape', isComposing: composing, bubbles: true }),
          ),
        isComposing,
      );
    await press(true);
    await expect.poll(() => page.getByRole('dialog').isVisible()).toBe(true);
    await press(false);
    await expect.poll(() => page.getByRole('dialog').isVisible()).toBe(false);
    await context.close();
  });

  it('says of an article that it could not be opened, and thanks for a rating only when it has arrived', async () => {
    const { page, context } = await hub.window(null);
    await page.goto(site.origin);
    await page.getByRole('button', { name: 'Open the chat' }).click();
    await ask(page, 'Where do visitors park?');
    await page.route('**/{article,rating}', (route) => route.abort());
    await page.getByRole('button', { name: 'From: Parking' }).click();
    const alert = page.getByRole('alert');
    await alert.getByText('The article could not be opened. Try again.').waitFor();
    await page.getByRole('button', { name: 'Yes' }).click();
    await alert.getByText('Not sent.').waitFor();
    await expect.poll(() => page.getByText('Thank you.').count()).toBe(0);
    await page.unroute('**/{article,rating}');
    await page.getByRole('button', { name: 'Yes' }).click();
    await page.getByText('Thank you.').waitFor();
    await expect.poll(() => alert.isVisible()).toBe(false);
    await context.close();
  });

  it('says its language, and has a place where writing is announced from the start', async () => {
    const { page, context } = await hub.window(null, { locale: 'de-AT' });
    await page.goto(site.origin);
    const host = page.locator('[data-hub-chat]');
    await expect.poll(() => host.getAttribute('lang')).toBe('en');
    await page.goto(austrian.origin);
    await page.getByRole('button', { name: 'Chat öffnen' }).waitFor();
    await expect.poll(() => host.getAttribute('lang')).toBe('de');
    const places = await host.evaluate((one) =>
      [...(one.shadowRoot?.querySelectorAll('[aria-live=polite]') ?? [])].map(
        (place) => `${place.className} ${place.getAttribute('role')}`,
      ),
    );
    expect(places).toEqual(['log log', 'typing status']);
    await context.close();
  });

  it.each([
    ['320 pixels wide', { width: 320, height: 568 }],
    ['1280 by 720 at 200 %', { width: 640, height: 360 }],
  ])('can be used in a window of %s', async (_name, viewport) => {
    const { page, context } = await hub.window(null, { viewport });
    await page.goto(`${hub.url}/widget-demo?organization=${tenant.slug}`);
    await page.getByRole('button', { name: 'Open the chat' }).click();
    await ask(page, 'Please connect me to a human');
    await log(page).getByText('I have called a person of our team').waitFor();
    // The panel slides in, and a slow machine is still at it when the answer stands.
    await expect
      .poll(() => page.getByRole('dialog').boundingBox())
      .toEqual({ x: 0, y: 0, width: viewport.width, height: viewport.height });
    for (const button of [
      page.getByRole('button', { name: 'Close the chat' }),
      page.getByRole('button', { name: 'Send', exact: true }),
    ]) {
      const at = await button.boundingBox();
      expect((at?.x ?? 0) + (at?.width ?? 0)).toBeLessThanOrEqual(viewport.width);
      expect((at?.y ?? 0) + (at?.height ?? 0)).toBeLessThanOrEqual(viewport.height);
    }
    const talk = await log(page).boundingBox();
    expect(talk?.height).toBeGreaterThan(120);
    await expect.poll(() => overhang(page)).toBe(0);
    await context.close();
  });

  it('does not count as read what came while an article was before it', async () => {
    const { page, context } = await hub.window(null);
    await page.goto(site.origin);
    await page.getByRole('button', { name: 'Open the chat' }).click();
    await ask(page, 'Where do visitors park?');
    await page.getByRole('button', { name: 'From: Parking' }).click();
    await page.getByRole('region', { name: 'Parking' }).waitFor();
    const [row] = await conversationsOf(hub, tenant);
    await call('POST', `/api/conversations/${row?.id ?? ''}/messages`, { text: 'May I help?' });
    await page.getByRole('button', { name: /\(2\)/ }).waitFor();
    const seen = z.object({ lastSeq: z.int(), visitorReadSeq: z.int() });
    const read = async () => seen.parse(await call('GET', `/api/conversations/${row?.id ?? ''}`));
    expect((await read()).visitorReadSeq).toBeLessThan((await read()).lastSeq);
    await page.keyboard.press('Escape');
    await expect.poll(async () => (await read()).visitorReadSeq).toBe((await read()).lastSeq);
    await context.close();
  });
});
