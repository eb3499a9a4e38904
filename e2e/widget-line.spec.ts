import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { conversationsOf } from './conversations.ts';
import { Hub, type Tenant } from './fixtures.ts';
import { Website } from './website.ts';

const hub = new Hub();
let tenant: Tenant;
let site: Website;

const settings = z.object({ embedCode: z.string() });
const subjects = z.array(z.object({ subject: z.string() }));
const talk = z.object({ lastSeq: z.int(), visitorReadSeq: z.int() });
const begun = z.object({ text: z.string(), clientKey: z.string() });

beforeAll(async () => {
  tenant = await hub.tenant(['support_agent']);
  const { embedCode } = settings.parse(await call('GET', '/api/support-settings'));
  site = await Website.start(hub.url, embedCode);
  await call('PUT', '/api/support-settings', { origins: [site.origin] });
});
afterAll(() => site.stop());

function call(method: string, address: string, body?: unknown): Promise<unknown> {
  return hub.call(method, address, body, tenant.owner.token);
}

const log = (page: Page) => page.getByRole('log');

async function open(page: Page, address = site.origin): Promise<void> {
  await page.goto(address);
  await page.getByRole('button', { name: 'Open the chat' }).click();
  await page.getByRole('dialog', { name: tenant.name }).waitFor();
}

async function ask(page: Page, question: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Write your question' }).fill(question);
  await page.keyboard.press('Enter');
}

/** The conversation that was begun last, taken over by a person. */
async function takeOver(): Promise<{ id: string }> {
  const [row] = await conversationsOf(hub, tenant);
  if (!row) throw new Error('No conversation was begun.');
  await call('POST', `/api/conversations/${row.id}/take-over`, {});
  return row;
}

const say = (id: string, text: string) => call('POST', `/api/conversations/${id}/messages`, { text });

/** Whether the server knows that everything was read. */
async function isRead(id: string): Promise<boolean> {
  const { lastSeq, visitorReadSeq } = talk.parse(await call('GET', `/api/conversations/${id}`));
  return visitorReadSeq === lastSeq;
}

/** As behind a proxy that lets no socket through. */
async function withoutSockets(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Reflect.set(window, 'WebSocket', () => {
      throw new Error('No socket gets through.');
    });
  });
}

describe('what a visitor has read', () => {
  it('is known to the server, also when it was on the screen before the socket was open', async () => {
    const { page, context } = await hub.window(null);
    await open(page);
    await ask(page, 'Please connect me to a human');
    await log(page).getByText('I have called a person of our team').waitFor();
    const { id } = await takeOver();
    await page.goto('about:blank');
    await say(id, 'Here I am.');
    expect(await isRead(id)).toBe(false);
    await page.goto(site.origin);
    await log(page).getByText('Here I am.').waitFor();
    await expect.poll(() => isRead(id), { timeout: 30_000 }).toBe(true);
    await context.close();
  });

  it('is known where no socket can be opened, and a conversation that was deleted ends there too', async () => {
    const { page, context } = await hub.window(null);
    await withoutSockets(page);
    await open(page);
    await ask(page, 'Please connect me to a human');
    await log(page).getByText('I have called a person of our team').waitFor();
    const { id } = await takeOver();
    await say(id, 'Here I am.');
    await log(page).getByText('Here I am.').waitFor();
    await expect.poll(() => isRead(id), { timeout: 45_000 }).toBe(true);
    await call('DELETE', `/api/conversations/${id}`);
    await log(page).getByText('Here I am.').waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(0);
    await context.close();
  });

  it('is not what came while the chat was closed', async () => {
    const { page, context } = await hub.window(null);
    await open(page);
    await ask(page, 'Please connect me to a human');
    await log(page).getByText('I have called a person of our team').waitFor();
    const { id } = await takeOver();
    await log(page).getByText('is answering now').waitFor();
    await page.keyboard.press('Escape');
    await say(id, 'Are you there?');
    await page.getByRole('button', { name: 'Open the chat (1)' }).waitFor();
    expect(await isRead(id)).toBe(false);
    await context.close();
  });
});

describe('a message that does not get through', () => {
  it('stays on the screen if it is the first one, and goes as the same message when it is tried again', async () => {
    const { page, context } = await hub.window(null);
    const sent: z.infer<typeof begun>[] = [];
    await page.route('**/api/widget/*/conversations', async (route) => {
      sent.push(begun.parse(route.request().postDataJSON()));
      await (sent.length === 1 ? route.abort() : route.continue());
    });
    await open(page, `${site.origin}/help/deep?token=canary-in-query&mail=jo@buyer.example#canary-in-hash`);
    await ask(page, 'Where do visitors park?');
    await log(page).getByText('Not sent.').waitFor();
    await log(page).getByText('Where do visitors park?').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await log(page).locator('[data-seq="1"]').getByText('I am an automated assistant').waitFor();
    await page.getByRole('button', { name: 'Try again' }).waitFor({ state: 'hidden' });
    expect(sent).toHaveLength(2);
    expect(sent[0]?.clientKey).toBe(sent[1]?.clientKey);
    expect(sent[1]?.text).toBe('Where do visitors park?');
    await expect.poll(() => log(page).getByText('Where do visitors park?').count()).toBe(1);
    const [row] = await conversationsOf(hub, tenant);
    expect(row?.page).toBe(`${site.origin}/help/deep`);
    await context.close();
  });

  it('of a conversation that was deleted begins another one when it is tried again', async () => {
    const { page, context } = await hub.window(null);
    await open(page);
    await ask(page, 'Please connect me to a human');
    await log(page).getByText('I have called a person of our team').waitFor();
    const { id } = await takeOver();
    await page.route('**/messages', async (route) => {
      // Nobody tells the widget before it writes.
      await call('DELETE', `/api/conversations/${id}`);
      await route.continue();
    });
    await ask(page, 'And is it free?');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Try again' }).waitFor({ state: 'hidden' });
    await log(page).getByText('And is it free?').waitFor();
    await expect.poll(() => log(page).getByText('Please connect me').count()).toBe(0);
    await context.close();
  });

  it('of a conversation that was closed meanwhile goes into a new one', async () => {
    const { page, context } = await hub.window(null);
    await open(page);
    await ask(page, 'Please connect me to a human');
    await log(page).getByText('I have called a person of our team').waitFor();
    const { id } = await takeOver();
    await page.route('**/messages', async (route) => {
      await call('POST', `/api/conversations/${id}/close`);
      await route.continue();
    });
    await ask(page, 'And is it free?');
    await log(page).getByText('This conversation is closed.').waitFor();
    await log(page).getByText('Not sent.').waitFor();
    await log(page).getByRole('button', { name: 'Begin a new conversation' }).click();
    await log(page).getByText('Please connect me').waitFor({ state: 'detached' });
    await log(page).getByText('Not sent.').waitFor({ state: 'detached' });
    await log(page).getByText('And is it free?').waitFor();
    expect((await conversationsOf(hub, tenant))[0]?.id).not.toBe(id);
    await context.close();
  });
});

describe('two tabs of one visitor', () => {
  it('have one conversation, which ends in both, although both were opened before it began', async () => {
    const { page: first, context } = await hub.window(null);
    const second = await context.newPage();
    await open(first);
    await open(second);
    const [lastBefore] = await conversationsOf(hub, tenant);
    await ask(first, 'Please connect me to a human');
    await log(second).getByText('Please connect me to a human').waitFor();
    await ask(second, 'It is about parking');
    await log(first).getByText('It is about parking').waitFor();
    const [row, before] = await conversationsOf(hub, tenant);
    expect(row?.id).not.toBe(lastBefore?.id);
    expect(before?.id).toBe(lastBefore?.id);
    await call('DELETE', `/api/conversations/${row?.id ?? ''}`);
    for (const page of [first, second])
      await log(page).getByText('It is about parking').waitFor({ state: 'detached' });
    await expect.poll(() => first.evaluate(() => localStorage.length)).toBe(0);
    await context.close();
  });
});

describe('a first message whose answer is lost', () => {
  it('is sent again by the next page, into the conversation that it began', async () => {
    const { page, context } = await hub.window(null);
    const question = `Where is the office of ${randomUUID()}, please?`;
    const begins = '**/conversations';
    await page.route(begins, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await open(page);
    await ask(page, question);
    await log(page).getByText('Not sent.').waitFor();
    await page.unroute(begins);
    await page.goto(`${site.origin}/next`);
    await log(page).locator('[data-seq="2"]').getByText(question).waitFor();
    await expect.poll(() => log(page).getByText(question).count()).toBe(1);
    await expect.poll(() => log(page).getByText('Not sent.').count()).toBe(0);
    const all = subjects.parse(await call('GET', '/api/conversations?view=open&limit=20'));
    expect(all.filter(({ subject }) => subject === question)).toHaveLength(1);
    await context.close();
  });
});
