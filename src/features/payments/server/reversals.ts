import { and, desc, eq, inArray } from 'drizzle-orm';
import { type Reversal, reversalLimit } from '#features/payments/contract.ts';
import type { Transaction } from '#server/db/database.ts';
import { type invoices, paymentReversals } from './tables.ts';

type InvoiceRow = typeof invoices.$inferSelect;

/** Refunds and disputes of a page of invoices, by what the payment service calls each invoice. */
export async function reversalsOf(
  { db, organizationId }: Pick<Transaction, 'db' | 'organizationId'>,
  rows: readonly InvoiceRow[],
): Promise<ReadonlyMap<string, Reversal[]>> {
  const ids = rows.flatMap(({ externalId }) => (externalId === null ? [] : [externalId]));
  const found = new Map<string, Reversal[]>();
  if (ids.length === 0) return found;
  const reversals = await db
    .select()
    .from(paymentReversals)
    .where(
      and(
        eq(paymentReversals.organizationId, organizationId),
        inArray(paymentReversals.invoiceExternalId, ids),
      ),
    )
    .orderBy(desc(paymentReversals.at), desc(paymentReversals.externalId))
    .limit(reversalLimit * 20);
  for (const { invoiceExternalId, kind, state, amountCents, currency, reason, at } of reversals) {
    const known = found.get(invoiceExternalId) ?? [];
    if (known.length < reversalLimit)
      known.push({ kind, state, amountCents, currency, reason, at: at.toISOString() });
    found.set(invoiceExternalId, known);
  }
  return found;
}
