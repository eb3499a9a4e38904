import { readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { conversationsOf } from './conversations.ts';
import { Hub, narrow, overhang, phone, type Tenant } from './fixtures.ts';
import { Website } from './website.ts';

const hub = new Hub();
let tenant: Tenant;
let site: Website;

const settings = z.object({ embedCode: z.string() });
const made = z.object({ id: z.string() });

beforeAll(async () => {
  tenant = await hub.tenant(['support_agent', 'leads_manager']);
  const { embedCode } = settings.parse(await call('GET', '/api/support-settings'));
  site = await Website.start(hub.url, embedCode);
  await call('PUT', '/api/support-settings', { origins: [site.origin] });
  const body = '# Where\n\nVisitors park in **bay 7**. It is free for two hours.';
  const { id } = made.parse(await call('POST', '/api/knowledge/articles', { title: 'Parking', body }));
  await call('POST', `/api/knowledge/articles/${id}/state`, { state: 'published' });
});
afterAll(() => site.stop());

function call(method: string, address: string, body?: unknown): Promise<unknown> {
  return hub.call(method, address, body, tenant.owner.token);
}

async function open(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open the chat' }).click();
  await page.getByRole('dialog', { name: tenant.name }).waitFor();
}

async function ask(page: Page, question: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Write your question' }).fill(question);
  await page.keyboard.press('Enter');
}

/** As a browser asks for the file; `fetch` would not let the tag decide. */
function load(headers: Record<string, string>): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(`${hub.url}/widget.js`, { headers: { 'accept-encoding': 'br', ...headers } }, (answer) => {
      answer.resume();
      resolve(answer);
    }).on('error', reject);
  });
}

const log = (page: Page) => page.getByRole('log');
const stored = (page: Page) =>
  page.evaluate(() => [document.cookie, localStorage.length, sessionStorage.length]);

describe('the file of the widget', () => {
  it('has less than 15 KB compressed, names no other address, and may be loaded by any page for a short while', async () => {
    const bytes = readFileSync(path.join(import.meta.dirname, '../dist/web/widget.js'));
    expect(gzipSync(bytes, { level: 9 }).length).toBeLessThan(15_000);
    expect(bytes.toString('utf8')).not.toMatch(/https?:\/\/(?!www\.w3\.org)/);
    const answer = await load({});
    expect(answer.headers['cache-control']).toBe('public, max-age=300');
    expect(answer.headers['cross-origin-resource-policy']).toBe('cross-origin');
    const again = await load({ 'if-none-match': answer.headers.etag ?? '' });
    expect([answer.statusCode, again.statusCode]).toEqual([200, 304]);
  });
});

describe('the widget on a website with a strict policy', () => {
  it('answers from an article that can be opened, and keeps nothing before the first message', async () => {
    const { page, context, complaints } = await hub.window(null);
    await page.goto(site.origin);
    await open(page);
    await log(page).getByText('I am an automated assistant').waitFor();
    await expect.poll(() => stored(page)).toEqual(['', 0, 1]);
    await ask(page, 'Where do visitors park?');
    await log(page).getByText('Visitors park in bay 7. It is free for two hours.').waitFor();
    await expect.poll(() => stored(page)).toEqual(['', 1, 1]);
    await page.getByRole('button', { name: 'From: Parking' }).click();
    await page.getByRole('heading', { name: 'Where', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await log(page).waitFor();
    await page.getByRole('button', { name: 'Yes' }).click();
    await page.getByText('Thank you.').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('goes on after the next page, without taking the focus', async () => {
    const { page, context, complaints } = await hub.window(null);
    await page.goto(site.origin);
    await open(page);
    await ask(page, 'Where do visitors park?');
    await log(page).getByText('bay 7').waitFor();
    await page.goto(`${site.origin}/next`);
    await log(page).getByText('bay 7').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
    await ask(page, 'Is it free?');
    await log(page).getByText('Is it free?').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('brings a person, who is seen to write, and whose answer is counted while the chat is closed', async () => {
    const { page, context } = await hub.window(null);
    await page.goto(site.origin);
    await open(page);
    await ask(page, 'Where do visitors park?');
    await log(page).getByText('bay 7').waitFor();
    await page.getByRole('button', { name: 'Talk to a person' }).click();
    await log(page).getByText('I have called a person of our team').waitFor();
    const [begun] = await conversationsOf(hub, tenant);
    const id = begun?.id ?? '';
    await page.getByLabel('Your email address').fill('jo@buyer.example');
    await page.getByRole('button', { name: 'Send me the answer' }).click();
    await log(page).getByText('Answers also go to jo@buyer.example if you leave.').waitFor();
    await call('POST', `/api/conversations/${id}/take-over`, {});
    await log(page).getByText('Dana Whitfield is answering now.').waitFor();
    // It shows for a moment only, so it is said again until it was seen, as by a person who goes on writing.
    const isWriting = page.getByRole('status').getByText('Dana Whitfield is writing…');
    await expect
      .poll(
        async () => {
          await call('POST', `/api/conversations/${id}/typing`, {});
          return isWriting.isVisible();
        },
        { interval: 500 },
      )
      .toBe(true);
    await page.keyboard.press('Escape');
    await call('POST', `/api/conversations/${id}/messages`, { text: 'Bay 8 is free as well.' });
    await page.getByRole('button', { name: 'Open the chat (1)' }).click();
    await log(page).getByText('Bay 8 is free as well.').waitFor();
    await call('POST', `/api/conversations/${id}/close`, {});
    await page.getByRole('button', { name: 'Begin a new conversation' }).click();
    await log(page).getByText('I am an automated assistant').waitFor();
    await context.close();
  });

  it('is used by the keyboard alone', async () => {
    const { page, context } = await hub.window(null);
    await page.goto(hub.url + `/widget-demo?organization=${tenant.slug}`);
    const launch = page.getByRole('button', { name: 'Open the chat' });
    await launch.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Write your question' }).waitFor();
    await page.keyboard.type('Where do visitors park?');
    await page.keyboard.press('Enter');
    await log(page).getByText('bay 7').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await context.close();
  });

  it('fills a phone and nothing sticks out', async () => {
    const { page, context } = await hub.window(null, phone);
    await page.goto(hub.url + `/widget-demo?organization=${tenant.slug}`);
    await expect.poll(() => overhang(page)).toBe(0);
    await open(page);
    const box = () => page.getByRole('dialog').boundingBox();
    await expect.poll(async () => (await box())?.x).toBe(0);
    await expect.poll(async () => (await box())?.width).toBe(narrow.viewport.width);
    await ask(page, `Wo ist der ${'Donaudampfschifffahrts'.repeat(6)}kapitän bitte, und wann ist er da?`);
    await log(page).getByText('Dazu finde ich in unseren Artikeln keine Antwort.').waitFor();
    await expect.poll(() => overhang(page)).toBe(0);
    await context.close();
  });
});

describe('a website that was not named', () => {
  it('shows no widget, and whoever put it there reads why', async () => {
    const { embedCode } = settings.parse(await call('GET', '/api/support-settings'));
    const other = await Website.start(hub.url, embedCode);
    const { page, context } = await hub.window(null);
    const said = page.waitForEvent('console', (message) => message.text().includes('may not show the chat'));
    await page.goto(other.origin);
    expect((await said).text()).toContain('An admin can add its address under Support, Widget.');
    await expect.poll(() => page.getByRole('button', { name: 'Open the chat' }).count()).toBe(0);
    await context.close();
    await other.stop();
  });
});

describe('an organization without the module', () => {
  it('has a widget that says that it is not available', async () => {
    const without = await hub.tenant(['outreach']);
    const { page, context } = await hub.window(null);
    await page.goto(hub.url + `/widget-demo?organization=${without.slug}`);
    await page.getByRole('button', { name: 'Open the chat' }).click();
    await page.getByText('The chat is not available at the moment.').waitFor();
    await context.close();
  });
});
