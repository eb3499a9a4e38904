import type { Page } from 'playwright-core';

export interface ScreenToVisit {
  name: string;
  address: string;
  /** Who looks at it: nobody signed in, the owner of a tenant, or the owner of the platform. */
  as: 'nobody' | 'owner' | 'platform';
  /** What is there when the screen is complete. */
  ready: (page: Page) => Promise<unknown>;
}

const heading = (name: string) => (page: Page) => page.getByRole('heading', { name }).first().waitFor();
const text = (words: string) => (page: Page) => page.getByText(words).first().waitFor();

/** Every screen of the product, for pictures, for axe and for narrow windows. `{lead}` stands for a lead's id. */
export const screens: readonly ScreenToVisit[] = [
  { name: 'login', address: '/tenant-login', as: 'nobody', ready: heading('Welcome Back') },
  { name: 'signup', address: '/signup', as: 'nobody', ready: heading('Start your free trial') },
  {
    name: 'forgot-password',
    address: '/forgot-password',
    as: 'nobody',
    ready: heading('Forgot your password?'),
  },
  {
    name: 'reset-password',
    address: '/reset-password?token=x',
    as: 'nobody',
    ready: heading('Set a new password'),
  },
  { name: 'terms', address: '/terms', as: 'nobody', ready: text('Template.') },
  { name: 'privacy', address: '/privacy', as: 'nobody', ready: text('Template.') },
  { name: 'not-found', address: '/no-such-page', as: 'nobody', ready: heading('Page Not Found') },
  {
    name: 'leads',
    address: '/tenant/dashboard?tab=leads',
    as: 'owner',
    ready: (page) => page.locator('[data-lead]').first().waitFor(),
  },
  {
    name: 'leads-nothing',
    address: '/tenant/dashboard?tab=leads&search=zzzz',
    as: 'owner',
    ready: text('Clear all filters'),
  },
  {
    name: 'leads-board',
    address: '/tenant/dashboard?tab=leads&view=board',
    as: 'owner',
    ready: (page) => page.locator('[data-lead]').first().waitFor(),
  },
  {
    name: 'lead',
    address: '/tenant/dashboard?tab=leads&lead={lead}',
    as: 'owner',
    ready: (page) => page.getByRole('article').first().waitFor(),
  },
  { name: 'social', address: '/tenant/dashboard?tab=social', as: 'owner', ready: heading('Social Media') },
  { name: 'outreach', address: '/tenant/dashboard?tab=outreach', as: 'owner', ready: heading('Outreach') },
  {
    name: 'calls',
    address: '/tenant/dashboard?tab=calls',
    as: 'owner',
    ready: heading('Call Management'),
  },
  { name: 'support', address: '/tenant/dashboard?tab=support', as: 'owner', ready: heading('Support') },
  { name: 'billing', address: '/tenant/billing', as: 'owner', ready: heading('Usage This Month') },
  {
    name: 'admin-organization',
    address: '/tenant/admin',
    as: 'owner',
    ready: (page) => page.getByLabel('Company Name').waitFor(),
  },
  { name: 'admin-users', address: '/tenant/admin?tab=users', as: 'owner', ready: text('Last login') },
  {
    name: 'admin-integrations',
    address: '/tenant/admin?tab=integrations',
    as: 'owner',
    ready: (page) => page.getByRole('heading', { name: 'Meetings' }).waitFor(),
  },
  {
    name: 'admin-subscription',
    address: '/tenant/admin?tab=subscription',
    as: 'owner',
    ready: text('Trial status'),
  },
  {
    name: 'admin-security',
    address: '/tenant/admin?tab=security',
    as: 'owner',
    ready: text('Organization ID'),
  },
  { name: 'database', address: '/tenant/database', as: 'owner', ready: heading('Database') },
  { name: 'account', address: '/account', as: 'owner', ready: text('This one') },
  { name: 'change-password', address: '/change-password', as: 'owner', ready: heading('Change password') },
  { name: 'platform-tenants', address: '/dashboard', as: 'platform', ready: text('Active Rate') },
  { name: 'platform-outbox', address: '/dashboard?tab=outbox', as: 'platform', ready: heading('Outbox') },
  {
    name: 'platform-failed-jobs',
    address: '/dashboard?tab=failed-jobs',
    as: 'platform',
    ready: heading('Failed jobs'),
  },
  {
    name: 'platform-settings',
    address: '/platform/settings',
    as: 'platform',
    ready: heading('Platform Settings'),
  },
];
