/**
 * Pictures of every screen at 1360, 820 and 390 pixels, light and dark, into shots/. Starts a server of its
 * own with the demo tenant; `node scripts/shots.ts [part of a screen's name]` takes only those, and
 * `node scripts/shots.ts --landing` takes those that the landing page shows instead.
 */
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import { launch } from '../e2e/browser.ts';
import { platformEnvironment } from '../e2e/platform.ts';
import { type ScreenToVisit, screens } from '../e2e/screens.ts';
import { startServer } from '../e2e/server.ts';
import { type Entrance, enter } from './shots/entrance.ts';
import { takeLandingPictures } from './shots/landing-pictures.ts';

const folder = path.join(import.meta.dirname, '../shots');
const widths = [1360, 820, 390];
const schemes = ['light', 'dark'] as const;
const wanted = process.argv[2] ?? '';

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

/** Every screen that is wanted, at every width, light and dark. */
async function takeScreens(browser: Browser, url: string, { tokens, lead }: Entrance): Promise<number> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  let count = 0;
  for (const width of widths) {
    for (const scheme of schemes) {
      for (const screen of screens.filter((entry) => entry.name.includes(wanted))) {
        const context = await contextFor(browser, width, scheme);
        const token = tokens[screen.as];
        if (token) await context.addInitScript((stored) => localStorage.setItem('auth_token', stored), token);
        const address = url + screen.address.replace('{lead}', encodeURIComponent(lead));
        const file = path.join(folder, `${screen.name}-${width}-${scheme}.png`);
        // What cannot be opened in the demo tenant, as a module that it has already, leaves the others.
        await take(context, screen, address, file).then(
          () => {
            count += 1;
          },
          (reason: unknown) =>
            console.error(`No picture of ${screen.name}: ${String(reason).split('\n')[0]}`),
        );
        await context.close();
      }
    }
  }
  return count;
}

const server = await startServer({ HUB_DEMO: '1', ...platformEnvironment });
const browser = await launch();
try {
  const entrance = await enter(server.url);
  const count =
    wanted === '--landing'
      ? await takeLandingPictures(browser, server.url, entrance)
      : await takeScreens(browser, server.url, entrance);
  console.log(`${count} pictures in ${wanted === '--landing' ? 'the landing page' : 'shots/'}`);
} finally {
  await browser.close();
  await server.stop();
}
