import { describe, expect, it } from 'vitest';
import { zonedInstant } from '#shared/zoned-time.ts';
import { Hub, hasFocus } from './fixtures.ts';
import { tuesday, writePosts, zone } from './social-posts.ts';

const hub = new Hub();

describe('the hub', () => {
  it('has the words of the specification, jumps by its tiles, and searches and filters', async () => {
    const tenant = await hub.tenant();
    const long =
      'Our new board at Anzac Parade is lit from today and the first four weeks are half price for shops nearby, ask us.';
    await writePosts(hub, tenant, ['linkedin', 'facebook'], long);
    await writePosts(
      hub,
      tenant,
      ['linkedin'],
      'Out next week',
      zonedInstant(tuesday(), 540, zone).toISOString(),
    );
    const { page, context, complaints } = await hub.window(tenant.owner.token);
    await page.goto('/tenant/dashboard?tab=social');
    await page.getByRole('region', { name: 'Platform Distribution' }).getByText('67 %').first().waitFor();
    await page.getByRole('button', { name: 'Total Posts 3' }).waitFor();
    const shown = async () => (await page.locator('body').innerText()).replaceAll(/\s+/g, ' ');
    for (const words of [
      'Overview',
      'All Posts',
      'Calendar',
      'Drafts',
      'Scheduled',
      'Published',
      'Recent Posts',
      'Platform Distribution',
      'Quick Actions',
      'Create New Post',
      'View Calendar',
      'Manage Schedule',
      `${long.slice(0, 60).trimEnd()}…`,
    ])
      await expect.poll(shown).toContain(words);
    await page.getByRole('link', { name: 'Manage Schedule' }).click();
    await page.getByText('1 of 3 posts').waitFor();
    await expect.poll(() => page.getByLabel('Status').inputValue()).toBe('scheduled');
    await page.getByRole('tab', { name: 'Overview' }).click();
    await page.getByRole('button', { name: /^Drafts 2/ }).click();
    await page.getByText('2 of 3 posts').waitFor();
    // Both variants are one card, with the longer cut of the grid.
    await expect.poll(() => page.locator('[data-post]').count()).toBe(1);
    await page.getByText(`${long.slice(0, 100).trimEnd()}…`).waitFor();
    const options = await page.getByLabel('Platform', { exact: true }).locator('option').all();
    expect(await Promise.all(options.map((option) => option.getAttribute('value')))).toEqual([
      'all',
      'linkedin',
      'facebook',
      'instagram',
    ]);
    await page.getByLabel('Platform', { exact: true }).selectOption('instagram');
    await page.getByText('No posts found').waitFor();
    await page.getByRole('button', { name: 'Clear all filters' }).click();
    await page.getByText('3 of 3 posts').waitFor();
    for (const name of ['Draft Posts', 'Scheduled Posts'])
      await page.getByRole('heading', { name }).waitFor();
    await page.keyboard.press('/');
    await hasFocus(page.getByRole('searchbox'));
    await page.keyboard.type('facebook');
    await page.getByText('1 of 3 posts').waitFor();

    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search screens, leads, posts and prospects' }).fill('out next');
    await page.getByRole('option', { name: /Out next week/ }).click();
    await page.getByRole('dialog', { name: 'LinkedIn post' }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('shows the location pictures, and says when a picture cannot be shown', async () => {
    const tenant = await hub.tenant();
    await writePosts(hub, tenant, ['linkedin'], 'Seen from the ferry');
    const variants = [{ platform: 'linkedin', content: 'With a picture that is gone' }];
    await hub.call(
      'POST',
      '/api/social-entries',
      { variants, imageUrl: 'https://pictures.test/gone.jpg', when: null },
      tenant.owner.token,
    );
    const { page, context } = await hub.window(tenant.owner.token);
    await page.goto('/tenant/dashboard?tab=social&view=posts');
    await page.getByText('Image Not Available').waitFor();
    const drawn = page.getByRole('img', { name: /harbour/ });
    await drawn.waitFor();
    await expect
      .poll(() => drawn.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)))
      .toBeGreaterThan(0);
    await context.close();
  });

  it('shows a viewer everything and no button that writes', async () => {
    const tenant = await hub.tenant();
    const viewer = await hub.colleague(tenant, 'viewer');
    const [post] = await writePosts(
      hub,
      tenant,
      ['linkedin'],
      'For all to see',
      zonedInstant(tuesday(), 540, zone).toISOString(),
    );
    const { page, context, complaints } = await hub.window(viewer.token);
    for (const view of [
      '',
      '&view=posts',
      `&view=calendar&date=${tuesday()}`,
      `&view=posts&post=${post?.id}`,
    ]) {
      await page.goto(`/tenant/dashboard?tab=social${view}`);
      await page.getByText('For all to see').first().waitFor();
      const names = [
        'Publish Now',
        'Schedule',
        'Reschedule',
        'More actions',
        'Edit text',
        'New post',
        'Create New Post',
      ];
      for (const name of [...names, /^Actions of/]) {
        const exact = typeof name === 'string';
        await expect.poll(() => page.getByRole('button', { name, exact }).count()).toBe(0);
        await expect.poll(() => page.getByRole('link', { name, exact }).count()).toBe(0);
      }
    }
    await page.goto('/tenant/dashboard?tab=social&compose=1');
    await page.getByText('For all to see').first().waitFor();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('says why an engine wrote nothing, and lets the built-in one write', async () => {
    const tenant = await hub.tenant();
    const { page, context } = await hub.window(tenant.owner.token);
    const failed = { message: 'The provider did not answer.', code: 'ai_failed', requestId: 'r' };
    await page.route('**/api/social-posts/generate', (route) => route.fulfill({ status: 502, json: failed }));
    await page.goto('/tenant/dashboard?tab=social&compose=1');
    const composer = page.getByRole('dialog', { name: 'New post' });
    const write = composer.getByRole('button', { name: 'Write with AI' });
    await expect.poll(() => write.isDisabled()).toBe(true);
    await composer.getByLabel('Brief').fill('A new lit board at Anzac Parade, half price for four weeks.');
    await write.click();
    await composer.getByText('The provider did not answer.').waitFor();
    await composer.getByRole('button', { name: 'Try again' }).waitFor();
    await page.unroute('**/api/social-posts/generate');
    await composer.getByRole('button', { name: 'Use the built-in engine' }).click();
    await composer.getByText('Written by built-in rules').waitFor();
    const text = composer.getByRole('textbox', { name: 'Text', exact: true });
    await expect.poll(() => text.inputValue()).toContain('Anzac Parade');
    await composer.getByRole('textbox', { name: 'Text', exact: true }).fill(`x${'y'.repeat(3000)}`);
    await composer
      .getByText(/This text has 3,001 characters; LinkedIn takes at most 3,000/)
      .first()
      .waitFor();
    await expect.poll(() => composer.getByRole('button', { name: 'Save draft' }).isDisabled()).toBe(true);
    await composer.getByRole('textbox', { name: 'Text', exact: true }).fill('y'.repeat(2900));
    await composer.getByText('2,900 of 3,000 characters, 100 left').waitFor();
    await context.close();
  });
});
