import type { BillingRequest, Invoice, Payment, Reversal } from '#features/payments/contract.ts';
import { invoiceNumber } from '#features/payments/invoice-number.ts';
import type { billingRequests, invoices, payments } from './tables.ts';

export function invoiceOut(
  row: typeof invoices.$inferSelect,
  reversals: ReadonlyMap<string, Reversal[]>,
): Invoice {
  return {
    id: row.id,
    number: invoiceNumber(row.number),
    purpose: row.purpose,
    state: row.state,
    currency: row.currency,
    lines: row.lines,
    subtotalCents: row.subtotalCents,
    taxLabel: row.taxLabel,
    taxCents: row.taxCents,
    totalCents: row.totalCents,
    issuedAt: row.issuedAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
    periodStart: row.periodStart?.toISOString() ?? null,
    periodEnd: row.periodEnd?.toISOString() ?? null,
    reversals: reversals.get(row.externalId ?? '') ?? [],
  };
}

export function paymentOut(row: typeof payments.$inferSelect): Payment {
  return {
    id: row.id,
    purpose: row.purpose,
    amountCents: row.amountCents,
    currency: row.currency,
    method: row.method,
    note: row.note,
    paidUntil: row.paidUntil?.toISOString() ?? null,
    receivedAt: row.receivedAt.toISOString(),
    recordedBy: row.recordedBy,
    invoiceId: row.invoiceId,
  };
}

export function requestOut(row: typeof billingRequests.$inferSelect): BillingRequest {
  return {
    id: row.id,
    kind: row.kind,
    billingCycle: row.billingCycle,
    note: row.note,
    state: row.state,
    createdAt: row.createdAt.toISOString(),
    createdBy: row.createdBy,
    closedAt: row.closedAt?.toISOString() ?? null,
    answer: row.answer,
  };
}
