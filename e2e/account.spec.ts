import { describe, expect, it } from 'vitest';
import { Hub, password } from './fixtures.ts';

const hub = new Hub();

describe('one’s own account', () => {
  it('lists the sessions, ends another one at once, and signs this one out', async () => {
    const tenant = await hub.tenant();
    const other = await hub.window(null, {
      userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
    });
    await other.page.goto('/tenant-login');
    await other.page.getByLabel('Email').fill(tenant.owner.email);
    await other.page.getByLabel('Password', { exact: true }).fill(password);
    await other.page.keyboard.press('Enter');
    await other.page.getByText('Live', { exact: true }).waitFor();

    const { page, context, complaints } = await hub.window(tenant.owner.token);
    await page.goto('/dashboard');
    await page.getByLabel(/account of/).click();
    await page.getByRole('menuitem', { name: 'Your account' }).click();
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    await page.getByText('This one').waitFor();
    await page.getByRole('button', { name: /^End Firefox on Windows/ }).click();
    await page.getByText('Session ended').waitFor();
    await other.page.getByRole('heading', { name: 'Welcome Back' }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: /^End / }).count()).toBe(0);

    await page.getByRole('link', { name: 'Change password' }).click();
    await page.getByRole('heading', { name: 'Change password' }).waitFor();
    await page.getByRole('link', { name: 'Back to your account' }).click();
    await page.evaluate(() => localStorage.setItem('theme', 'dark'));
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL('**/tenant-login');
    await page.getByText('Logged out').waitFor();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull();
    // The appearance belongs to the person at this browser, not to the session.
    await expect.poll(() => page.evaluate(() => localStorage.getItem('theme'))).toBe('dark');
    expect(complaints).toEqual([]);
    await context.close();
    await other.context.close();
  });

  it('asks which organization when email and password belong to several, with the focus on the question', async () => {
    const email = `both-${Date.now()}@agency.test`;
    for (const slug of [`first-${Date.now()}`, `second-${Date.now()}`]) {
      await hub.call('POST', '/api/tenant/organizations/signup', {
        organization: { name: `Firm ${slug}`, slug, industry: 'other', size: 'small', country: 'AU' },
        user: { firstName: 'Jo', lastName: 'Bloggs', email, password },
        selectedPlan: 'pro',
        selectedModules: ['leads_manager'],
      });
    }
    const { page, context } = await hub.window(null);
    await page.goto('/tenant-login');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Which organization?' }).waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe('Which organization?');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText(/^Logged in to Firm/).waitFor();
    await context.close();
  });

  it('can be left when who is signed in cannot be read', async () => {
    const tenant = await hub.tenant();
    const { page, context } = await hub.window(tenant.owner.token);
    await page.route('**/api/tenant/auth/me', (route) =>
      route.fulfill({ status: 500, json: { message: 'No.', code: 'internal', requestId: 'r-1' } }),
    );
    await page.goto('/dashboard');
    await page.getByText('Your workspace could not be opened').waitFor();
    await page.getByText('Request r-1').waitFor();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('heading', { name: 'Welcome Back' }).waitFor();
    await context.close();
  });
});
