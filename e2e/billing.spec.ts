import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Hub, overhang, password, type Tenant } from './fixtures.ts';
import { platformEnvironment } from './platform.ts';

const hub = new Hub(platformEnvironment);

let operator: string;
beforeAll(async () => {
  operator = (await hub.platformOwner()).token;
});

const meShape = z.object({ organization: z.object({ id: z.string() }) });

async function atOf(tenant: Tenant): Promise<string> {
  const me = await hub.call('GET', '/api/tenant/auth/me', undefined, tenant.owner.token);
  return `/api/tenant/saas/tenants/${meShape.parse(me).organization.id}`;
}

function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString();
}

describe('the billing screen of an owner', () => {
  it('says what a module costs before it is added, and takes a removal back until the period ends', async () => {
    const tenant = await hub.tenant(['leads_manager', 'outreach']);
    const { page, context, complaints } = await hub.window(tenant.owner.token);
    await page.goto('/tenant/billing');
    await page.getByText('Free trial: 14 days remaining.').waitFor();
    const summary = page.getByRole('region', { name: 'Billing Summary' });
    await summary.getByText('$328.00 USD').first().waitFor();
    await page.getByRole('button', { name: 'Add Module Social Media Automation' }).click();
    const question = page.getByRole('alertdialog', { name: 'Add Social Media Automation?' });
    await question.getByText('Your monthly total is $299.00 USD from').waitFor();
    await question.getByText('instead of $328.00 USD').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await summary.getByText('$328.00 USD').first().waitFor();
    await page.getByRole('button', { name: 'Add Module Social Media Automation' }).click();
    await question.getByRole('button', { name: 'Add Module' }).click();
    await page.getByText('Module Added Successfully').first().waitFor();
    await summary.getByText('Pro Package saving').waitFor();
    await summary.getByText('−$98.00 USD').waitFor();

    await page.getByRole('button', { name: 'Remove Outreach' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove module' }).click();
    const modules = page.getByRole('region', { name: 'Active Modules' });
    await modules.getByText('Ends on').waitFor();
    await summary.getByText(/^From \d+ \w+ \d{4}: \$268\.00 USD per month$/).waitFor();
    await summary.getByText('$299.00 USD', { exact: true }).waitFor();
    await modules.getByRole('button', { name: 'Keep Outreach' }).click();
    await modules.getByText('Ends on').waitFor({ state: 'detached' });
    await summary.getByText('$299.00 USD').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('says that a module was not added, and why', async () => {
    const tenant = await hub.tenant();
    const { page, context } = await hub.window(tenant.owner.token);
    await page.route('**/api/tenant/subscription/modules', (route) =>
      route.fulfill({ status: 409, json: { message: 'Not today.', code: 'conflict', requestId: 'r' } }),
    );
    await page.goto('/tenant/billing');
    await page.getByRole('button', { name: 'Add Module Support Agent' }).click();
    const question = page.getByRole('alertdialog', { name: 'Add Support Agent?' });
    await question.getByText('It works at once. Your monthly total is').waitFor();
    await question.getByRole('button', { name: 'Add Module' }).click();
    await page.getByText('Failed to Add Module').first().waitFor();
    await page.getByText('Not today.').first().waitFor();
    await context.close();
  });

  it('sends requests to the operator, who answers, and shows the fee as paid and the invoice as a file', async () => {
    const tenant = await hub.tenant();
    const at = await atOf(tenant);
    const { page, context, complaints } = await hub.window(tenant.owner.token);
    await page.goto('/tenant/billing');
    await page.getByText('No invoices yet').waitFor();
    await page.getByRole('button', { name: 'Pay Setup Fee' }).click();
    const dialog = page.getByRole('dialog', { name: 'Pay Setup Fee' });
    await dialog.getByLabel('Note').fill('By transfer, please.');
    await dialog.getByRole('button', { name: 'Send request' }).click();
    await page.getByText('Request sent').first().waitFor();
    await page.getByText('the operator of this installation gets in touch').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Pay Setup Fee' }).count()).toBe(0);

    await page.getByRole('button', { name: 'Update Payment Method' }).click();
    await page
      .getByRole('dialog', { name: 'Update Payment Method' })
      .getByRole('button', { name: 'Send request' })
      .click();
    await page.getByRole('button', { name: 'Change Billing Cycle' }).click();
    const cycle = page.getByRole('dialog', { name: 'Change Billing Cycle' });
    await cycle.getByText('$3,588.00 USD').waitFor();
    await cycle.getByLabel('Yearly').check();
    await cycle.getByRole('button', { name: 'Send request' }).click();
    const requests = page.getByRole('region', { name: 'Requests' });
    await requests.getByText('Change the billing cycle to yearly').waitFor();
    await requests.getByText('Update the payment method').waitFor();
    await requests.getByText('By transfer, please.').waitFor();

    const state = z
      .object({ openRequests: z.array(z.object({ id: z.string(), kind: z.string() })) })
      .parse(await hub.call('GET', `${at}/billing`, undefined, operator));
    const method = state.openRequests.find((one) => one.kind === 'payment_method');
    await hub.call('POST', `${at}/setup-fee`, { method: 'bank_transfer' }, operator);
    await hub.call(
      'POST',
      `${at}/requests/${method?.id}/close`,
      { answer: 'Received, thank you.' },
      operator,
    );
    await hub.call('PUT', `${at}/billing-cycle`, { billingCycle: 'yearly' }, operator);
    await hub.call(
      'POST',
      `${at}/payments`,
      { amountCents: 358_800, currency: 'USD', method: 'bank_transfer', paidUntil: inDays(379) },
      operator,
    );
    await page.reload();
    await requests.getByText('Received, thank you.').waitFor();
    await requests.getByText('The setup fee was recorded as paid.').waitFor();
    await expect.poll(() => requests.getByRole('button', { name: 'Withdraw' }).count()).toBe(0);
    await page.getByRole('region', { name: 'Current Plan' }).getByText('Active', { exact: true }).waitFor();
    await page.getByRole('region', { name: 'Billing Summary' }).getByText('$3,588.00 USD').waitFor();
    const invoices = page.getByRole('region', { name: 'Invoices' });
    await invoices.getByText('$770.00 AUD').waitFor();
    await invoices.getByText('$3,588.00 USD').waitFor();
    await expect.poll(() => page.getByText('not yet paid').count()).toBe(0);
    const saved = page.waitForEvent('download');
    await invoices.getByRole('button', { name: 'Download Invoice' }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe('INV-000002.pdf');
    expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('withdraws a request that is open, which says so and can be made again', async () => {
    const tenant = await hub.tenant();
    const { page, context, complaints } = await hub.window(tenant.owner.token);
    await page.goto('/tenant/billing');
    const ask = async () => {
      await page.getByRole('button', { name: 'Update Payment Method' }).click();
      const dialog = page.getByRole('dialog', { name: 'Update Payment Method' });
      await dialog.getByRole('button', { name: 'Send request' }).click();
    };
    await ask();
    const requests = page.getByRole('region', { name: 'Requests' });
    const withdraw = requests.getByRole('button', {
      name: 'Withdraw the request: Update the payment method',
    });
    await withdraw.click();
    await page.getByText('Request withdrawn').first().waitFor();
    await requests.getByText(/Withdrawn by /).waitFor();
    await expect.poll(() => withdraw.count()).toBe(0);
    await page.reload();
    await requests.getByText(/Withdrawn by /).waitFor();
    await ask();
    await withdraw.waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('ends with the period after the password, and is kept until then', async () => {
    const tenant = await hub.tenant();
    const { page, context, complaints } = await hub.window(tenant.owner.token);
    await page.goto('/tenant/billing');
    await page.getByRole('button', { name: 'End Subscription' }).click();
    const dialog = page.getByRole('dialog', { name: 'End the subscription?' });
    await dialog.getByText('and works until then, and you can keep it until then').waitFor();
    await dialog.getByLabel('Your password').fill(password);
    await dialog.getByRole('button', { name: 'End subscription' }).click();
    await page.getByText('This subscription ends on').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'End Subscription' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Keep Subscription' }).click();
    await page.getByRole('button', { name: 'End Subscription' }).waitFor();
    await expect.poll(() => page.getByText('This subscription ends on').count()).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('leads to the team, and to the account where there is no subscription', async () => {
    const tenant = await hub.tenant();
    const { page, context } = await hub.window(tenant.owner.token);
    await page.goto('/billing');
    await page.getByRole('link', { name: 'Manage Team Members' }).click();
    await page.getByRole('button', { name: 'Add User' }).waitFor();
    const totals = {
      listMonthly: '0.00',
      saving: '0.00',
      monthly: '0.00',
      setupFee: '770.00',
      currency: 'USD',
      setupFeeCurrency: 'AUD',
    };
    await page.route('**/api/tenant/subscription', (route) =>
      route.fulfill({ json: { subscription: null, modules: [], totals } }),
    );
    await page.goto('/tenant/billing');
    await page.getByText('No Subscription Found').waitFor();
    await page.getByText("You don't have an active subscription. Please contact support.").waitFor();
    await context.close();
  });

  it('says what could not be read, and reads it again', async () => {
    const tenant = await hub.tenant();
    const { page, context } = await hub.window(tenant.owner.token);
    const failed = { status: 500, json: { message: 'No.', code: 'internal', requestId: 'r' } };
    await page.route('**/api/tenant/invoices*', (route) => route.fulfill(failed));
    await page.route('**/api/tenant/usage/*', (route) => route.fulfill(failed));
    await page.goto('/tenant/billing');
    await page.getByText('Failed to fetch invoices').waitFor();
    await page.getByText('Failed to fetch usage').waitFor();
    await page.unroute('**/api/tenant/invoices*');
    await page.getByRole('region', { name: 'Invoices' }).getByRole('button', { name: 'Try again' }).click();
    await page.getByText('No invoices yet').waitFor();
    await page.route('**/api/tenant/billing', (route) => route.fulfill(failed));
    await page.reload();
    await page.getByText('Failed to fetch subscription').waitFor();
    await context.close();
  });

  it('shows usage against 1000, at most a full bar, and counters in words', async () => {
    const tenant = await hub.tenant();
    const { page, context } = await hub.window(tenant.owner.token);
    await page.route('**/api/tenant/usage/*', (route) =>
      route.fulfill({
        json: [
          { moduleType: 'outreach', metricType: 'emails_sent', value: 250 },
          { moduleType: 'leads_manager', metricType: 'ai_summaries', value: 4000 },
        ],
      }),
    );
    await page.goto('/tenant/billing');
    const usage = page.getByRole('region', { name: 'Usage This Month' });
    await usage.getByText('emails sent').waitFor();
    await usage.getByText('AI summaries').waitFor();
    const bars = usage.locator('dd[aria-hidden] span');
    await expect
      .poll(() =>
        bars.evaluateAll((all) => all.map((bar) => (bar instanceof HTMLElement ? bar.style.width : ''))),
      )
      .toEqual(['25%', '100%']);
    await context.close();
  });
});

describe('the billing screen of others', () => {
  it('shows an admin what can be added and the invoices, and a viewer neither', async () => {
    const tenant = await hub.tenant();
    const at = await atOf(tenant);
    await hub.call('POST', `${at}/setup-fee`, { method: 'cash' }, operator);
    for (const role of ['admin', 'viewer'] as const) {
      const { token } = await hub.colleague(tenant, role);
      const { page, context } = await hub.window(token, { viewport: { width: 390, height: 800 } });
      await page.goto('/tenant/billing');
      await page.getByRole('heading', { name: 'Usage This Month' }).waitFor();
      if (role === 'admin') await page.getByRole('button', { name: 'Download Invoice' }).waitFor();
      else await expect.poll(() => page.getByRole('region', { name: 'Invoices' }).count()).toBe(0);
      const there = role === 'admin' ? 1 : 0;
      const adds = page.getByRole('button', { name: 'Add Module Support Agent' });
      await expect.poll(() => adds.count()).toBe(there);
      const team = page.getByRole('link', { name: 'Manage Team Members' });
      await expect.poll(() => team.count()).toBe(there);
      for (const name of ['Update Payment Method', 'Change Billing Cycle', 'Remove Outreach'])
        await expect.poll(() => page.getByRole('button', { name }).count(), { message: name }).toBe(0);
      await expect.poll(() => overhang(page)).toBe(0);
      await context.close();
    }
  });
});

describe('every screen', () => {
  it.each([
    [{ status: 'trial', days: 3 }, 'Your free trial ends on'],
    [{ status: 'active', days: -2 }, 'Nothing is switched off yet.'],
    [{ status: 'trial', days: 8 }, null],
    [{ status: 'active', days: 2 }, null],
  ])('says to owners and admins what ends soon or is overdue: %j', async ({ status, days }, says) => {
    const tenant = await hub.tenant();
    const me = z
      .object({ subscription: z.looseObject({}) })
      .loose()
      .parse(await hub.call('GET', '/api/tenant/auth/me', undefined, tenant.owner.token));
    const end = inDays(days);
    const subscription = { ...me.subscription, status, trialEndsAt: end, currentPeriodEnd: end };
    const { page, context } = await hub.window(tenant.owner.token);
    await page.route('**/api/tenant/auth/me', (route) =>
      route.fulfill({ json: { ...me, subscription, writesUntil: status === 'trial' ? end : null } }),
    );
    await page.goto('/tenant/dashboard?tab=leads');
    await page.getByText('No leads found').waitFor();
    const link = page.getByRole('link', { name: 'Go to billing' });
    if (says) await page.getByText(says).waitFor();
    await expect.poll(() => link.count()).toBe(says ? 1 : 0);
    await context.close();
  });
});

describe('an account whose operator', () => {
  it('suspended it reads why, and pays on the same screen', async () => {
    const tenant = await hub.tenant();
    const at = await atOf(tenant);
    const { page, context } = await hub.window(tenant.owner.token);
    await page.goto('/tenant/billing');
    await hub.call('POST', `${at}/suspend`, { reason: 'Two invoices are unpaid.' }, operator);
    await page.reload();
    await page.getByText('This subscription is suspended.').waitFor();
    await page.getByText('Reason given: Two invoices are unpaid.').waitFor();
    await page.getByText('Why this subscription is suspended:').waitFor();
    await page.goto('/tenant/dashboard?tab=leads');
    await page.getByText('Reason given: Two invoices are unpaid.').waitFor();
    await page.goto('/tenant/billing');
    await page.getByRole('button', { name: 'Pay Setup Fee' }).waitFor();
    await hub.call('POST', `${at}/reactivate`, {}, operator);
    await page.reload();
    await page.getByText('Free trial: 14 days remaining.').waitFor();
    await expect.poll(() => page.getByText('This subscription is suspended.').count()).toBe(0);
    await context.close();
  });
});
