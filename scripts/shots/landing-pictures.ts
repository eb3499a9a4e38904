import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { screens } from '../../e2e/screens.ts';
import type { Entrance } from './entrance.ts';

const folder = path.join(import.meta.dirname, '../../src/features/landing/web/pictures');
/** What others show of the page where it is linked (https://ogp.me). */
const previewFile = path.join(import.meta.dirname, '../../src/web/public/landing-preview.jpg');
const preview = { width: 1200, height: 630, fit: 'cover', position: 'top' } as const;
/** Toasts come at any time, and behind a dialog the page is only in the way. */
const hiding = '[data-toasts] { display: none } .fade.fixed { background: var(--bg) !important }';
const schemes = ['light', 'dark'] as const;

/** Sizes in CSS pixels; `scale` is how many pixels of the picture make one. */
const views = [
  { name: 'wide', width: 1200, height: 750, scale: 1.5 },
  { name: 'phone', width: 390, height: 520, scale: 2 },
] as const;

/** Names of the pictures' files, each with the name of the screen that it shows. */
const shown = { leads: 'leads', lead: 'lead', posts: 'social-posts', outreach: 'outreach' } as const;

const pictures = Object.entries(shown).map(([name, screenName]) => {
  const screen = screens.find((one) => one.name === screenName);
  if (!screen) throw new Error(`There is no screen ${screenName}.`);
  return { name, address: screen.address, ready: screen.ready };
});

/** The demo tenant fills up for some seconds after the start: the counts of its tabs stand still when it is full. */
async function untilFilled(page: Page): Promise<void> {
  let before = '';
  for (;;) {
    const now = await page.locator('nav[aria-label=Modules]').first().innerText();
    if (now === before && now !== '') return;
    before = now;
    await page.waitForTimeout(4000);
  }
}

/**
 * The product's own screens for the landing page, wide and as a phone shows them, light and dark, as AVIF, and a WebP
 * for browsers without it. Returns how many were written.
 */
export async function takeLandingPictures(
  browser: Browser,
  url: string,
  { tokens, lead }: Entrance,
): Promise<number> {
  await mkdir(folder, { recursive: true });
  let count = 0;
  for (const view of views) {
    for (const scheme of schemes) {
      const context = await browser.newContext({
        viewport: { width: view.width, height: view.height },
        deviceScaleFactor: view.scale,
        colorScheme: scheme,
        isMobile: view.name === 'phone',
        hasTouch: view.name === 'phone',
        reducedMotion: 'reduce',
      });
      await context.addInitScript((stored) => localStorage.setItem('auth_token', stored), tokens.owner);
      const page = await context.newPage();
      for (const picture of pictures) {
        await page.goto(url + picture.address.replace('{lead}', encodeURIComponent(lead)));
        await picture.ready(page);
        if (count === 0) await untilFilled(page);
        await page.waitForTimeout(500);
        const png = await page.screenshot({ style: hiding });
        const file = path.join(folder, `${picture.name}-${view.name}-${scheme}`);
        await sharp(png).avif({ quality: 52, effort: 4 }).toFile(`${file}.avif`);
        count += 1;
        if (view.name === 'wide' && scheme === 'light') {
          await sharp(png).webp({ quality: 76 }).toFile(`${file}.webp`);
          count += 1;
          if (picture.name === 'leads')
            await sharp(png).resize(preview).jpeg({ quality: 80 }).toFile(previewFile);
        }
      }
      await context.close();
    }
  }
  return count;
}
