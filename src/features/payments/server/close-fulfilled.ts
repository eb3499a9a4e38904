import { and, eq } from 'drizzle-orm';
import type { BillingCycle, RequestKind } from '#features/payments/contract.ts';
import type { Transaction } from '#server/db/database.ts';
import { billingRequests } from './tables.ts';

interface Fulfilled {
  kind: RequestKind;
  /** The cycle that was set; a request for another one stays open. */
  billingCycle?: BillingCycle;
  /** What the tenant reads as the answer. */
  answer: string;
}

/** Closes the open request that has just been fulfilled, in the transaction that fulfils it. Nothing where none is open. */
export async function closeFulfilled(
  { db, organizationId }: Pick<Transaction, 'db' | 'organizationId'>,
  now: Date,
  { kind, billingCycle, answer }: Fulfilled,
): Promise<void> {
  await db
    .update(billingRequests)
    .set({ state: 'closed', closedAt: now, answer })
    .where(
      and(
        eq(billingRequests.organizationId, organizationId),
        eq(billingRequests.kind, kind),
        eq(billingRequests.state, 'open'),
        billingCycle === undefined ? undefined : eq(billingRequests.billingCycle, billingCycle),
      ),
    );
}
