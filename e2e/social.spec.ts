import { describe, expect, it } from 'vitest';
import { addDays, weekdayOf, zonedInstant } from '#shared/zoned-time.ts';
import { Hub, pickUp } from './fixtures.ts';
import { picture } from './picture.ts';
import { posts, toast, todayIn, tuesday, writePosts, zone } from './social-posts.ts';

const hub = new Hub();

/** When Sydney's clocks change: the next first Sunday of October, or of April. */
function nextFirstSunday(month: 4 | 10): string {
  const today = todayIn(0);
  const year = Number(today.slice(0, 4));
  const [coming = ''] = [year, year + 1]
    .map((one) => `${one}-${String(month).padStart(2, '0')}-01`)
    .map((first) => addDays(first, (7 - weekdayOf(first)) % 7))
    .filter((day) => day > today);
  return coming;
}

describe('a post', () => {
  it('is written with a picture, edited, scheduled, moved in the calendar by keyboard, and deleted', async () => {
    const tenant = await hub.tenant();
    // The browser is elsewhere: times are the organization's all the same.
    const { page, context, complaints } = await hub.window(tenant.owner.token, {
      timezoneId: 'America/New_York',
    });
    await page.goto('/tenant/dashboard?tab=social');
    await page.getByText('No posts found').waitFor();
    await page.keyboard.press('n');
    const composer = page.getByRole('dialog', { name: 'New post' });
    await composer.getByText('The built-in engine cannot look at pictures, so it needs a brief.').waitFor();
    await composer.getByLabel('Picture of the post').setInputFiles({
      name: 'board.png',
      mimeType: 'image/png',
      buffer: await picture(1500, 500),
    });
    await composer.getByText(/1,500 × 500 pixels/).waitFor();
    await composer.getByLabel('Picture description').fill('A lit board at dusk');
    await composer.getByRole('checkbox', { name: 'Instagram' }).check();
    await composer.getByText(/too wide for Instagram/).waitFor();
    await composer
      .getByRole('textbox', { name: 'Text for LinkedIn and Instagram' })
      .fill('The board at Anzac Parade is lit.');
    await composer.getByRole('button', { name: 'Write differently for Instagram' }).click();
    await composer.getByRole('textbox', { name: 'Text for Instagram' }).fill('Lit! #anzacparade');
    const preview = composer.getByRole('region', { name: 'Preview for Instagram' });
    await preview.getByText('Lit! #anzacparade').waitFor();

    // Closing loses nothing, nor does loading the page again.
    await page.keyboard.press('Escape');
    await composer.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('link', { name: 'Continue your draft' }).click();
    await preview.getByText('Lit! #anzacparade').waitFor();
    await composer.getByRole('button', { name: 'Save 2 drafts' }).click();
    await toast(page, '2 drafts saved');

    await page.getByRole('tab', { name: 'All Posts' }).click();
    const drafts = page.getByRole('region', { name: 'Draft Posts' });
    await drafts.getByRole('button', { name: 'Instagram' }).click();
    await drafts.getByRole('link', { name: 'Lit! #anzacparade' }).click();
    const dialog = page.getByRole('dialog', { name: 'Instagram post' });
    await dialog.getByRole('button', { name: 'Edit text' }).click();
    const save = dialog.getByRole('button', { name: 'Save Changes' });
    await expect.poll(() => save.isDisabled()).toBe(true);
    await dialog.getByLabel('Text').fill('   ');
    await expect.poll(() => save.isDisabled()).toBe(true);
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await dialog.getByLabel('Text').fill('  Lit since today! #anzacparade  ');
    await save.click();
    expect((await sent).postDataJSON()).toEqual({ content: 'Lit since today! #anzacparade' });
    await toast(page, 'Post updated!');

    await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
    const schedule = page.getByRole('dialog', { name: 'Schedule' });
    await schedule.getByRole('button', { name: 'Schedule' }).click();
    await schedule.getByText('Choose a date and a time.').waitFor();
    await expect.poll(() => schedule.getByLabel('Date').getAttribute('min')).toBe(todayIn(0));
    await schedule.getByLabel('Date').fill(tuesday());
    await schedule.getByLabel('Time').fill('09:30');
    await schedule.getByRole('button', { name: 'Schedule' }).click();
    await toast(page, 'Post scheduled!');
    await schedule.waitFor({ state: 'detached' });
    const stored = await hub.call('GET', '/api/social-posts?status=scheduled', undefined, tenant.owner.token);
    expect(posts.parse(stored)[0]?.scheduledFor).toBe(
      zonedInstant(tuesday(), 9 * 60 + 30, zone).toISOString(),
    );

    await page.goto(`/tenant/dashboard?tab=social&view=calendar&date=${tuesday()}`);
    await page
      .getByRole('listitem', { name: /^Tuesday/ })
      .getByText('9:30 am')
      .waitFor();
    await page.getByRole('link', { name: /Lit since today/ }).focus();
    await pickUp(page, /Tuesday.*9:30/);
    await page.keyboard.press('ArrowRight');
    await page
      .getByText(/Wednesday.*9:30/)
      .first()
      .waitFor({ state: 'attached' });
    await page.keyboard.press('Enter');
    await toast(page, 'Post scheduled!');
    const wednesday = page.getByRole('listitem', { name: /^Wednesday/ });
    await wednesday.getByText('9:30 am').waitFor();
    // The page shows it before the server has it, and the next move is not to overtake it.
    const undone = page.waitForResponse(/\/schedule$/);
    await page.getByRole('button', { name: 'Undo' }).click();
    expect((await undone).status()).toBe(200);
    await page
      .getByRole('listitem', { name: /^Tuesday/ })
      .getByText('9:30 am')
      .waitFor();
    await wednesday.getByText('9:30 am').waitFor({ state: 'detached' });

    // The other way to move it, and the month.
    await page.getByRole('button', { name: 'Actions of the Instagram post' }).click();
    await page.getByRole('menuitem', { name: 'Move to…' }).click();
    await schedule.getByLabel('Time').fill('10:00');
    await schedule.getByRole('button', { name: 'Schedule' }).click();
    await page.getByRole('button', { name: 'Month' }).click();
    await page.getByRole('link', { name: /10:00 am/ }).click();

    await dialog.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page
      .getByRole('alertdialog')
      .getByText('Are you sure you want to permanently delete this post? This action cannot be undone.')
      .waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await toast(page, 'Post deleted!');
    await page.getByRole('link', { name: /10:00 am/ }).waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('comes back with the reason when the server refuses a change or a deletion', async () => {
    const tenant = await hub.tenant();
    await writePosts(hub, tenant, ['facebook'], 'The ferry board is free.');
    const { page, context } = await hub.window(tenant.owner.token);
    await page.goto('/tenant/dashboard?tab=social&view=posts');
    const failed = { status: 500, json: { message: 'The disk is full.', code: 'internal', requestId: 'r' } };
    const refuse = (method: string) =>
      page.route('**/api/social-posts/*', (route) =>
        route.request().method() === method ? route.fulfill(failed) : route.fallback(),
      );
    await refuse('DELETE');
    await refuse('PUT');
    await page.route('**/api/social-posts/*/schedule', (route) => route.fulfill(failed));
    const card = page.getByRole('link', { name: 'The ferry board is free.' });
    await card.click();
    const dialog = page.getByRole('dialog', { name: 'Facebook post' });
    await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
    const schedule = page.getByRole('dialog', { name: 'Schedule' });
    await schedule.getByLabel('Date').fill(tuesday());
    await schedule.getByLabel('Time').fill('09:30');
    await schedule.getByRole('button', { name: 'Schedule' }).click();
    await toast(page, 'Failed to schedule the post: The disk is full.');
    await schedule.getByRole('button', { name: 'Cancel' }).click();
    await schedule.waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Edit text' }).click();
    await dialog.getByLabel('Text').fill('Changed');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await toast(page, 'Failed to update the post: The disk is full.');
    await page.keyboard.press('Escape');
    await card.waitFor();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await toast(page, 'Failed to delete the post: The disk is full.');
    await card.waitFor();
    await context.close();
  });

  it('is published by hand: copied, posted, marked', async () => {
    const tenant = await hub.tenant();
    await writePosts(hub, tenant, ['linkedin'], 'Airport Drive is free from March.');
    const { page, context, complaints } = await hub.window(tenant.owner.token);
    await page.goto('/tenant/dashboard?tab=social&view=posts');
    await page.getByRole('button', { name: 'Publish Now' }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish on LinkedIn by hand' });
    await dialog.getByRole('link', { name: 'Open LinkedIn' }).waitFor();
    await dialog.getByRole('button', { name: 'Copy text' }).waitFor();
    await dialog.getByLabel('Link to the post (optional)').fill('linkedin.com/x');
    await dialog.getByRole('button', { name: 'Mark as published' }).click();
    await dialog.getByText('A link begins with https://').waitFor();
    await dialog.getByLabel('Link to the post (optional)').fill('https://www.linkedin.com/feed/update/1');
    await dialog.getByRole('button', { name: 'Mark as published' }).click();
    await toast(page, 'Post published!');
    const published = page.getByRole('region', { name: 'Published Posts' });
    await published.getByText('No data yet').waitFor();
    await published.getByText(/Just now/).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('at a time that the clocks skip or show twice is explained before it is saved (S17)', async () => {
    const tenant = await hub.tenant();
    await writePosts(hub, tenant, ['linkedin'], 'Spring forward.');
    const { page, context } = await hub.window(tenant.owner.token);
    await page.goto('/tenant/dashboard?tab=social&view=posts');
    await page.getByRole('button', { name: 'Schedule', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Schedule' });
    await dialog.getByLabel('Date').fill(nextFirstSunday(10));
    await dialog.getByLabel('Time').fill('02:30');
    await dialog.getByText(/this time does not exist in Sydney time. The post goes out at 3:30/).waitFor();
    const back = nextFirstSunday(4);
    await dialog.getByLabel('Date').fill(back);
    await dialog.getByText(/this time comes twice in Sydney time/).waitFor();
    await dialog.getByRole('button', { name: 'Schedule' }).click();
    await toast(page, 'Post scheduled!');
    const stored = await hub.call('GET', '/api/social-posts', undefined, tenant.owner.token);
    expect(posts.parse(stored)[0]?.scheduledFor).toBe(`${addDays(back, -1)}T15:30:00.000Z`);
    await context.close();
  });
});
