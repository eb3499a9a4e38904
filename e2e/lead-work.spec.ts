import { describe, expect, it } from 'vitest';
import { Hub, live, type Tenant } from './fixtures.ts';

const hub = new Hub();

async function aLead(tenant: Tenant): Promise<void> {
  const lead = { name: 'Noa Feldman', contact_email: 'noa@optical.test' };
  await hub.call('POST', '/api/leads', lead, tenant.owner.token);
}

describe('work on a lead', () => {
  it('assigns it, sets a follow-up and tells in the activity who did what', async () => {
    const tenant = await hub.tenant();
    await hub.colleague(tenant, 'user');
    await aLead(tenant);
    const { page, context, complaints } = await hub.window(tenant.owner.token);
    await page.goto('/tenant/dashboard?tab=leads');
    await page.getByRole('link', { name: 'Noa Feldman' }).click();
    const dialog = page.getByRole('dialog', { name: 'Noa Feldman' });
    const assignee = dialog.getByLabel('Assigned to');
    await assignee.locator('option', { hasText: 'Sam Okafor' }).waitFor({ state: 'attached' });
    await expect
      .poll(() => assignee.locator('option').allInnerTexts())
      .toEqual(['Nobody', 'Dana Whitfield (you)', 'Sam Okafor']);
    await assignee.selectOption({ label: 'Sam Okafor' });
    const saved = page.waitForResponse(
      (answer) =>
        answer.request().method() === 'PATCH' && (answer.request().postData() ?? '').includes('follow'),
    );
    await dialog.getByLabel('Follow up on').fill('2026-02-03');
    // Nine in the morning in Sydney.
    expect(JSON.parse((await saved).request().postData() ?? '')).toEqual({
      follow_up_at: '2026-02-02T22:00:00.000Z',
    });
    await dialog.getByText('Overdue').waitFor();
    await dialog.getByLabel('Stage').selectOption('won');
    await dialog.locator('summary', { hasText: 'Activity' }).click();
    await dialog.getByText('Dana Whitfield assigned it to Sam Okafor').waitFor();
    await dialog.getByText('Dana Whitfield set the follow-up to 3 Feb 2026').waitFor();
    await dialog.getByText('Dana Whitfield moved it from New to Won').waitFor();
    await dialog.getByText('Dana Whitfield added the lead').waitFor();

    await page.reload();
    await dialog.getByLabel('Follow up on').waitFor();
    await expect.poll(() => dialog.getByLabel('Follow up on').inputValue()).toBe('2026-02-03');
    await dialog.getByLabel('Assigned to').locator('option:checked', { hasText: 'Sam Okafor' }).waitFor({
      state: 'attached',
    });
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('loses nothing that was typed by a slip, and writes over nothing that a colleague changed', async () => {
    const tenant = await hub.tenant();
    const { page, context, complaints } = await hub.window(tenant.owner.token);
    const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
    await page.goto('/tenant/dashboard?tab=leads');
    await live(page);
    await page.getByRole('button', { name: 'New lead' }).first().click();
    const form = page.getByRole('dialog', { name: 'New lead' });
    await form.getByLabel('Name', { exact: true }).fill('Noa Feldman');
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => form.getByLabel('Name', { exact: true }).inputValue()).toBe('Noa Feldman');
    await form.getByRole('button', { name: 'Add lead' }).click();

    const dialog = page.getByRole('dialog', { name: 'Noa Feldman' });
    await dialog.getByRole('button', { name: 'Edit contact and campaign' }).click();
    await dialog.getByLabel('Company').fill('Second Sight');
    await page.goBack();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => dialog.getByLabel('Company').inputValue()).toBe('Second Sight');
    const threadId = new URL(page.url()).searchParams.get('lead') ?? '';
    const seen = page.waitForResponse((answer) => answer.url().endsWith(`/api/leads/${threadId}`));
    await hub.call('PATCH', `/api/leads/${threadId}`, { budget: '$9,000' }, tenant.owner.token);
    await seen;
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await dialog.getByText('$9,000').waitFor();
    await dialog.getByText('Second Sight', { exact: true }).waitFor();
    await page.goBack();
    await dialog.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('takes a change back and says why when the server refuses it', async () => {
    const tenant = await hub.tenant();
    await aLead(tenant);
    const { page, context } = await hub.window(tenant.owner.token);
    await page.goto('/tenant/dashboard?tab=leads');
    await page.getByRole('link', { name: 'Noa Feldman' }).click();
    const dialog = page.getByRole('dialog', { name: 'Noa Feldman' });
    await dialog.getByLabel('Stage').waitFor();
    await page.route('**/api/leads/*', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({
            status: 402,
            json: { message: 'Your trial has ended.', code: 'trial_ended', requestId: 'r-1' },
          })
        : route.continue(),
    );
    await dialog.getByLabel('Stage').selectOption('won');
    await page.getByText('The stage was not changed').waitFor();
    await page.getByText('Your trial has ended.').waitFor();
    await expect.poll(() => dialog.getByLabel('Stage').inputValue()).toBe('new');
    await dialog.getByLabel('Assigned to').selectOption({ label: 'Dana Whitfield (you)' });
    await page.getByText('The lead was not assigned').waitFor();
    await expect.poll(() => dialog.getByLabel('Assigned to').inputValue()).toBe('');
    await context.close();
  });
});

describe('a role and a module', () => {
  it('are changed by an owner, the module after a plain question', async () => {
    const tenant = await hub.tenant();
    await hub.colleague(tenant, 'user');
    const { page, context, complaints } = await hub.window(tenant.owner.token);
    await page.goto('/tenant/admin?tab=users');
    await page.getByLabel('Role of Sam Okafor').selectOption('admin');
    await page.getByText('Sam Okafor is now Admin.').waitFor();
    await expect.poll(() => page.getByLabel('Role of Dana Whitfield').count()).toBe(0);

    await page.goto('/tenant/billing');
    await page.getByRole('button', { name: 'Remove Outreach' }).click();
    const question = page.getByRole('alertdialog', { name: 'Remove Outreach?' });
    await question.getByText(/It ends on \d+ \w+ \d{4} for everyone/).waitFor();
    await question.getByRole('button', { name: 'Remove module' }).click();
    await page.getByText('Module removed').waitFor();
    await page.getByText(/^Ends on/).waitFor();
    await page.getByText('$268.00 USD').first().waitFor();
    await page.reload();
    await page.getByText(/^Ends on/).waitFor();
    await page.getByRole('button', { name: 'Keep Outreach' }).click();
    await page.getByText('$299.00 USD').first().waitFor();
    await page.getByRole('button', { name: 'Remove Outreach' }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});
