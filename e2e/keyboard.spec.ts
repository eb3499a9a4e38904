import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { dropFile, Hub, hasFocus, offeredFirst, password, pressBoth } from './fixtures.ts';
import { conversations, sampleMbox } from './mail.ts';

const hub = new Hub();

/** Presses Tab until the focus is on what has this name. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let press = 0; press < 60; press += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      const label = element instanceof HTMLInputElement ? (element.labels?.[0]?.textContent ?? '') : '';
      return element?.getAttribute('aria-label') || label || element?.textContent || '';
    });
    if (name.test(focused)) return;
  }
  throw new Error(`Tab never reaches ${name}.`);
}

describe('with the keyboard alone', () => {
  it('a person signs in, finds a lead, opens it, changes its stage and comes back', async () => {
    const tenant = await hub.tenant();
    const seed = await hub.window(tenant.owner.token);
    await seed.page.goto('/tenant/dashboard?tab=leads');
    await seed.page.getByText('No leads found').waitFor();
    await dropFile(seed.page, 'inbox.mbox', sampleMbox(tenant.owner.email));
    await seed.page.getByText('8 of 8 leads').waitFor();
    await seed.context.close();

    const { page, context, complaints } = await hub.window(null);
    await page.goto('/tenant-login');
    await page.getByRole('heading', { name: 'Welcome Back' }).waitFor();
    await tabTo(page, /^Email$/);
    await page.keyboard.type(tenant.owner.email);
    await tabTo(page, /^Password$/);
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await page.getByRole('navigation', { name: 'Modules' }).first().waitFor();
    // By then the screen listens for its keys.
    await page.getByText('No posts found').waitFor();
    await pressBoth(page, 'g', 'l');
    await page.getByText('8 of 8 leads').waitFor();

    const search = page.getByRole('searchbox');
    await page.keyboard.press('/');
    await hasFocus(search);
    await page.keyboard.type('walker');
    await page.getByText('1 of 8 leads').waitFor();
    await tabTo(page, /^Hannah Walker$/);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Hannah Walker' });
    await dialog.getByRole('article').first().waitFor();
    await tabTo(page, /^Stage|NewPending/);
    // One letter: a list forgets after a second what was typed before.
    await page.keyboard.press('B');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    // Focus comes back to where it was.
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Hannah Walker');
    await page.getByRole('cell', { name: 'Booked' }).waitFor();

    await page.keyboard.press('/');
    await hasFocus(search);
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await page.getByText('8 of 8 leads').waitFor();
    await tabTo(page, /Stage|All stages/);
    await page.evaluate(() =>
      document.activeElement instanceof HTMLElement ? document.activeElement.blur() : null,
    );
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    const withFocus = () => page.evaluate(() => document.activeElement?.textContent ?? '');
    await expect
      .poll(async () => conversations.map(({ name }) => name).includes(await withFocus()))
      .toBe(true);
    const focused = await withFocus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: focused }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await pressBoth(page, 'g', 's');
    await page.waitForURL('**tab=social');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search screens, leads, posts and prospects' }).waitFor();
    await page.keyboard.type('ngata');
    await offeredFirst(page, /Wiremu Ngata/);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Wiremu Ngata' }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});
