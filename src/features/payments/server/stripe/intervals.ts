import type { BillingCycle } from '#features/payments/contract.ts';

/** What Stripe calls a cycle (https://docs.stripe.com/api/prices/object, "recurring.interval"). */
export const intervals = { monthly: 'month', yearly: 'year' } as const satisfies Record<BillingCycle, string>;
