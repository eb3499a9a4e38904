import { generateSync } from 'otplib';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { Hub, live, narrow, overhang, password } from './fixtures.ts';

const hub = new Hub();

function codeOf(key: string, ahead = 0): string {
  return generateSync({ secret: key.replaceAll(' ', ''), epoch: Math.floor(Date.now() / 1000) + ahead * 30 });
}

/** Goes through the set-up from the password to the recovery codes. */
async function setUp(page: Page): Promise<{ key: string; codes: string[] }> {
  await page.getByLabel('Your password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('img', { name: 'QR code with the setup key' }).waitFor();
  const key = await page.locator('p.font-mono').innerText();
  await page.getByLabel('Code that the app shows').fill('12');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByText('Enter the six digits that the app shows.').waitFor();
  await page.getByLabel('Code that the app shows').fill(codeOf(key));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
  const codes = await page.locator('ul.font-mono li').allInnerTexts();
  expect(codes).toHaveLength(10);
  await page.getByRole('button', { name: 'I have kept them' }).click();
  return { key, codes };
}

describe('two-factor sign-in', () => {
  it('is set up under Your account, asked for at sign-in, and taken by code or recovery code', async () => {
    const tenant = await hub.tenant();
    const { page, context } = await hub.window(tenant.owner.token, narrow);
    await page.goto('/account');
    await page.getByRole('heading', { name: 'Two-factor sign-in' }).waitFor();
    await page.getByRole('button', { name: 'Set up' }).click();
    await expect.poll(() => overhang(page)).toBe(0);
    const { key, codes } = await setUp(page);
    await page.getByText('10 recovery codes are left.').waitFor();
    await context.close();

    for (const code of [codeOf(key, 1), codes[0] ?? '']) {
      const other = await hub.window(null);
      await other.page.goto('/tenant-login');
      await other.page.getByLabel('Email').fill(tenant.owner.email);
      await other.page.getByLabel('Password', { exact: true }).fill(password);
      await other.page.getByRole('button', { name: 'Sign In' }).click();
      await other.page.getByLabel('Authentication code').fill('000-000');
      await other.page.getByRole('button', { name: 'Sign In' }).click();
      await other.page.getByText('Login Failed').waitFor();
      await other.page.getByLabel('Authentication code').fill(code);
      await other.page.getByRole('button', { name: 'Sign In' }).click();
      await other.page.getByText(`Logged in to ${tenant.name}`).waitFor();
      await other.context.close();
    }
  });

  it('can be required of everyone: who has none sets it up before anything else', async () => {
    const tenant = await hub.tenant();
    const user = await hub.colleague(tenant, 'user');
    const owner = await hub.window(tenant.owner.token);
    await owner.page.goto('/account');
    await owner.page.getByRole('button', { name: 'Set up' }).click();
    await setUp(owner.page);
    await owner.page.goto('/tenant/admin?tab=security');
    await owner.page.getByText('1 active person has not set it up.').waitFor();
    await owner.page.getByRole('button', { name: 'Require it' }).click();
    const dialog = owner.page.getByRole('dialog');
    await dialog.getByLabel('Your password', { exact: true }).fill(password);
    await dialog.getByRole('button', { name: 'Require it' }).click();
    await owner.page.getByText('Required', { exact: true }).waitFor();

    const { page, context } = await hub.window(user.token);
    await page.goto('/dashboard');
    await page.getByRole('heading', { name: 'Set up two-factor sign-in' }).waitFor();
    await setUp(page);
    await page.getByText('Live', { exact: true }).waitFor();
    await context.close();
    await owner.context.close();
  });
});

describe('the Users tab', () => {
  it('sends a reset link, shows where a member is signed in and ends it', async () => {
    const tenant = await hub.tenant();
    const user = await hub.colleague(tenant, 'user');
    const theirs = await hub.window(user.token);
    await theirs.page.goto('/dashboard');
    await theirs.page.getByText('Live', { exact: true }).waitFor();
    const { page, context, complaints } = await hub.window(tenant.owner.token);
    await page.goto('/tenant/admin?tab=users');
    await page.getByRole('button', { name: 'More for Sam Okafor' }).click();
    await page.getByRole('menuitem', { name: 'Send reset link' }).click();
    await page.getByText('Reset link kept in the outbox').waitFor();
    await page.getByRole('button', { name: 'More for Sam Okafor' }).click();
    await page.getByRole('menuitem', { name: 'Sessions' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sessions of Sam Okafor' });
    await dialog
      .getByText(/^Last used/)
      .first()
      .waitFor();
    await dialog.getByRole('button', { name: 'End sessions' }).click();
    await page.getByText('Sessions ended').waitFor();
    await theirs.page.getByRole('heading', { name: 'Welcome Back' }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
    await theirs.context.close();
  });
});

describe('the export of everything', () => {
  it('is started with the password, shows how far it is, and is downloaded', async () => {
    const tenant = await hub.tenant();
    await hub.call('POST', '/api/leads', { name: 'Jane van Dyke' }, tenant.owner.token);
    const { page, context, complaints } = await hub.window(tenant.owner.token);
    await page.goto('/tenant/admin?tab=security');
    await page.getByText('No exports').waitFor();
    await live(page);
    await page.getByRole('button', { name: 'Start an export' }).click();
    const dialog = page.getByRole('dialog', { name: 'Start an export' });
    await dialog.getByRole('button', { name: 'Start the export' }).click();
    await dialog.getByText('Password is required').waitFor();
    await dialog.getByLabel('Your password', { exact: true }).fill(password);
    await dialog.getByRole('button', { name: 'Start the export' }).click();
    await page.getByText('Export started').waitFor();
    await page.getByText('Ready', { exact: true }).waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    expect((await saved).suggestedFilename()).toMatch(/^ai-hub-export-\d{4}-\d\d-\d\d\.zip$/);
    await page
      .getByRole('button', { name: /otification/ })
      .first()
      .click();
    await page.getByText('Your export is ready').first().waitFor();
    expect(complaints).toEqual([]);
    await context.close();

    const admin = await hub.colleague(tenant, 'admin');
    const other = await hub.window(admin.token);
    await other.page.goto('/tenant/admin?tab=security');
    await other.page.getByRole('heading', { name: 'Audit log' }).waitFor();
    await expect
      .poll(() => other.page.getByRole('heading', { name: 'Export of everything' }).count())
      .toBe(0);
    await other.context.close();
  });
});
