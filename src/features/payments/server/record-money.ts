import { changeSubscription, modulesGoingOn } from '#features/billing/server/public.ts';
import type { Currency, PaymentMethod } from '#features/payments/contract.ts';
import { feeLines, type InvoiceLine, subscriptionLines } from '#features/payments/invoice-lines.ts';
import type { Transaction } from '#server/db/database.ts';
import { newId } from '#server/ids.ts';
import { AppError } from '#shared/errors.ts';
import { setupFeeCents } from '#shared/modules.ts';
import { zonedDate } from '#shared/zoned-time.ts';
import { nextCycle } from './account.ts';
import { closeFulfilled } from './close-fulfilled.ts';
import { payments } from './tables.ts';
import { writeInvoice } from './write-invoice.ts';

/** Who took the money, when and how. */
export interface Received {
  now: Date;
  actor: string;
  method: PaymentMethod;
  note: string;
  /** What the payment service calls the invoice. */
  externalId?: string;
}

/**
 * A payment for the subscription until an instant: the tenant becomes active, gets a paid invoice for the period, and
 * what was overdue is settled. In the platform's transaction, with `organizationId` of `tx` set to the tenant.
 * @throws AppError invalid for a date before the one until which it runs already
 */
export async function recordSubscriptionPayment(
  tx: Transaction,
  received: Received,
  paid: { amountCents: number; currency: Currency; until: Date },
): Promise<void> {
  const { now } = received;
  let start = now;
  const { modules } = await changeSubscription(tx, received, ({ subscription }) => {
    const end = subscription.currentPeriodEnd;
    if (end !== null && end > paid.until) throw earlier(end);
    // It follows the period before. Days on which nothing could be done, after a trial or a suspension, cost nothing.
    if (end !== null && end < paid.until && (end > now || subscription.status === 'active')) start = end;
    return {
      kind: 'payment',
      fields: {
        status: 'active',
        currentPeriodEnd: paid.until,
        stateReason: null,
        pastDueSince: null,
        paymentProblem: null,
        // Who pays beyond the day on which it ends wants it to go on.
        ...(subscription.endsAt !== null && paid.until > subscription.endsAt ? { endsAt: null } : {}),
        // Who pays for the next period pays for the cycle that was chosen for it.
        billingCycle: nextCycle(subscription),
        nextBillingCycle: null,
      },
    };
  });
  await closeFulfilled(tx, now, { kind: 'payment_method', answer: 'A payment was recorded.' });
  const lines = subscriptionLines(modulesGoingOn(modules, now), paid);
  const period = { start, end: paid.until };
  await writePayment(tx, received, { ...paid, purpose: 'subscription', lines, period });
}

function earlier(end: Date): AppError {
  const message = `This tenant runs until ${zonedDate(end, 'UTC')} (UTC) already, and a payment makes that no shorter. Choose that day's end or a later date.`;
  return new AppError('invalid', message, { issues: [{ path: 'paidUntil', message }] });
}

/**
 * The setup fee, in the platform's transaction, with `organizationId` of `tx` set to the tenant. `evenIfPaid`: money that
 * came in all the same is recorded too, so that somebody can give it back.
 * @throws AppError conflict where it is paid already
 */
export async function recordSetupFee(
  tx: Transaction,
  received: Received,
  { evenIfPaid = false }: { evenIfPaid?: boolean } = {},
): Promise<void> {
  let again = false;
  await changeSubscription(tx, received, ({ subscription }) => {
    again = subscription.setupFeePaid;
    if (!again) return { kind: 'setup_fee', fields: { setupFeePaid: true } };
    if (!evenIfPaid) throw new AppError('conflict', 'The setup fee is paid already.');
    return null;
  });
  await closeFulfilled(tx, received.now, {
    kind: 'setup_fee',
    answer: 'The setup fee was recorded as paid.',
  });
  const note = again ? 'Paid a second time: to be given back.' : received.note;
  const fee = { amountCents: setupFeeCents, currency: 'AUD' as const, until: null };
  await writePayment(
    tx,
    { ...received, note },
    { ...fee, purpose: 'setup_fee', lines: feeLines, period: null },
  );
}

/** A payment with its paid invoice, in the platform's transaction, with `organizationId` of `tx` set to the tenant. */
export async function writePayment(
  tx: Transaction,
  { now, actor, method, note, externalId }: Received,
  paid: {
    purpose: 'subscription' | 'setup_fee';
    amountCents: number;
    currency: Currency;
    until: Date | null;
    lines: readonly InvoiceLine[];
    period: { start: Date; end: Date } | null;
  },
): Promise<void> {
  const { purpose, amountCents, currency } = paid;
  const invoiceId = await writeInvoice(tx, {
    purpose,
    state: 'paid',
    currency,
    lines: paid.lines,
    period: paid.period,
    issuedAt: now,
    ...(externalId === undefined ? {} : { externalId }),
  });
  await tx.db.insert(payments).values({
    id: newId(),
    organizationId: tx.organizationId,
    purpose,
    amountCents,
    currency,
    method,
    note,
    paidUntil: paid.until,
    receivedAt: now,
    recordedBy: actor,
    invoiceId,
  });
}
