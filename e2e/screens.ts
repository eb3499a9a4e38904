import type { Page } from 'playwright-core';

export interface ScreenToVisit {
  name: string;
  address: string;
  signedIn: boolean;
  /** What is there when the screen is complete. */
  ready: (page: Page) => Promise<unknown>;
}

const heading = (name: string) => (page: Page) => page.getByRole('heading', { name }).first().waitFor();
const text = (words: string) => (page: Page) => page.getByText(words).first().waitFor();

/** Every screen of the product, for pictures, for axe and for narrow windows. `{lead}` stands for a lead's id. */
export const screens: readonly ScreenToVisit[] = [
  { name: 'login', address: '/tenant-login', signedIn: false, ready: heading('Welcome Back') },
  { name: 'signup', address: '/signup', signedIn: false, ready: heading('Start your free trial') },
  {
    name: 'forgot-password',
    address: '/forgot-password',
    signedIn: false,
    ready: heading('Forgot your password?'),
  },
  {
    name: 'reset-password',
    address: '/reset-password?token=x',
    signedIn: false,
    ready: heading('Set a new password'),
  },
  { name: 'terms', address: '/terms', signedIn: false, ready: text('Template.') },
  { name: 'privacy', address: '/privacy', signedIn: false, ready: text('Template.') },
  { name: 'not-found', address: '/no-such-page', signedIn: false, ready: heading('Page Not Found') },
  {
    name: 'leads',
    address: '/tenant/dashboard?tab=leads',
    signedIn: true,
    ready: (page) => page.locator('[data-lead]').first().waitFor(),
  },
  {
    name: 'leads-nothing',
    address: '/tenant/dashboard?tab=leads&search=zzzz',
    signedIn: true,
    ready: text('Clear all filters'),
  },
  {
    name: 'lead',
    address: '/tenant/dashboard?tab=leads&lead={lead}',
    signedIn: true,
    ready: (page) => page.getByRole('article').first().waitFor(),
  },
  { name: 'social', address: '/tenant/dashboard?tab=social', signedIn: true, ready: heading('Social Media') },
  { name: 'outreach', address: '/tenant/dashboard?tab=outreach', signedIn: true, ready: heading('Outreach') },
  {
    name: 'calls',
    address: '/tenant/dashboard?tab=calls',
    signedIn: true,
    ready: heading('Call Management'),
  },
  { name: 'support', address: '/tenant/dashboard?tab=support', signedIn: true, ready: heading('Support') },
  { name: 'billing', address: '/tenant/billing', signedIn: true, ready: heading('Usage This Month') },
  {
    name: 'admin-organization',
    address: '/tenant/admin',
    signedIn: true,
    ready: (page) => page.getByLabel('Company Name').waitFor(),
  },
  { name: 'admin-users', address: '/tenant/admin?tab=users', signedIn: true, ready: text('Last login') },
  {
    name: 'admin-subscription',
    address: '/tenant/admin?tab=subscription',
    signedIn: true,
    ready: text('Trial status'),
  },
  {
    name: 'admin-security',
    address: '/tenant/admin?tab=security',
    signedIn: true,
    ready: text('Organization ID'),
  },
  { name: 'database', address: '/tenant/database', signedIn: true, ready: heading('Database') },
  { name: 'change-password', address: '/change-password', signedIn: true, ready: heading('Change password') },
];
