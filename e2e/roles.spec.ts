import { describe, expect, it } from 'vitest';
import { dropFile, Hub } from './fixtures.ts';
import { sampleMbox } from './mail.ts';
import { platformEnvironment } from './platform.ts';

const hub = new Hub(platformEnvironment);

describe('a viewer', () => {
  it('reads everything and sees no button that would be refused', async () => {
    const tenant = await hub.tenant();
    const owner = await hub.window(tenant.owner.token);
    await owner.page.goto('/tenant/dashboard?tab=leads');
    await owner.page.getByText('No leads found').waitFor();
    await dropFile(owner.page, 'inbox.mbox', sampleMbox(tenant.owner.email));
    await owner.page.getByText('8 of 8 leads').waitFor();
    await owner.context.close();

    const viewer = await hub.colleague(tenant, 'viewer');
    const { page, context, complaints } = await hub.window(viewer.token);
    await page.goto('/tenant/dashboard?tab=leads');
    await page.getByText('8 of 8 leads').waitFor();
    const none = async (name: string | RegExp) =>
      await expect
        .poll(() => page.getByRole('button', { name }).or(page.getByRole('link', { name })).count())
        .toBe(0);
    await none('New lead');
    await none('Import emails');
    await none('Admin');
    await page.getByRole('link', { name: 'Jane Nguyen' }).click();
    const dialog = page.getByRole('dialog', { name: 'Jane Nguyen' });
    await dialog.getByRole('article').first().waitFor();
    await none('Delete lead');
    await none(/^Edit/);
    await expect.poll(() => dialog.getByLabel('Stage').count()).toBe(0);

    await page.goto('/tenant/billing');
    await page.getByRole('heading', { name: 'Available Modules' }).waitFor();
    await none(/^Add Module/);
    await page.goto('/tenant/admin');
    await page.waitForURL('**/dashboard');
    expect(complaints).toEqual([]);
    await context.close();
  });
});

describe('the Admin Panel', () => {
  it('adds, deactivates and activates a user, and offers the Owner role only to owners', async () => {
    const tenant = await hub.tenant();
    const { page, context, complaints } = await hub.window(tenant.owner.token);
    await page.goto('/tenant/admin?tab=users');
    await page.getByRole('button', { name: 'Add User' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add User' });
    await dialog.getByRole('button', { name: 'Add User' }).click();
    await dialog.getByText('First name is required').waitFor();
    await dialog.getByLabel('First Name').fill('Mei');
    await dialog.getByLabel('Last Name').fill('Chen');
    await dialog.getByLabel('Email').fill(`mei@${tenant.slug}.test`);
    await dialog.getByLabel('Password', { exact: true }).fill('bandicoot-5-dune');
    await expect.poll(() => dialog.getByLabel('Role').locator('option').count()).toBe(4);
    await dialog.getByLabel('Role').selectOption('admin');
    await dialog.getByRole('button', { name: 'Add User' }).click();
    await page.getByText('User added').first().waitFor();
    await page.getByText('Mei Chen').waitFor();
    await page.getByText('Last login: Never').first().waitFor();
    await page.getByRole('button', { name: 'More for Mei Chen' }).click();
    await page.getByRole('menuitem', { name: 'Sessions' }).waitFor();
    // She has no second factor that could be turned off.
    await page.waitForLoadState('networkidle');
    await expect
      .poll(() => page.getByRole('menuitem', { name: 'Turn off two-factor sign-in' }).count())
      .toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Deactivate Mei Chen' }).click();
    await page.getByText('User status updated').first().waitFor();
    await page.getByRole('button', { name: 'Activate Mei Chen' }).click();
    await page.getByRole('button', { name: 'Deactivate Mei Chen' }).waitFor();
    await context.close();

    const admin = await hub.colleague(tenant, 'admin');
    const second = await hub.window(admin.token);
    await second.page.goto('/tenant/admin?tab=users');
    await second.page.getByRole('button', { name: 'Add User' }).click();
    await second.page.getByLabel('Role').waitFor();
    await expect.poll(() => second.page.getByLabel('Role').locator('option').count()).toBe(3);
    expect(complaints).toEqual([]);
    await second.context.close();
  });

  it('saves the organization, team addresses and API keys', async () => {
    const tenant = await hub.tenant();
    const { page, context, complaints } = await hub.window(tenant.owner.token);
    await page.goto('/tenant/admin');
    await page.getByLabel('Company Name').fill('');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByText('Company name is required').waitFor();
    await page.getByLabel('Company Name').fill('Renamed Outdoor');
    await page.getByLabel('Timezone').selectOption('Europe/London');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByText('Organization updated').first().waitFor();
    await page.getByText('Renamed Outdoor AI Hub').first().waitFor();

    await page.getByRole('tab', { name: 'Integrations' }).click();
    await page.getByLabel('New team address').fill('sales@renamed.test');
    await page.getByRole('button', { name: 'Add address' }).click();
    await page.getByRole('button', { name: 'Remove sales@renamed.test' }).waitFor();

    await page.getByRole('tab', { name: 'Subscription' }).click();
    await page.getByText('Trial status').waitFor();
    await page.getByRole('tab', { name: 'Security' }).click();
    await page.getByText('Tenant-scoped APIs live under').waitFor();
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill('Website form');
    await page.getByRole('button', { name: 'Make key' }).click();
    await page.getByRole('dialog', { name: 'Your new key' }).waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Revoke Website form' }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});

describe('billing', () => {
  it('adds a module and shows what it costs', async () => {
    const tenant = await hub.tenant();
    const { page, context, complaints } = await hub.window(tenant.owner.token);
    await page.goto('/tenant/billing');
    await page.getByText('Free trial: 14 days remaining.').waitFor();
    await page.getByText('Setup fee of $770.00 AUD not yet paid.').waitFor();
    await page.getByText('$299.00 USD').first().waitFor();
    await page.getByRole('button', { name: 'Add Module Support Agent' }).click();
    const question = page.getByRole('alertdialog', { name: 'Add Support Agent?' });
    await question.getByText('Your monthly total is $599.00 USD').waitFor();
    await question.getByRole('button', { name: 'Add Module' }).click();
    await page.getByText('Module Added Successfully').first().waitFor();
    await page.getByText('$599.00 USD').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('offers a module that is not active with its price', async () => {
    const tenant = await hub.tenant(['social_media']);
    const { page, context } = await hub.window(tenant.owner.token);
    await page.goto('/tenant/dashboard?tab=leads');
    await page.getByRole('heading', { name: 'Leads Manager' }).waitFor();
    await page.getByText('$199.00 USD').waitFor();
    await page.getByRole('button', { name: 'Add Module' }).click();
    const question = page.getByRole('alertdialog', { name: 'Add Leads Manager?' });
    await question.getByText('Your monthly total is $268.00 USD').waitFor();
    await question.getByRole('button', { name: 'Add Module' }).click();
    await page.getByText('No leads found').waitFor();
    await context.close();
  });
});

describe('the owner of the platform', () => {
  it('sees the tenants, and in the outbox the reset link that no mail server could send', async () => {
    const tenant = await hub.tenant();
    const forgetful = await hub.window(null);
    await forgetful.page.goto('/forgot-password');
    await forgetful.page.getByLabel('Email').fill(tenant.owner.email);
    await forgetful.page.getByRole('button', { name: 'Send the link' }).click();
    await forgetful.page.getByText('Look into your inbox').waitFor();
    await forgetful.page.getByText('This installation has no mail server set up yet').waitFor();

    const { page, context, complaints } = await hub.window(null);
    await page.goto('/tenant-login');
    await page.getByLabel('Email').fill(platformEnvironment.HUB_PLATFORM_EMAIL);
    await page.getByLabel('Password', { exact: true }).fill(platformEnvironment.HUB_PLATFORM_PASSWORD);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByRole('rowheader', { name: tenant.name }).first().waitFor();
    await page.getByRole('link', { name: 'Platform Settings' }).first().click();
    await page.getByRole('tab', { name: 'Outbox' }).click();
    await page.getByText(tenant.owner.email).first().click();
    const link = await page.locator('a[href*="/reset-password"]').first().getAttribute('href');
    await page.getByRole('tab', { name: 'Failed jobs' }).click();
    await page.getByText('No failed jobs').waitFor();
    expect(complaints).toEqual([]);
    await context.close();

    await forgetful.page.goto(link ?? '');
    await forgetful.page.getByLabel('New Password').fill('pelican-31-wharf');
    await forgetful.page.getByLabel('Confirm Password').fill('pelican-31-wharf');
    await forgetful.page.getByRole('button', { name: 'Save the new password' }).click();
    await forgetful.page.getByText('Your password is changed').waitFor();
    await forgetful.page.getByRole('link', { name: 'Sign In' }).click();
    await forgetful.page.getByLabel('Email').fill(tenant.owner.email);
    await forgetful.page.getByLabel('Password', { exact: true }).fill('pelican-31-wharf');
    await forgetful.page.getByRole('button', { name: 'Sign In' }).click();
    await forgetful.page.getByText(`Logged in to ${tenant.name}`).waitFor();
    await forgetful.context.close();
  });
});
