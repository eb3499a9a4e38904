import type { Transaction } from '#server/db/database.ts';
import { tellOperator } from '../tell-operator.ts';

/**
 * Tells the operator's owners, once for each subscription at Stripe, that one was set up which changes nothing here.
 * `what` follows "A subscription for <tenant>". In a transaction of the platform.
 */
export function tellUnused(
  platform: Transaction,
  now: Date,
  { tenantId, subscriptionId, what }: { tenantId: string; subscriptionId: string; what: string },
): Promise<void> {
  return tellOperator(platform, now, {
    tenantId,
    key: `billing:not-in-use:${subscriptionId}`,
    words: (name) => ({
      title: `A card payment of ${name} needs a look`,
      text: `A subscription for ${name} ${what}. If it was charged, give the money back at Stripe: ${subscriptionId}`,
    }),
  });
}
