import type { Tenant, TestApp } from '../testing/test-app.ts';
import { testPassword } from '../testing/test-app.ts';
import type { Sample } from './samples.ts';
import { ahead, type World } from './world.ts';

/** Rows of a tenant's billing that the samples name. */
export interface BillingWorld {
  /** A paid invoice. */
  invoiceId: string;
  /** An open request to the operator. */
  billingRequestId: string;
}

export async function makeBilling(app: TestApp, tenant: Tenant, canary: string): Promise<BillingWorld> {
  const fee = await app.call(
    'POST',
    `/api/tenant/saas/tenants/${tenant.organizationId}/payments`,
    app.platformToken,
    { amountCents: 100, currency: 'USD', method: 'cash', note: canary, paidUntil: ahead(0) },
  );
  const asked = await app.call('POST', '/api/tenant/billing/requests', tenant.tokens.owner, {
    // None of the samples fulfils it, which would close it.
    kind: 'billing_cycle',
    billingCycle: 'monthly',
    note: canary,
  });
  return { billingRequestId: String(asked.json().id), invoiceId: String(fee.json().invoices[0].id) };
}

const operated = '/api/tenant/saas/tenants/:organizationId';

function target({ tenant }: World): Record<string, string> {
  return { organizationId: tenant.organizationId };
}

/** Requests to billing that work for whoever may make them. */
export const billingSamples: Record<string, (world: World) => Sample> = {
  'GET /api/tenant/billing/requests': () => ({}),
  'POST /api/tenant/billing/requests': () => ({ body: { kind: 'billing_cycle', billingCycle: 'yearly' } }),
  'DELETE /api/tenant/billing/requests/:requestId': ({ billingRequestId }) => ({
    params: { requestId: billingRequestId },
  }),
  'GET /api/tenant/billing': () => ({}),
  'PUT /api/tenant/billing/cycle': () => ({ body: { billingCycle: 'yearly' } }),
  'POST /api/tenant/billing/checkout': () => ({ body: { purpose: 'setup_fee' } }),
  'POST /api/tenant/billing/portal': () => ({ body: {} }),
  'GET /api/tenant/invoices': () => ({}),
  'GET /api/tenant/invoices/:id/pdf': ({ invoiceId }) => ({ params: { id: invoiceId } }),
  'POST /api/webhooks/stripe': () => ({ body: {} }),
  'GET /api/tenant/saas/billing': () => ({}),
  'GET /api/tenant/saas/invoice-settings': () => ({}),
  'PUT /api/tenant/saas/invoice-settings': ({ canary }) => ({
    body: { sellerName: canary, sellerDetails: '', taxRules: [] },
  }),
  [`GET ${operated}/invoices/:invoiceId/pdf`]: (world) => ({
    params: { ...target(world), invoiceId: world.invoiceId },
  }),
  [`GET ${operated}/billing`]: (world) => ({ params: target(world) }),
  [`POST ${operated}/payments`]: (world) => ({
    params: target(world),
    body: { amountCents: 29_900, currency: 'USD', method: 'bank_transfer', paidUntil: ahead(1) },
  }),
  [`POST ${operated}/setup-fee`]: (world) => ({ params: target(world), body: { method: 'cash' } }),
  [`PUT ${operated}/plan`]: (world) => ({ params: target(world), body: { plan: 'enterprise' } }),
  [`PUT ${operated}/billing-cycle`]: (world) => ({ params: target(world), body: { billingCycle: 'yearly' } }),
  [`POST ${operated}/modules`]: (world) => ({ params: target(world), body: { moduleType: 'outreach' } }),
  [`DELETE ${operated}/modules/:moduleType`]: (world) => ({
    params: { ...target(world), moduleType: 'outreach' },
  }),
  [`POST ${operated}/suspend`]: (world) => ({ params: target(world), body: { reason: 'Asked to.' } }),
  [`POST ${operated}/reactivate`]: (world) => ({ params: target(world), body: {} }),
  [`POST ${operated}/requests/:requestId/close`]: (world) => ({
    params: { ...target(world), requestId: world.billingRequestId },
    body: { answer: 'Done.' },
  }),
  [`POST ${operated}/cancel`]: (world) => ({
    params: target(world),
    body: { reason: 'Asked to.', currentPassword: testPassword },
  }),
};
