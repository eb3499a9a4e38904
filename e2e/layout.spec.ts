import axe from 'axe-core';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { dropFile, Hub, overhang, type Tenant } from './fixtures.ts';
import { sampleMbox } from './mail.ts';
import { platformEnvironment } from './platform.ts';
import { screens } from './screens.ts';

const hub = new Hub(platformEnvironment);
let tenant: Tenant;
let lead = '';

beforeAll(async () => {
  tenant = await hub.tenant();
  const { page, context } = await hub.window(tenant.owner.token);
  await page.goto('/tenant/dashboard?tab=leads');
  await page.getByText('No leads found').waitFor();
  await dropFile(page, 'inbox.mbox', sampleMbox(tenant.owner.email));
  await page.getByText('8 of 8 leads').waitFor();
  await context.close();
  await hub.call(
    'POST',
    '/api/leads',
    {
      name: 'Bartholomew-Alexander Featherstonehaugh-Cholmondeley of the Eastern Suburbs Branch',
      company: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
      contact_email: `${'very-long-name-'.repeat(4)}x@example.test`,
      budget: 'about 12–15k, depending on what the board says in the second week of next month',
    },
    tenant.owner.token,
  );
  const rows = await hub.call('GET', '/api/leads?search=hannah', undefined, tenant.owner.token);
  lead = z.array(z.object({ thread_id: z.string() })).parse(rows)[0]?.thread_id ?? '';
});

async function findings(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const run = z.object({
    violations: z.array(
      z.object({
        id: z.string(),
        impact: z.string().nullish(),
        nodes: z.array(z.object({ html: z.string() })),
      }),
    ),
  });
  const result = run.parse(await page.evaluate(() => Reflect.get(window, 'axe').run(document)));
  return result.violations
    .filter((entry) => entry.impact === 'serious' || entry.impact === 'critical')
    .map((entry) => `${entry.id}: ${entry.nodes[0]?.html.slice(0, 200)}`);
}

/** Visits every screen in a window of its kind and asks the same thing of each; returns what was found, by screen. */
async function everywhere(
  options: BrowserContextOptions,
  ask: (page: Page) => Promise<string[]>,
): Promise<Record<string, string[]>> {
  const windows = {
    nobody: await hub.window(null, options),
    owner: await hub.window(tenant.owner.token, options),
    platform: await hub.window((await hub.platformOwner()).token, options),
  };
  const found: Record<string, string[]> = {};
  for (const screen of screens) {
    const { page } = windows[screen.as];
    await page.goto(screen.address.replace('{lead}', encodeURIComponent(lead)));
    await screen.ready(page);
    const list = await ask(page);
    if (list.length > 0) found[screen.name] = list;
  }
  for (const { context } of Object.values(windows)) await context.close();
  return found;
}

/** The widths at which the page scrolls sideways. */
async function tooWide(page: Page): Promise<string[]> {
  const at: string[] = [];
  for (const width of [820, 390]) {
    await page.setViewportSize({ width, height: 844 });
    if ((await overhang(page)) > 0) at.push(`${width} pixels`);
  }
  return at;
}

describe('every screen', () => {
  it('has no serious finding of axe, in light and in dark', async () => {
    // Axe changes the page in ways that the policy would refuse.
    const found = await everywhere({ bypassCSP: true, reducedMotion: 'reduce' }, async (page) => {
      const all: string[] = [];
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.waitForTimeout(200);
        all.push(...(await findings(page)).map((finding) => `${colorScheme}: ${finding}`));
      }
      return all;
    });
    expect(found).toEqual({});
  });

  it('fits a phone and a tablet without scrolling sideways', async () => {
    const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
    expect(await everywhere(phone, tooWide)).toEqual({});

    const { page, context } = await hub.window(tenant.owner.token, phone);
    await page.goto('/tenant/dashboard?tab=leads&search=featherstone');
    await page.getByText('1 of 9 leads').waitFor();
    await page.locator('[data-lead]').first().click();
    await page.getByRole('dialog').getByText('No communication history available').waitFor();
    expect(await tooWide(page)).toEqual([]);
    await context.close();
  });
});

describe('the appearance', () => {
  it('follows the system unless a person chooses, and keeps the choice', async () => {
    const { page, context } = await hub.window(tenant.owner.token, { colorScheme: 'dark' });
    const scheme = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await page.goto('/tenant/dashboard?tab=leads');
    await page.locator('[data-lead]').first().waitFor();
    const dark = await scheme();
    await page.getByLabel(/account of/).click();
    await page.getByRole('menuitemcheckbox', { name: 'Light' }).click();
    expect(await scheme()).not.toBe(dark);
    await page.reload();
    await page.locator('[data-lead]').first().waitFor();
    expect(await scheme()).not.toBe(dark);
    await context.close();
  });
});
