import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { Hub, type Tenant } from './fixtures.ts';

/** The specification's words, limits and times, read from the rendered pages. Sections in brackets. */
const hub = new Hub();
let tenant: Tenant;

beforeAll(async () => {
  tenant = await hub.tenant(['leads_manager']);
  const lead = {
    name: 'jane van Dyke',
    company: 'Pappas Cycles',
    contact_email: 'jane@cycles.test',
    phone_number: '02 5550 0117',
    advertising_goal: 'sell the lot',
    billboard: 'Anzac Parade',
    budget: '$11,500',
    duration: '8 weeks',
    period: 'from March',
  };
  await hub.call('POST', '/api/leads', { contact_email: 'nobody@x.test' }, tenant.owner.token);
  await hub.call('POST', '/api/leads', lead, tenant.owner.token);
});

interface Row {
  where: string;
  address: string;
  signedIn?: boolean;
  /** What is there when the page is complete. */
  ready: string;
  /** Separated by bars. */
  texts: string;
}

const table: readonly Row[] = [
  {
    where: 'login [2]',
    address: '/tenant-login',
    ready: 'Sign In',
    texts: `Welcome Back | Sign in to your AI-powered business hub | Email | Password | Forgot your password?`,
  },
  {
    where: 'signup [2, 9]',
    address: '/signup',
    ready: 'Start Free 14-Day Trial',
    texts: `Organization Details | Organization Name | Subdomain | .aihub.com | Industry | Organization Size |
      Country | Account Owner Details | First Name | Last Name | Email | Password | Confirm Password |
      Choose Your AI Modules | Pro Package | Social Media Automation | Leads Manager | Outreach |
      $69.00 USD | $199.00 USD | $129.00 USD | $397.00 USD | $299.00 USD | $98.00 USD | $770.00 AUD |
      Terms | Privacy | no credit card required`,
  },
  { where: 'unknown address [8]', address: '/nowhere', ready: 'Page Not Found', texts: '404' },
  { where: 'terms [2]', address: '/terms', ready: 'Template.', texts: 'Terms of Service' },
  { where: 'privacy [2]', address: '/privacy', ready: 'Template.', texts: 'Privacy Policy' },
  {
    where: 'dashboard [1, 2, 9]',
    address: '/tenant/dashboard?tab=leads',
    signedIn: true,
    ready: '2 of 2 leads',
    texts: `AI Hub | Social Media | Incoming Leads | Outreach | Call Management | Optional | Support | Live |
      Admin | Total | New | In Progress | Qualified | Booked | Unknown | jane van Dyke`,
  },
  {
    where: 'call management [2]',
    address: '/tenant/dashboard?tab=calls',
    signedIn: true,
    ready: 'Optional Module - Coming Soon',
    texts: 'Call Management | Premium Module | Contact Sales | Configure Agent | 24 | 18 | 6 | 3:45 | 75%',
  },
  {
    where: 'nothing found [8]',
    address: '/tenant/dashboard?tab=leads&search=zzz',
    signedIn: true,
    ready: 'No leads found',
    texts: '0 of 2 leads | Clear all filters',
  },
  {
    where: 'billing [2, 9]',
    address: '/tenant/billing',
    signedIn: true,
    ready: 'Usage This Month',
    texts: `Billing & Subscription | 14 days remaining | Setup fee of $770.00 AUD | Current Plan |
      Active Modules | Available Modules | Add Module | Billing Summary | $199.00 USD | $300.00 USD`,
  },
  {
    where: 'admin, organization [2]',
    address: '/tenant/admin',
    signedIn: true,
    ready: 'Save Changes',
    texts: `Admin Panel | Organization | Users | Subscription | Security | Company Name | Industry |
      Organization Size | Country | Timezone`,
  },
  {
    where: 'admin, users [2]',
    address: '/tenant/admin?tab=users',
    signedIn: true,
    ready: 'Last login',
    texts: 'Add User | DW | Dana Whitfield | Owner',
  },
  {
    where: 'admin, subscription [2]',
    address: '/tenant/admin?tab=subscription',
    signedIn: true,
    ready: 'Trial status',
    texts:
      'Plan | Status | Billing cycle | Next billing | Trial status Active | Active modules | Leads Manager',
  },
  {
    where: 'admin, security [2]',
    address: '/tenant/admin?tab=security',
    signedIn: true,
    ready: 'Organization ID',
    texts: 'Organization Domain | Tenant-scoped APIs live under /api/v2/* and need authentication.',
  },
];

async function options(page: Page, label: string): Promise<string[]> {
  await page.getByLabel(label, { exact: true }).waitFor();
  const all = await page.getByLabel(label, { exact: true }).locator('option:not([disabled])').all();
  return Promise.all(all.map(async (option) => (await option.getAttribute('value')) ?? ''));
}

/** Which of the texts, separated by bars, are not on a page now. */
async function absent(page: Page, texts: string): Promise<string[]> {
  const shown = (await page.locator('body').innerText()).replaceAll(/\s+/g, ' ');
  return texts.split(/\s*\|\s*/).filter((text) => !shown.includes(text));
}

describe('the texts of the specification', () => {
  it('are on every screen that they belong to', async () => {
    const windows = [await hub.window(null), await hub.window(tenant.owner.token)] as const;
    for (const row of table) {
      const { page } = windows[row.signedIn ? 1 : 0];
      await page.goto(row.address);
      await page.getByText(row.ready).first().waitFor();
      if (row.signedIn) await page.getByText('Live', { exact: true }).waitFor();
      await expect.poll(() => absent(page, row.texts), { message: row.where }).toEqual([]);
    }
    for (const { context } of windows) await context.close();
  });

  it('are in the lead dialog, with its fallbacks, formats and heights [2, 9]', async () => {
    const { page, context } = await hub.window(tenant.owner.token);
    await page.goto('/tenant/dashboard?tab=leads');
    await page.getByRole('link', { name: 'jane van Dyke' }).click();
    const dialog = page.getByRole('dialog', { name: 'jane van Dyke' });
    await dialog.getByText('No communication history available').waitFor();
    const shown = async () => (await dialog.innerText()).replaceAll(/\s+/g, ' ');
    for (const text of [
      'JA jane van Dyke New View detailed information for Pappas Cycles • jane@cycles.test',
      'Contact Information',
      '02 5550 0117',
      'Lead Created',
      'Last Updated',
      'Campaign Details',
      'Advertising Goal sell the lot',
      'Interested Location Anzac Parade',
      'Budget $11,500',
      'Duration & Period 8 weeks (from March)',
      'Communication History',
      'Thread ID: lead_',
    ])
      await expect.poll(shown).toContain(text);
    // Short month, day, hour and minute in Australian English, twelve hours.
    await expect
      .poll(shown)
      .toMatch(/Lead Created \d{1,2} [A-Z][a-z]{2,3} ?, \d{1,2}:\d\d [ap]m Last Updated/);
    const height = await dialog.evaluate((element) => getComputedStyle(element).maxHeight);
    expect(Number.parseFloat(height)).toBeCloseTo(900 * 0.95, 0);
    await page.keyboard.press('Escape');

    await page.getByRole('link', { name: 'Unknown' }).click();
    const unknown = page.getByRole('dialog', { name: 'Unknown Contact' });
    await unknown.getByText('No communication history available').waitFor();
    const bare = async () => (await unknown.innerText()).replaceAll(/\s+/g, ' ');
    await expect.poll(bare).toContain('View detailed information for this contact • nobody@x.test');
    await expect.poll(bare).toContain('Company Not specified');
    for (const label of ['Phone', 'Advertising Goal', 'Interested Location', 'Budget', 'Duration & Period'])
      await expect.poll(bare).not.toContain(label);
    await context.close();
  });

  it('are in every list to choose from, with their defaults [5, 9]', async () => {
    const { page, context } = await hub.window(tenant.owner.token);
    await page.goto('/tenant/dashboard?tab=leads');
    const sorts = ['latest_updated', 'latest_contact', 'first_contact', 'name_asc', 'name_desc'];
    await expect.poll(() => options(page, 'Sort')).toEqual([...sorts, 'budget_high_low', 'budget_low_high']);
    await expect.poll(() => page.getByLabel('Sort').inputValue()).toBe('latest_updated');
    const stages = [
      'new',
      'pending',
      'in_progress',
      'qualified',
      'booked',
      'won',
      'converted',
      'lost',
      'open',
    ];
    await expect.poll(async () => (await options(page, 'Stage')).filter(Boolean)).toEqual(stages);

    await page.goto('/tenant/admin');
    const zones = [
      'Australia/Sydney',
      'America/New_York',
      'America/Los_Angeles',
      'Europe/London',
      'Europe/Paris',
    ];
    await expect.poll(() => options(page, 'Timezone')).toEqual([...zones, 'Asia/Tokyo', 'Asia/Singapore']);
    await expect.poll(() => page.getByLabel('Timezone').inputValue()).toBe('Australia/Sydney');
    await expect
      .poll(() => options(page, 'Country'))
      .toEqual(['AU', 'US', 'CA', 'GB', 'DE', 'FR', 'JP', 'SG']);
    const trades = ['technology', 'healthcare', 'finance', 'retail', 'manufacturing', 'education', 'other'];
    await expect.poll(() => options(page, 'Industry')).toEqual(trades);
    await context.close();

    const visitor = await hub.window(null);
    await visitor.page.goto('/signup');
    const industries = ['automotive', 'retail', 'healthcare', 'technology', 'finance', 'real-estate'];
    await expect
      .poll(() => options(visitor.page, 'Industry'))
      .toEqual([...industries, 'hospitality', 'other']);
    await expect
      .poll(() => options(visitor.page, 'Organization Size'))
      .toEqual(['small', 'medium', 'large', 'enterprise']);
    await expect
      .poll(() => options(visitor.page, 'Country'))
      .toEqual(['AU', 'US', 'CA', 'GB', 'NZ', 'other']);
    for (const name of ['Social Media Automation', 'Leads Manager', 'Outreach']) {
      await expect.poll(() => visitor.page.getByRole('checkbox', { name }).isChecked()).toBe(true);
      await visitor.page.getByRole('checkbox', { name }).uncheck();
    }
    await visitor.page.getByRole('button', { name: 'Start Free 14-Day Trial' }).click();
    await visitor.page.getByText('Please select at least one module').waitFor();
    await visitor.context.close();
  });

  it('are said while waiting and when billing cannot be read [2, 8]', async () => {
    const { page, context } = await hub.window(null);
    const gate = Promise.withResolvers<undefined>();
    await page.route('**/api/tenant/auth/login', async (route) => {
      await gate.promise;
      await route.fulfill({ status: 502, body: '<html>' });
    });
    await page.goto('/tenant-login');
    await page.getByLabel('Email').fill('a@b.test');
    await page.getByLabel('Password', { exact: true }).fill('x');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByRole('button', { name: 'Signing in...' }).waitFor();
    gate.resolve(undefined);
    await page.getByText('Login Failed').waitFor();
    await page.getByText('502: Bad Gateway').waitFor();
    await context.close();

    const own = await hub.window(tenant.owner.token);
    const failed = { status: 500, json: { message: 'No.', code: 'internal', requestId: 'r' } };
    await own.page.route('**/api/tenant/usage/*', (route) => route.fulfill(failed));
    await own.page.goto('/tenant/billing');
    await own.page.getByText('Failed to fetch usage').waitFor();
    await own.page.route('**/api/tenant/subscription', (route) => route.fulfill(failed));
    await own.page.reload();
    await own.page.getByText('Failed to fetch subscription').waitFor();
    await own.context.close();
  });
});
