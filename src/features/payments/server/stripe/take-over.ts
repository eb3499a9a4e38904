import { and, desc, eq } from 'drizzle-orm';
import {
  changeSubscription,
  type SubscriptionChange,
  type SubscriptionRow,
} from '#features/billing/server/public.ts';
import { subscriptionChanges } from '#features/billing/server/tables.ts';
import { asTenant, deliverMails } from '#features/notifications/server/public.ts';
import { findPlatform } from '#features/organization/server/public.ts';
import { currency } from '#features/payments/contract.ts';
import type { PublicContext } from '#server/context.ts';
import type { Transaction } from '#server/db/database.ts';
import type { StripeInvoice } from '#server/integrations/stripe/stripe-objects.ts';
import { writeAudit } from '#server/organization-context.ts';
import { AppError } from '#shared/errors.ts';
import { isLeaving } from '../is-leaving.ts';
import { recordSetupFee, writePayment } from '../record-money.ts';
import { invoices, stripeEvents } from '../tables.ts';
import { changeFrom } from './change-from.ts';
import type { News } from './read-news.ts';
import { takeReversals } from './take-reversals.ts';
import { tellUnused } from './tell-unused.ts';

/** Something newer was taken over after this was read. */
export class StaleNews extends Error {}

/** Who changes it, in the history and in the audit log. */
const actor = 'Stripe';

/**
 * Takes over what Stripe says about a tenant, with the event's id, in one transaction. `revision` was read before the
 * news: where another event was taken since, the news may be older than what stands here. `heldIsOver`: what is held
 * has ended at Stripe, and the news are about the one that follows it.
 * @throws StaleNews
 */
export async function takeOver(
  context: PublicContext,
  {
    eventId,
    revision,
    news,
    heldIsOver,
  }: { eventId: string; revision: number; news: News; heldIsOver: boolean },
): Promise<void> {
  const now = context.services.clock.now();
  const mails = await context.database.asPlatform('an event of Stripe is taken over', async (platform) => {
    if (!(await isFirst(platform, eventId, now))) return [];
    const tx = asTenant(platform, news.organizationId);
    let stopped = false;
    const { subscription: held } = await changeSubscription(
      tx,
      { now, actor },
      async ({ subscription }): Promise<SubscriptionChange> => {
        if (subscription.stripeRevision !== revision) throw new StaleNews();
        const stoppedAt = subscription.status === 'cancelled' ? await cancelledAt(tx) : null;
        const before = heldIsOver ? { ...subscription, stripeSubscriptionId: null } : subscription;
        const known = { now, stoppedAt, isLeaving: await isLeaving(tx) };
        const change = changeFrom(before, news, known);
        const { status = subscription.status, stripeSubscriptionId } = change.fields ?? {};
        stopped =
          status === 'cancelled' && Boolean(stripeSubscriptionId) && before.stripeSubscriptionId === null;
        return { ...change, fields: { ...change.fields, stripeRevision: revision + 1 } };
      },
    );
    if (news.fee && !(await isKnown(tx, news.fee.id)))
      await recordSetupFee(
        tx,
        { now, actor, method: 'stripe', note: '', externalId: news.fee.id },
        { evenIfPaid: true },
      );
    if (news.invoice) await takeInvoice(tx, news.invoice, { now, note: noteOf(held, news.invoice) });
    if (stopped && news.subscription)
      await tellUnused(platform, now, {
        tenantId: news.organizationId,
        subscriptionId: news.subscription.id,
        what: 'was set up by card although the operator had cancelled it. It changes nothing here and is ended at Stripe',
      });
    const details = { event: eventId, subscription: news.subscription?.state ?? null };
    const entry = { action: 'billing.stripe-event', details };
    await writeAudit(tx.db, tx.organizationId, entry, { name: actor, id: null, about: null });
    return news.reversed ? takeReversals(tx, platform, context.services, news.reversed) : [];
  });
  deliverMails(context.services, news.organizationId, mails);
}

async function isFirst({ db }: Transaction, eventId: string, now: Date): Promise<boolean> {
  const platform = await findPlatform({ db });
  const taken = await db
    .insert(stripeEvents)
    .values({ organizationId: platform.id, eventId, receivedAt: now })
    .onConflictDoNothing()
    .returning({ eventId: stripeEvents.eventId });
  return taken.length > 0;
}

/** Whether this payment has its invoice: several events tell of one. */
async function isKnown({ db, organizationId }: Transaction, externalId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: invoices.id })
    .from(invoices)
    .where(and(eq(invoices.organizationId, organizationId), eq(invoices.externalId, externalId)));
  return row !== undefined;
}

/** Since when it is cancelled. */
async function cancelledAt({ db, organizationId }: Transaction): Promise<Date | null> {
  const [row] = await db
    .select({ at: subscriptionChanges.at })
    .from(subscriptionChanges)
    .where(
      and(eq(subscriptionChanges.organizationId, organizationId), eq(subscriptionChanges.kind, 'cancelled')),
    )
    .orderBy(desc(subscriptionChanges.at))
    .limit(1);
  return row?.at ?? null;
}

/** Money for a subscription that is not the one that is held is recorded too, so that somebody can give it back. */
function noteOf(held: SubscriptionRow, { subscriptionId }: StripeInvoice): string {
  const isHeld = held.stripeSubscriptionId === null || held.stripeSubscriptionId === subscriptionId;
  return isHeld && held.status !== 'cancelled'
    ? ''
    : 'Came in for a subscription that is not in use: see whether to give it back.';
}

async function takeInvoice(
  tx: Transaction,
  invoice: StripeInvoice,
  { now, note }: { now: Date; note: string },
): Promise<void> {
  // The invoice of a trial is over nothing.
  if (invoice.totalCents === 0 || (await isKnown(tx, invoice.id))) return;
  const paidIn = currency.safeParse(invoice.currency);
  if (!paidIn.success)
    throw new AppError('invalid', `An invoice in ${invoice.currency.slice(0, 10)} is not one of ours.`);
  const start = new Date(Math.min(...invoice.lines.map((line) => line.start.getTime())));
  const end = new Date(Math.max(...invoice.lines.map((line) => line.end.getTime())));
  await writePayment(
    tx,
    { now, actor, method: 'stripe', note, externalId: invoice.id },
    {
      purpose: 'subscription',
      amountCents: invoice.totalCents,
      currency: paidIn.data,
      until: end,
      lines: linesOf(invoice),
      period: { start, end },
    },
  );
}

/** An invoice shows at most twenty lines; where they do not add up to the total, one line says it all. */
function linesOf({ lines, totalCents }: StripeInvoice) {
  const sum = lines.reduce((cents, line) => cents + line.amountCents, 0);
  if (sum !== totalCents || lines.length > 20)
    return [{ description: 'AI Hub subscription', amountCents: totalCents }];
  return lines.map(({ description, amountCents }) => ({
    description: description.slice(0, 300),
    amountCents,
  }));
}
