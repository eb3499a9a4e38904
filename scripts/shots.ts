/**
 * Pictures of every screen at 1360, 820 and 390 pixels, light and dark, into shots/. Starts a server of its
 * own with the demo tenant; `node scripts/shots.ts [part of a screen's name]` takes only those.
 */
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import { z } from 'zod';
import { launch } from '../e2e/browser.ts';
import { platformEnvironment } from '../e2e/platform.ts';
import { type ScreenToVisit, screens } from '../e2e/screens.ts';
import { startServer } from '../e2e/server.ts';

const folder = path.join(import.meta.dirname, '../shots');
const widths = [1360, 820, 390];
const schemes = ['light', 'dark'] as const;
const wanted = process.argv[2] ?? '';

const config = z.object({
  demoSignIns: z.array(z.object({ role: z.string(), email: z.string(), password: z.string() })),
});
const signedIn = z.object({ token: z.string() });
const leads = z.array(z.object({ thread_id: z.string(), message_count: z.number() }));

async function json(address: string, init?: RequestInit): Promise<unknown> {
  const response = await fetch(address, init);
  if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`);
  return response.json();
}

async function signIn(url: string, email: string, password: string): Promise<string> {
  const answer = await json(`${url}/api/tenant/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  return signedIn.parse(answer).token;
}

interface Entrance {
  tokens: { nobody: null; owner: string; platform: string };
  lead: string;
}

/** Signs in as the owners of the demo tenant and of the platform, and finds a lead with a conversation to open. */
async function enter(url: string): Promise<Entrance> {
  const { demoSignIns } = config.parse(await json(`${url}/api/config`));
  const demo = demoSignIns.find((entry) => entry.role === 'owner');
  if (!demo) throw new Error('The demo tenant has no owner to sign in as.');
  const owner = await signIn(url, demo.email, demo.password);
  const { HUB_PLATFORM_EMAIL, HUB_PLATFORM_PASSWORD } = platformEnvironment;
  const platform = await signIn(url, HUB_PLATFORM_EMAIL, HUB_PLATFORM_PASSWORD);
  const rows = await json(`${url}/api/leads?limit=200`, { headers: { Authorization: `Bearer ${owner}` } });
  const talk = leads.parse(rows).toSorted((a, b) => b.message_count - a.message_count)[0];
  return { tokens: { nobody: null, owner, platform }, lead: talk?.thread_id ?? '' };
}

async function contextFor(
  browser: Browser,
  width: number,
  scheme: 'light' | 'dark',
): Promise<BrowserContext> {
  const phone = width < 500;
  return browser.newContext({
    viewport: { width, height: phone ? 844 : 900 },
    colorScheme: scheme,
    isMobile: phone,
    hasTouch: phone,
    deviceScaleFactor: phone ? 2 : 1,
    reducedMotion: 'reduce',
  });
}

async function take(
  context: BrowserContext,
  screen: ScreenToVisit,
  address: string,
  file: string,
): Promise<void> {
  const page = await context.newPage();
  await page.goto(address);
  await screen.ready(page);
  await page.waitForTimeout(350);
  await page.screenshot({ path: file });
  await page.close();
}

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const server = await startServer({ HUB_DEMO: '1', ...platformEnvironment });
const browser = await launch();
let count = 0;
try {
  const { tokens, lead } = await enter(server.url);
  for (const width of widths) {
    for (const scheme of schemes) {
      for (const screen of screens.filter((entry) => entry.name.includes(wanted))) {
        const context = await contextFor(browser, width, scheme);
        const token = tokens[screen.as];
        if (token) await context.addInitScript((stored) => localStorage.setItem('auth_token', stored), token);
        const address = server.url + screen.address.replace('{lead}', encodeURIComponent(lead));
        await take(context, screen, address, path.join(folder, `${screen.name}-${width}-${scheme}.png`));
        await context.close();
        count += 1;
      }
    }
  }
  console.log(`${count} pictures in shots/`);
} finally {
  await browser.close();
  await server.stop();
}
