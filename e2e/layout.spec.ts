import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { EveryScreen } from './every-screen.ts';
import { overhang, phone } from './fixtures.ts';

const all = new EveryScreen();
const { hub } = all;

async function findings(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const run = z.object({
    violations: z.array(
      z.object({
        id: z.string(),
        impact: z.string().nullish(),
        nodes: z.array(z.object({ html: z.string(), failureSummary: z.string().optional() })),
      }),
    ),
  });
  const result = run.parse(await page.evaluate(() => Reflect.get(window, 'axe').run(document)));
  return result.violations
    .filter((entry) => entry.impact === 'serious' || entry.impact === 'critical')
    .map(({ id, nodes: [first] }) => `${id}: ${first?.html.slice(0, 200)} ${first?.failureSummary ?? ''}`);
}

/** Waits for what fades and slides: a colour in the middle of its change is nobody's. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const ending = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map((animation) => animation.finished));
  });
}

/** The widths at which the page scrolls sideways. */
async function tooWide(page: Page): Promise<string[]> {
  const at: string[] = [];
  for (const width of [820, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await settled(page);
    // A phone's browser lays out what is fixed for its new width some frames later.
    const fits = await expect
      .poll(() => overhang(page), { timeout: 5000 })
      .toBeLessThanOrEqual(0)
      .then(
        () => true,
        () => false,
      );
    if (!fits) at.push(`${width} pixels`);
  }
  return at;
}

describe('every screen', () => {
  it('has no serious finding of axe, in light and in dark', async () => {
    // Axe changes the page in ways that the policy would refuse.
    const found = await all.visit({ bypassCSP: true, reducedMotion: 'reduce' }, async (page) => {
      const both: string[] = [];
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await settled(page);
        let list = await findings(page);
        if (list.length > 0) {
          // What was still being drawn is complete when it is looked at again.
          await settled(page);
          list = await findings(page);
        }
        both.push(...list.map((finding) => `${colorScheme}: ${finding}`));
      }
      return both;
    });
    expect(found).toEqual({});
  }, 1_200_000);

  it('fits a phone and a tablet without scrolling sideways', async () => {
    expect(await all.visit(phone, tooWide)).toEqual({});

    const viewer = await hub.colleague(all.tenant, 'viewer');
    const reading = await hub.window(viewer.token, phone);
    for (const tab of ['leads', 'outreach']) {
      await reading.page.goto(`/tenant/dashboard?tab=${tab}`);
      // Without the buttons that write beside them the filters keep their room.
      const sort = reading.page.getByLabel('Sort', { exact: true });
      await expect.poll(async () => (await sort.boundingBox())?.width, { message: tab }).toBeGreaterThan(120);
    }
    await reading.context.close();

    const { page, context } = await hub.window(all.tenant.owner.token, phone);
    await page.goto('/tenant/dashboard?tab=leads&search=featherstone');
    await page.getByText('1 of 9 leads').waitFor();
    await page.locator('[data-lead]').first().click();
    await page.getByRole('dialog').getByText('No communication history available').waitFor();
    await expect.poll(() => tooWide(page)).toEqual([]);
    await context.close();
  }, 1_200_000);
});

it('the strip of tabs shows the open one on a phone, also when counts have made the others wider', async () => {
  const { page, context } = await hub.window(all.tenant.owner.token, phone);
  await page.goto('/tenant/dashboard?tab=support');
  await page.locator('[data-tab="leads"]').getByText('9').first().waitFor({ state: 'attached' });
  const open = page.locator('nav [data-tab="support"]:visible');
  await expect
    .poll(async () => {
      const box = await open.boundingBox();
      return box && box.x >= 0 && box.x + box.width <= 390;
    })
    .toBe(true);
  await context.close();
});

describe('the appearance', () => {
  it('follows the system unless a person chooses, and keeps the choice', async () => {
    const { page, context } = await hub.window(all.tenant.owner.token, { colorScheme: 'dark' });
    const scheme = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await page.goto('/tenant/dashboard?tab=leads');
    await page.locator('[data-lead]').first().waitFor();
    const dark = await scheme();
    await page.getByLabel(/account of/).click();
    await page.getByRole('menuitemcheckbox', { name: 'Light' }).click();
    await expect.poll(() => scheme()).not.toBe(dark);
    await page.reload();
    await page.locator('[data-lead]').first().waitFor();
    await expect.poll(() => scheme()).not.toBe(dark);
    await context.close();
  });
});
