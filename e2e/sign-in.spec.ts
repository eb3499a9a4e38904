import { describe, expect, it } from 'vitest';
import { Hub, password } from './fixtures.ts';

const hub = new Hub();

describe('signing up', () => {
  it('makes an organization and opens its dashboard', async () => {
    const { page, complaints } = await hub.window(null);
    await page.goto('/signup');
    await page.getByLabel('Organization Name').fill('Harbour & Co Outdoor');
    const slug = page.getByLabel('Subdomain');
    await expect.poll(() => slug.inputValue()).toBe('harbour-co-outdoor');
    await slug.fill('Harbour_Outdoor 1!');
    await expect.poll(() => slug.inputValue()).toBe('harbouroutdoor1');
    await page.getByLabel('Industry').selectOption('real-estate');
    await page.getByLabel('Organization Size').selectOption({ label: '11-50 employees' });
    await page.getByLabel('Country').selectOption('AU');
    await page.getByLabel('First Name').fill('Jo');
    await page.getByLabel('Last Name').fill('O’Neil');
    await page.getByLabel('Email').fill('jo@harbour-outdoor.test');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm Password').fill(password);
    await page.getByRole('checkbox', { name: /I agree/ }).check();
    const gate = Promise.withResolvers<undefined>();
    await page.route('**/api/tenant/organizations/signup', async (route) => {
      await gate.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Start Free 14-Day Trial' }).click();
    await page.getByRole('button', { name: 'Creating your organization...' }).waitFor();
    gate.resolve(undefined);

    await page.waitForURL('**/dashboard');
    await page.getByText('Welcome to AI Hub!').first().waitFor();
    await page.getByText('Harbour & Co Outdoor AI Hub').first().waitFor();
    // The specification's default tab.
    await page.getByText('No posts found').waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('says beside each field what is missing, in the words of the specification', async () => {
    const { page } = await hub.window(null);
    await page.goto('/signup');
    await page.getByLabel('Password', { exact: true }).fill('short');
    await page.getByRole('button', { name: 'Start Free 14-Day Trial' }).click();
    for (const text of [
      'Organization name must be at least 2 characters',
      'Slug must be at least 3 characters',
      'Please select an industry',
      'Please select organization size',
      'Please select a country',
      'First name is required',
      'Last name is required',
      'Invalid email address',
      'Password must be at least 8 characters',
      "Passwords don't match",
      'You must agree to the terms',
    ]) {
      await page.getByText(text).waitFor();
    }
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
      .toBe('organizationName');
    await page.context().close();
  });

  it('says that a subdomain is taken', async () => {
    const tenant = await hub.tenant();
    const { page } = await hub.window(null);
    await page.goto('/signup');
    await page.getByLabel('Organization Name').fill('Another');
    await page.getByLabel('Subdomain').fill(tenant.slug);
    await page.getByLabel('Industry').selectOption('other');
    await page.getByLabel('Organization Size').selectOption('small');
    await page.getByLabel('Country').selectOption('AU');
    await page.getByLabel('First Name').fill('Jo');
    await page.getByLabel('Last Name').fill('Bloggs');
    await page.getByLabel('Email').fill('jo@another.test');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm Password').fill(password);
    await page.getByRole('checkbox', { name: /I agree/ }).check();
    await page.getByRole('button', { name: 'Start Free 14-Day Trial' }).click();
    await page.getByText('Signup Failed').first().waitFor();
    await page.getByText('This subdomain is already taken.').first().waitFor();
    await page.context().close();
  });
});

describe('signing in', () => {
  it('has the texts of the specification and refuses wrong passwords with a toast', async () => {
    const tenant = await hub.tenant();
    const { page } = await hub.window(null);
    await page.goto('/tenant-login');
    await page.getByRole('heading', { name: 'Welcome Back' }).waitFor();
    await page.getByText('Sign in to your AI-powered business hub').waitFor();
    await expect
      .poll(() => page.getByRole('link', { name: 'Forgot your password?' }).getAttribute('href'))
      .toBe('/forgot-password');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByText('Invalid email address').waitFor();
    await page.getByText('Password is required').waitFor();

    await page.getByLabel('Email').fill(tenant.owner.email);
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByText('Login Failed').first().waitFor();
    await page.getByText('Invalid email or password').first().waitFor();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull();

    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL('**/dashboard');
    await page.getByText('Welcome back!').first().waitFor();
    await page.getByText(`Logged in to ${tenant.name}`).first().waitFor();
    await page.context().close();
  });

  it('opens the page that was asked for, and signing out ends at the sign-in page', async () => {
    const tenant = await hub.tenant();
    const { page } = await hub.window(null);
    await page.goto('/tenant/admin?tab=users');
    await page.getByLabel('Email').fill(tenant.owner.email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Admin Panel' }).waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/tenant/admin');

    await page.getByLabel(/account of/).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.waitForURL('**/tenant-login');
    await page.getByText('Logged out').first().waitFor();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull();
    await page.context().close();
  });

  it('asks for the sign-in again when the session has ended elsewhere', async () => {
    const tenant = await hub.tenant();
    const { page } = await hub.window(tenant.owner.token);
    await page.goto('/tenant/dashboard?tab=leads');
    await page.getByText('No leads found').waitFor();
    await hub.call('POST', '/api/tenant/auth/logout', undefined, tenant.owner.token);
    await page.reload();
    await page.getByRole('heading', { name: 'Welcome Back' }).waitFor();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull();
    await page.context().close();
  });

  it('forces a new password where it must be changed', async () => {
    const tenant = await hub.tenant();
    const email = `new@${tenant.slug}.test`;
    await hub.call(
      'POST',
      '/api/tenant/users',
      { email, firstName: 'New', lastName: 'Person', password, role: 'user', mustChangeAtFirstSignIn: true },
      tenant.owner.token,
    );
    const { page } = await hub.window(null);
    await page.goto('/tenant-login');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByRole('heading', { name: 'Choose your own password' }).waitFor();
    await page.getByLabel('Temporary Password').fill(password);
    await page.getByLabel('New Password').fill('wallaby-77-ferry');
    await page.getByLabel('Confirm Password').fill('wallaby-77-ferry');
    await page.getByRole('button', { name: 'Save the new password' }).click();
    await page.getByRole('navigation', { name: 'Modules' }).first().waitFor();
    await page.context().close();
  });
});

describe('pages without a sign-in', () => {
  it('answer an unknown address with 404 and say so', async () => {
    const { page } = await hub.window(null);
    const response = await page.goto('/no/such/page');
    expect(response?.status()).toBe(404);
    await page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
    await page.context().close();
  });

  it('mark the shipped legal texts as templates', async () => {
    const { page } = await hub.window(null);
    for (const address of ['/terms', '/privacy']) {
      await page.goto(address);
      await page.getByText('Template.').waitFor();
    }
    await page.context().close();
  });

  it('promise a reset link without telling whether the account exists', async () => {
    const { page } = await hub.window(null);
    await page.goto('/forgot-password');
    await page.getByLabel('Email').fill('nobody@nowhere.test');
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByText('If there is an account for nobody@nowhere.test').waitFor();
    await page.goto('/reset-password');
    await page.getByText('This link is not complete').waitFor();
    await page.context().close();
  });
});
