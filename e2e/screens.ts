import type { Page } from 'playwright-core';

export interface ScreenToVisit {
  name: string;
  address: string;
  /** Who looks at it: nobody signed in, the owner of a tenant, one with the Support Agent, or the owner of the platform. */
  as: 'nobody' | 'owner' | 'support' | 'platform';
  /** What is there when the screen is complete. */
  ready: (page: Page) => Promise<unknown>;
}

const heading = (name: string) => (page: Page) => page.getByRole('heading', { name }).first().waitFor();
const text = (words: string) => (page: Page) => page.getByText(words).first().waitFor();

/** A dialog over the prospects is complete when the list behind it is. */
function overList(ready: ScreenToVisit['ready']): ScreenToVisit['ready'] {
  return async (page) => {
    await page.locator('[data-prospect]').first().waitFor({ state: 'attached' });
    await ready(page);
  };
}

/** The second step of an import, with a file of which one row cannot be taken. */
async function toColumns(page: Page): Promise<void> {
  const rows = [
    'Company;E-Mail;Fax',
    'Harbour Lane Coffee;hello@harbour.example;02 5550 0117',
    ';;02 5550 0118',
  ];
  const buffer = Buffer.from(rows.join('\r\n'));
  await page
    .getByLabel('CSV file to import')
    .setInputFiles({ name: 'trade-show.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('heading', { name: 'Which column holds what?' }).waitFor();
}

/** A dialog of this title, opened by a button. */
function dialogOf(button: string | RegExp, title: string | RegExp): ScreenToVisit['ready'] {
  return async (page) => {
    await page.getByRole('button', { name: button }).first().click();
    await page
      .getByRole('dialog', { name: title })
      .or(page.getByRole('alertdialog', { name: title }))
      .waitFor();
  };
}

/** A dialog over the first tenant's detail. */
function overTenant(button: string, title: string | RegExp): ScreenToVisit['ready'] {
  return async (page) => {
    await page.locator('[data-tenant]').first().click();
    await dialogOf(button, title)(page);
  };
}

/** Every screen of the product, for pictures, for axe and for narrow windows. `{lead}` stands for a lead's id. */
export const screens: readonly ScreenToVisit[] = [
  { name: 'landing', address: '/landing', as: 'nobody', ready: heading('Pay for the modules you use') },
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
  { name: 'legacy-login', address: '/legacy/login', as: 'nobody', ready: text('Internal Dashboard Access') },
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
  {
    name: 'social',
    address: '/tenant/dashboard?tab=social',
    as: 'owner',
    ready: (page) => page.locator('[data-post]').first().waitFor(),
  },
  {
    name: 'social-posts',
    address: '/tenant/dashboard?tab=social&view=posts',
    as: 'owner',
    ready: (page) => page.locator('[data-post]').first().waitFor(),
  },
  {
    name: 'social-nothing',
    address: '/tenant/dashboard?tab=social&view=posts&search=zzzz',
    as: 'owner',
    ready: text('Clear all filters'),
  },
  {
    name: 'social-week',
    address: '/tenant/dashboard?tab=social&view=calendar',
    as: 'owner',
    ready: (page) => page.getByRole('button', { name: 'Next week' }).waitFor(),
  },
  {
    name: 'social-month',
    address: '/tenant/dashboard?tab=social&view=calendar&span=month',
    as: 'owner',
    ready: (page) => page.locator('[data-post]').first().waitFor(),
  },
  {
    name: 'social-composer',
    address: '/tenant/dashboard?tab=social&compose=1',
    as: 'owner',
    ready: (page) => page.getByRole('region', { name: 'Preview for LinkedIn' }).waitFor(),
  },
  {
    name: 'social-post',
    address: '/tenant/dashboard?tab=social&view=posts',
    as: 'owner',
    ready: async (page) => {
      await page.locator('[data-post]').first().click();
      await page.getByRole('dialog').getByText('Deliveries').waitFor();
    },
  },
  {
    name: 'social-connected',
    address: '/tenant/social/connected?error=access_denied',
    as: 'owner',
    ready: text('Nothing was connected'),
  },
  {
    name: 'post-approval',
    address: '/post-approval/hubl_not_a_link',
    as: 'nobody',
    ready: text('This link does not work'),
  },
  {
    name: 'unsubscribe',
    address: '/unsubscribe/hubl_not_a_link',
    as: 'nobody',
    ready: text('This link does not work'),
  },
  {
    name: 'outreach',
    address: '/tenant/dashboard?tab=outreach',
    as: 'owner',
    ready: (page) => page.locator('[data-prospect]').first().waitFor(),
  },
  {
    name: 'outreach-nothing',
    address: '/tenant/dashboard?tab=outreach&search=zzzz',
    as: 'owner',
    ready: text('Clear all filters'),
  },
  {
    name: 'outreach-prospect',
    address: '/tenant/dashboard?tab=outreach&status=not_contacted',
    as: 'owner',
    ready: async (page) => {
      await page.locator('[data-prospect]').first().click();
      await page.getByRole('dialog').getByRole('heading', { name: 'Consent' }).waitFor();
    },
  },
  {
    name: 'outreach-add',
    address: '/tenant/dashboard?tab=outreach&add=1',
    as: 'owner',
    ready: overList((page) => page.getByRole('dialog').getByLabel('Business Name').waitFor()),
  },
  {
    name: 'outreach-import',
    address: '/tenant/dashboard?tab=outreach&import=1',
    as: 'owner',
    ready: overList(heading('Choose a file')),
  },
  {
    name: 'outreach-import-columns',
    address: '/tenant/dashboard?tab=outreach&import=1',
    as: 'owner',
    ready: toColumns,
  },
  {
    name: 'outreach-import-check',
    address: '/tenant/dashboard?tab=outreach&import=1',
    as: 'owner',
    ready: async (page) => {
      await toColumns(page);
      await page.getByRole('button', { name: 'Check the rows' }).click();
      await page.getByText('Business Name is empty.').waitFor();
    },
  },
  {
    name: 'outreach-sequences',
    address: '/tenant/dashboard?tab=outreach&view=sequences',
    as: 'owner',
    ready: (page) => page.locator('[data-sequence]').first().waitFor(),
  },
  {
    name: 'outreach-sequence',
    address: '/tenant/dashboard?tab=outreach&view=sequences',
    as: 'owner',
    ready: async (page) => {
      await page.locator('[data-sequence]').last().click();
      await page.getByRole('list', { name: 'Steps' }).waitFor();
    },
  },
  {
    name: 'outreach-sequence-new',
    address: '/tenant/dashboard?tab=outreach&view=sequences&edit=new',
    as: 'owner',
    ready: (page) => page.getByRole('dialog').getByRole('group', { name: 'Step 1' }).waitFor(),
  },
  {
    name: 'outreach-approve',
    address: '/tenant/dashboard?tab=outreach&view=approve',
    as: 'owner',
    ready: (page) => page.locator('[data-draft]').or(page.getByText('Nothing to approve')).first().waitFor(),
  },
  {
    name: 'outreach-sending',
    address: '/tenant/dashboard?tab=outreach&view=sending',
    as: 'owner',
    ready: async (page) => {
      await page.getByRole('heading', { name: 'The last 30 days' }).waitFor();
      await page.getByRole('form', { name: 'Settings of Outreach' }).waitFor();
    },
  },
  {
    name: 'calls',
    address: '/tenant/dashboard?tab=calls',
    as: 'owner',
    ready: heading('Call Management'),
  },
  {
    name: 'calls-contact-sales',
    address: '/tenant/dashboard?tab=calls',
    as: 'owner',
    ready: dialogOf('Contact Sales', /./),
  },
  {
    name: 'support-inbox',
    address: '/tenant/dashboard?tab=support',
    as: 'support',
    ready: (page) => page.locator('[data-conversation]').first().waitFor(),
  },
  {
    name: 'support-inbox-nothing',
    address: '/tenant/dashboard?tab=support&search=zzzz',
    as: 'support',
    ready: text('Clear all filters'),
  },
  {
    name: 'support-conversation',
    address: '/tenant/dashboard?tab=support&inbox=waiting',
    as: 'support',
    ready: async (page) => {
      await page.locator('[data-conversation]').first().click();
      await page.getByRole('region', { name: 'Hand-off' }).waitFor();
    },
  },
  {
    name: 'support-widget',
    address: '/tenant/dashboard?tab=support&view=widget',
    as: 'support',
    ready: (page) => page.getByRole('heading', { name: 'Replies kept ready' }).waitFor(),
  },
  { name: 'widget-demo', address: '/widget-demo', as: 'nobody', ready: heading('Try the chat') },
  {
    name: 'support-articles',
    address: '/tenant/dashboard?tab=support&view=knowledge',
    as: 'support',
    ready: (page) => page.locator('[data-article]').first().waitFor(),
  },
  {
    name: 'support-nothing',
    address: '/tenant/dashboard?tab=support&view=knowledge&search=zzzz',
    as: 'support',
    ready: text('Clear all filters'),
  },
  {
    name: 'support-article',
    address: '/tenant/dashboard?tab=support&view=knowledge&search=How+much',
    as: 'support',
    ready: async (page) => {
      await page.locator('[data-article]').first().click();
      await page.getByRole('dialog').getByLabel('Title').waitFor();
    },
  },
  {
    name: 'support-article-new',
    address: '/tenant/dashboard?tab=support&view=knowledge&article=new',
    as: 'support',
    ready: (page) => page.getByRole('dialog').getByLabel('Title').waitFor(),
  },
  {
    name: 'support-synonyms',
    address: '/tenant/dashboard?tab=support&view=knowledge&synonyms=1',
    as: 'support',
    ready: (page) => page.getByRole('dialog').getByLabel('Lines').waitFor(),
  },
  {
    name: 'support-sources',
    address: '/tenant/dashboard?tab=support&view=knowledge&sources=1',
    as: 'support',
    ready: (page) =>
      page.locator('[data-source]').or(page.getByText('Nothing was brought in yet')).first().waitFor(),
  },
  {
    name: 'support-ask',
    address: '/tenant/dashboard?tab=support&view=knowledge&ask=1',
    as: 'support',
    ready: async (page) => {
      await page.getByRole('dialog').getByLabel('Question').fill('What is the shortest campaign?');
      await page.getByRole('dialog').getByRole('button', { name: 'Ask', exact: true }).click();
      await page.getByRole('region', { name: 'Answer' }).waitFor();
    },
  },
  {
    name: 'support-questions',
    address: '/tenant/dashboard?tab=support&view=questions',
    as: 'support',
    ready: (page) =>
      page.locator('[data-question]').or(page.getByText('No open questions')).first().waitFor(),
  },
  {
    name: 'billing',
    address: '/tenant/billing',
    as: 'owner',
    ready: async (page) => {
      await heading('Usage This Month')(page);
      await text('No invoices yet')(page);
    },
  },
  {
    name: 'billing-add-module',
    address: '/tenant/billing',
    as: 'owner',
    ready: async (page) => {
      await page
        .getByRole('button', { name: /^Add Module/ })
        .first()
        .click();
      await text('Your monthly total is')(page);
    },
  },
  {
    name: 'billing-cycle',
    address: '/tenant/billing',
    as: 'owner',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Change Billing Cycle' }).click();
      await page.getByLabel('Yearly').waitFor();
    },
  },
  {
    name: 'billing-request',
    address: '/tenant/billing',
    as: 'owner',
    ready: dialogOf('Update Payment Method', /./),
  },
  {
    name: 'admin-organization',
    address: '/tenant/admin',
    as: 'owner',
    ready: (page) => page.getByLabel('Company Name').waitFor(),
  },
  { name: 'admin-users', address: '/tenant/admin?tab=users', as: 'owner', ready: text('Last login') },
  {
    name: 'admin-add-user',
    address: '/tenant/admin?tab=users',
    as: 'owner',
    ready: dialogOf('Add User', 'Add User'),
  },
  {
    name: 'admin-member-sessions',
    address: '/tenant/admin?tab=users',
    as: 'owner',
    ready: async (page) => {
      await page
        .getByRole('button', { name: /^More for / })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Sessions' }).click();
      await page.getByRole('dialog', { name: /^Sessions of / }).waitFor();
    },
  },
  {
    name: 'admin-integrations',
    address: '/tenant/admin?tab=integrations',
    as: 'owner',
    ready: (page) => page.getByRole('heading', { name: 'Team addresses' }).waitFor(),
  },
  {
    name: 'admin-integrations-social',
    address: '/tenant/admin?tab=integrations&topic=social',
    as: 'owner',
    ready: (page) => page.getByRole('heading', { name: 'Approval of posts' }).waitFor(),
  },
  {
    name: 'admin-integrations-meetings',
    address: '/tenant/admin?tab=integrations&topic=meetings',
    as: 'owner',
    ready: (page) => page.getByRole('heading', { name: 'Meetings' }).waitFor(),
  },
  {
    name: 'admin-integrations-ai',
    address: '/tenant/admin?tab=integrations&topic=ai',
    as: 'owner',
    ready: (page) => page.getByRole('heading', { name: 'AI', exact: true }).waitFor(),
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
  {
    name: 'admin-new-key',
    address: '/tenant/admin?tab=security',
    as: 'owner',
    ready: dialogOf('New key', 'New key'),
  },
  {
    name: 'admin-delete-organization',
    address: '/tenant/admin?tab=security',
    as: 'owner',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Delete organization' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'database',
    address: '/tenant/database',
    as: 'owner',
    ready: (page) => page.locator('[data-cell]').first().waitFor(),
  },
  {
    name: 'database-cell',
    address: '/tenant/database',
    as: 'owner',
    ready: async (page) => {
      await page.locator('[data-cell]').first().press('Enter');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'database-missing',
    address: '/tenant/database?table=x',
    as: 'owner',
    ready: text('There is no such table'),
  },
  { name: 'account', address: '/account', as: 'owner', ready: text('This one') },
  {
    name: 'account-two-factor',
    address: '/account',
    as: 'owner',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Set up' }).click();
      await page.getByRole('button', { name: 'Continue' }).waitFor();
    },
  },
  { name: 'change-password', address: '/change-password', as: 'owner', ready: heading('Change password') },
  { name: 'platform-tenants', address: '/dashboard', as: 'platform', ready: text('Active Rate') },
  {
    name: 'platform-tenants-nothing',
    address: '/dashboard?search=zzzz',
    as: 'platform',
    ready: text('Clear all filters'),
  },
  {
    name: 'platform-modules',
    address: '/dashboard?tab=modules',
    as: 'platform',
    ready: text('Support Agent'),
  },
  {
    name: 'platform-new-company',
    address: '/dashboard?tab=new-company',
    as: 'platform',
    ready: text('Plan and modules'),
  },
  {
    name: 'platform-billing',
    address: '/dashboard?tab=billing',
    as: 'platform',
    ready: text('Billing analytics coming soon...'),
  },
  {
    name: 'platform-tenant',
    address: '/dashboard',
    as: 'platform',
    ready: async (page) => {
      await page.locator('[data-tenant]').first().click();
      // One of the two panes is hidden on a phone.
      for (const name of ['Subscription', 'People'])
        await page
          .getByRole('dialog')
          .getByRole('heading', { name, includeHidden: true })
          .waitFor({ state: 'attached' });
    },
  },
  {
    name: 'platform-payment',
    address: '/dashboard',
    as: 'platform',
    ready: overTenant('Record payment', /payment/i),
  },
  {
    name: 'platform-fee',
    address: '/dashboard',
    as: 'platform',
    ready: overTenant('Mark fee paid', /fee/i),
  },
  {
    name: 'platform-suspend',
    address: '/dashboard',
    as: 'platform',
    ready: overTenant('Suspend', /^Suspend /),
  },
  {
    name: 'platform-cancel',
    address: '/dashboard',
    as: 'platform',
    ready: overTenant('Cancel subscription', /^Cancel /),
  },
  {
    name: 'platform-audit-log',
    address: '/platform/audit-log',
    as: 'platform',
    ready: heading('Platform audit log'),
  },
  {
    name: 'platform-outbox',
    address: '/platform/settings?tab=outbox',
    as: 'platform',
    ready: heading('Outbox'),
  },
  {
    name: 'platform-failed-jobs',
    address: '/platform/settings?tab=failed-jobs',
    as: 'platform',
    ready: heading('Failed jobs'),
  },
  {
    name: 'platform-settings',
    address: '/platform/settings',
    as: 'platform',
    ready: (page) => page.getByLabel('Headline').waitFor(),
  },
  {
    name: 'platform-settings-legal',
    address: '/platform/settings?tab=legal',
    as: 'platform',
    ready: (page) => page.getByLabel('Text of the Terms of Service').waitFor(),
  },
  {
    name: 'platform-settings-invoices',
    address: '/platform/settings?tab=invoices',
    as: 'platform',
    ready: (page) => page.getByLabel('Name of the seller').waitFor(),
  },
  {
    name: 'platform-settings-installation',
    address: '/platform/settings?tab=installation',
    as: 'platform',
    ready: (page) => page.getByLabel('Sales address').waitFor(),
  },
];
