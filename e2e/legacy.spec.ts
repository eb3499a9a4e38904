import { describe, expect, it } from 'vitest';
import { Hub, hasFocus, narrow, overhang } from './fixtures.ts';
import { platformEnvironment } from './platform.ts';

const code = 'billboard-harbour-7';
const hub = new Hub({ ...platformEnvironment, LEGACY_ACCESS_CODE: code });

describe('the access code screen', () => {
  it('has the specification’s words, hides the code, refuses a wrong one and clears the field', async () => {
    const { page, context } = await hub.window(null);
    await page.goto('/legacy/login');
    await page.getByRole('heading', { name: 'AI Hub' }).waitFor();
    await page.getByText('Internal Dashboard Access').waitFor();
    await page.getByText('Access is for authorized personnel only and is monitored.').waitFor();
    const field = page.getByLabel('Access Code');
    await expect.poll(() => field.getAttribute('type')).toBe('password');
    await page.getByRole('button', { name: 'Show what is typed' }).click();
    await expect.poll(() => field.getAttribute('type')).toBe('text');
    await field.fill('not the code');
    const gate = Promise.withResolvers<undefined>();
    let answeredAfter = 0;
    await page.route('**/api/legacy/session', async (route) => {
      const began = Date.now();
      const answer = await route.fetch();
      answeredAfter = Date.now() - began;
      await gate.promise;
      await route.fulfill({ response: answer });
    });
    await page.getByRole('button', { name: 'Access Dashboard' }).click();
    await page.getByText('Authenticating...').waitFor();
    gate.resolve(undefined);
    await page.getByText('Invalid access credentials. Please contact your administrator.').waitFor();
    expect(answeredAfter).toBeGreaterThan(900);
    await expect.poll(() => field.inputValue()).toBe('');
    await hasFocus(field);
    await expect.poll(() => field.getAttribute('maxlength')).toBe('200');
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('legacy_access'))).toBeNull();
    await context.close();
  });

  it('opens the dashboard, live, and the database; logging out closes both', async () => {
    const { page, context, complaints } = await hub.window(null);
    await page.goto('/legacy');
    await page.getByLabel('Access Code').fill(code);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/legacy/dashboard');
    await page.getByText('Live', { exact: true }).waitFor();
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('legacy_access'))).not.toBeNull();
    const tabs = page.getByRole('navigation', { name: 'Modules' }).first();
    for (const tab of ['Social Media', 'Incoming Leads', 'Outreach', 'Call Management']) {
      await tabs.getByRole('link', { name: tab }).click();
      await page.waitForURL('**/legacy/dashboard?tab=**');
      await page.waitForTimeout(400);
    }
    await tabs.getByRole('link', { name: 'Incoming Leads' }).click();
    await page.getByRole('button', { name: 'New lead' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Jane van Dyke');
    await dialog.getByRole('button', { name: /^(Add|Create)/ }).click();
    await page.getByRole('dialog', { name: 'Jane van Dyke' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('1 of 1 leads').waitFor();

    await page.getByRole('link', { name: 'Database' }).click();
    await page.waitForURL('**/legacy/database');
    await page.locator('[data-cell]').first().waitFor();
    await expect.poll(() => page.getByText('users', { exact: true }).count()).toBe(0);
    expect(complaints).toEqual([]);

    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL('**/tenant-login');
    await page.getByText('Logged out').waitFor();
    await page.goto('/legacy/dashboard');
    await page.getByLabel('Access Code').waitFor();
    const answer = await page.evaluate(async () => (await fetch('/api/leads')).status);
    expect(answer).toBe(401);
    await context.close();
  });

  it('shows nothing for a flag that was set by hand', async () => {
    const { page, context } = await hub.window(null);
    await page.goto('/legacy/login');
    await page.evaluate(() => sessionStorage.setItem('legacy_access', 'true'));
    const refused = page.waitForResponse((one) => one.url().includes('/api/legacy/') && one.status() === 401);
    await page.goto('/legacy/dashboard');
    await refused;
    await page.getByLabel('Access Code').waitFor();
    await expect.poll(() => page.getByText('Jane van Dyke').count()).toBe(0);
    await context.close();
  });

  it('keeps what is opened over a tab within it', async () => {
    const { page, context } = await hub.window(null);
    await page.goto('/legacy/login');
    await page.getByLabel('Access Code').fill(code);
    await page.keyboard.press('Enter');
    await page.getByText('Live', { exact: true }).waitFor();
    await page.goto('/legacy/dashboard?tab=outreach');
    await page.getByRole('button', { name: 'Add prospect' }).first().click();
    await page.getByRole('dialog', { name: 'Add prospect' }).waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/legacy/dashboard');
    await page.goto('/legacy/dashboard?tab=social');
    await page
      .getByRole('link', { name: 'Create New Post' })
      .or(page.getByRole('button', { name: 'Create New Post' }))
      .first()
      .click();
    await page.getByRole('dialog').waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/legacy/dashboard');
    await context.close();
  });

  it('fits a phone, also behind it', async () => {
    const { page, context } = await hub.window(null, narrow);
    await page.goto('/legacy/login');
    await page.getByLabel('Access Code').fill(code);
    await expect.poll(() => overhang(page)).toBe(0);
    await page.keyboard.press('Enter');
    await page.getByText('Live', { exact: true }).waitFor();
    await expect.poll(() => overhang(page)).toBe(0);
    await context.close();
  });
});

describe('who comes where', () => {
  const at = (host: string) => hub.url.replace('localhost', host);

  it('without a token: the landing page at /, the sign-in form elsewhere, the access code for the database', async () => {
    const { page, context } = await hub.window(null);
    for (const host of ['localhost', '127.0.0.1']) {
      await page.goto(`${at(host)}/`);
      await page.waitForURL('**/landing');
      await page.getByRole('link', { name: 'Internal access' }).waitFor();
      for (const path of ['/dashboard', '/billing', '/admin', '/tenant/dashboard', '/login']) {
        await page.goto(at(host) + path);
        await page.getByRole('heading', { name: 'Welcome Back' }).waitFor();
      }
      await page.getByRole('link', { name: 'Internal access' }).waitFor();
      for (const path of ['/database', '/legacy', '/legacy/dashboard', '/legacy/database', '/legacy/login']) {
        await page.goto(at(host) + path);
        await page.getByLabel('Access Code').waitFor();
      }
    }
    await context.close();
  });

  it('a tenant’s own host goes to the sign-in form at once', async () => {
    const { page, context } = await hub.window(null);
    for (const path of ['/', '/dashboard']) {
      await page.goto(at('acme.localhost') + path);
      await page.getByRole('heading', { name: 'Welcome Back' }).waitFor();
    }
    await context.close();
  });

  it('with the flag / and /dashboard are the internal dashboard; with a token they are the tenant’s', async () => {
    const { page, context } = await hub.window(null);
    await page.goto('/legacy/login');
    await page.getByLabel('Access Code').fill(code);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/legacy/dashboard');
    for (const path of ['/', '/dashboard']) {
      await page.goto(path);
      await page.waitForURL('**/legacy/dashboard');
    }
    const tenant = await hub.tenant();
    await page.evaluate((token) => localStorage.setItem('auth_token', token), tenant.owner.token);
    for (const path of ['/', '/dashboard']) {
      await page.goto(path);
      await page.getByText(`${tenant.name} AI Hub`).first().waitFor();
    }
    await page.goto('/database');
    await page.getByText('What your organization has stored, read only.').waitFor();
    // The internal area beside it shows the platform's data, not the tenant's.
    await page.goto('/legacy/dashboard?tab=leads');
    await page.getByText('1 of 1 leads').waitFor();
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL('**/tenant-login');
    await expect.poll(() => page.evaluate(() => localStorage.getItem('auth_token'))).toBe(tenant.owner.token);
    await context.close();
  });
});

describe('an installation without a code', () => {
  const off = new Hub();

  it('says that the area is switched off, and offers no link to it', async () => {
    const { page, context } = await off.window(null);
    await page.goto('/legacy/dashboard');
    await page.getByText('The internal area is switched off on this installation.').waitFor();
    await expect.poll(() => page.getByLabel('Access Code').count()).toBe(0);
    await page.goto('/login');
    await page.getByRole('heading', { name: 'Welcome Back' }).waitFor();
    await page.waitForTimeout(300);
    await expect.poll(() => page.getByRole('link', { name: 'Internal access' }).count()).toBe(0);
    await context.close();
  });
});
