import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { z } from 'zod';
import type { Role } from '#shared/access.ts';
import { launch } from './browser.ts';
import { platformEnvironment } from './platform.ts';
import { type RunningServer, startServer } from './server.ts';

export const password = 'kookaburra-42-tram';

export interface Account {
  email: string;
  token: string;
}

export interface Tenant {
  name: string;
  slug: string;
  owner: Account;
}

export interface Window {
  page: Page;
  context: BrowserContext;
  /** Policy violations, script errors and failed console messages, as they came. */
  complaints: string[];
}

const tokenAnswer = z.object({ token: z.string() });
let serial = 0;

/** A window as narrow as a phone's. */
export const narrow = { viewport: { width: 390, height: 844 } };
/** A phone. */
export const phone = { ...narrow, isMobile: true, hasTouch: true };

/** The product as a person meets it: a running server and a browser. One per spec file. */
export class Hub {
  private server: RunningServer | null = null;
  private browser: Browser | null = null;

  constructor(environment: Record<string, string> = {}) {
    beforeAll(async () => {
      [this.server, this.browser] = await Promise.all([startServer(environment), launch()]);
    });
    afterAll(async () => {
      await this.browser?.close();
      await this.server?.stop();
    });
  }

  get url(): string {
    if (!this.server) throw new Error('The server is not running.');
    return this.server.url;
  }

  /** Stops the server and starts it again on its data, with something done to the data meanwhile. */
  async restart(whileStopped?: (folder: string) => Promise<void>): Promise<void> {
    await this.server?.restart(whileStopped);
  }

  async call(method: string, address: string, body?: unknown, token?: string): Promise<unknown> {
    const response = await fetch(this.url + address, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${address}: ${response.status} ${text}`);
    return text === '' ? null : JSON.parse(text);
  }

  /** A new organization with its owner, by the API. */
  async tenant(
    selectedModules: readonly string[] = ['social_media', 'leads_manager', 'outreach'],
  ): Promise<Tenant> {
    serial += 1;
    const slug = `tenant-${serial}-${Date.now().toString(36)}`;
    const name = `Tenant ${serial}`;
    const email = `owner@${slug}.test`;
    const answer = await this.call('POST', '/api/tenant/organizations/signup', {
      organization: { name, slug, industry: 'other', size: 'small', country: 'AU' },
      user: { firstName: 'Dana', lastName: 'Whitfield', email, password },
      selectedPlan: 'pro',
      selectedModules,
    });
    return { name, slug, owner: { email, token: tokenAnswer.parse(answer).token } };
  }

  /** A further user of an organization, signed in. */
  async colleague(tenant: Tenant, role: Role): Promise<Account> {
    const email = `${role}@${tenant.slug}.test`;
    const newUser = { email, firstName: 'Sam', lastName: 'Okafor', password, role };
    await this.call('POST', '/api/tenant/users', newUser, tenant.owner.token);
    const answer = await this.call('POST', '/api/tenant/auth/login', {
      email,
      password,
      organizationSlug: tenant.slug,
    });
    return { email, token: tokenAnswer.parse(answer).token };
  }

  /** The owner of the platform, signed in. */
  async platformOwner(): Promise<Account> {
    const { HUB_PLATFORM_EMAIL: email, HUB_PLATFORM_PASSWORD: secret } = platformEnvironment;
    const answer = await this.call('POST', '/api/tenant/auth/login', { email, password: secret });
    return { email, token: tokenAnswer.parse(answer).token };
  }

  /** A browser window, signed in with a token or not. */
  async window(token: string | null, options: BrowserContextOptions = {}): Promise<Window> {
    if (!this.browser) throw new Error('The browser is not running.');
    const context = await this.browser.newContext({
      baseURL: this.url,
      viewport: { width: 1360, height: 900 },
      // What is tested is what the server sends now; the worker has a spec of its own.
      serviceWorkers: 'block',
      ...options,
    });
    const complaints: string[] = [];
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        console.error(`violation of ${event.violatedDirective}: ${event.blockedURI} ${event.sample}`);
      });
    });
    // The banner comes after seconds, over whatever is pressed then; its own spec lets it come.
    if (options.serviceWorkers !== 'allow')
      await context.addInitScript(() => sessionStorage.setItem('install_dismissed', 'true'));
    if (token !== null) {
      // Only where nothing is stored yet, so that signing out is not undone by the next page.
      await context.addInitScript((stored) => {
        if (!sessionStorage.getItem('seeded')) localStorage.setItem('auth_token', stored);
        sessionStorage.setItem('seeded', 'yes');
      }, token);
    }
    const page = await context.newPage();
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    return { page, context, complaints };
  }
}

/** How much wider than the window the page is, in pixels. */
export function overhang(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Picks up what has the focus with the space bar; resolves when `said` is announced and further keys carry it. */
export async function pickUp(page: Page, said: string | RegExp): Promise<void> {
  await page.keyboard.press('Space');
  // Where dnd-kit announces: the page itself may hold the same words.
  await page.locator('[id^="DndLiveRegion"]').filter({ hasText: said }).waitFor({ state: 'attached' });
  // dnd-kit announces at once and listens for further keys a timer later; a timer set now fires after that one.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 20)));
}

/** How many requests of a page are not answered yet, of those that it makes from now on. */
export function unansweredOf(page: Page): () => number {
  const open = new Set<Request>();
  page.on('request', (request) => open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return () => open.size;
}

/** Waits until a part of the page has the focus. */
export async function hasFocus(part: Locator): Promise<void> {
  await expect.poll(() => part.evaluate((one) => one.matches(':focus'))).toBe(true);
}

/** Waits until what others do reaches the page; what they do before that it does not hear of. */
export async function live(page: Page): Promise<void> {
  await page.getByText('Live', { exact: true }).waitFor();
}

/** Presses the two keys of a sequence at once: the second one counts only for a moment after the first. */
export async function pressBoth(page: Page, first: string, second: string): Promise<void> {
  await Promise.all([page.keyboard.press(first), page.keyboard.press(second)]);
}

/** Waits until the palette offers this first, which Enter takes: before, it offers what fits the beginning of a word. */
export async function offeredFirst(page: Page, name: RegExp): Promise<void> {
  await expect.poll(() => page.getByRole('option').first().innerText()).toMatch(name);
}

export async function dropFile(page: Page, name: string, content: string): Promise<void> {
  const data = await page.evaluateHandle(
    ([fileName, text]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text ?? ''], fileName ?? 'file'));
      return transfer;
    },
    [name, content],
  );
  await page.dispatchEvent('body', 'dragenter', { dataTransfer: data });
  await page.getByText('Drop to import').waitFor();
  await page.dispatchEvent('body', 'drop', { dataTransfer: data });
}
