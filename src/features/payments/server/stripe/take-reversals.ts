import { and, eq } from 'drizzle-orm';
import { ownersMail, type TenantTx, tellOwners } from '#features/notifications/server/public.ts';
import { organizations } from '#features/organization/server/tables.ts';
import { currency } from '#features/payments/contract.ts';
import { invoiceNumber } from '#features/payments/invoice-number.ts';
import type { Transaction } from '#server/db/database.ts';
import type { StripeReversal } from '#server/integrations/stripe/stripe-reversals.ts';
import type { Services } from '#server/services.ts';
import { invoices, paymentReversals } from '../tables.ts';
import { tellOperator } from '../tell-operator.ts';
import type { News } from './read-news.ts';
import { reversalWords } from './reversal-words.ts';

/**
 * Records refunds and disputes, and tells owners and operator of each state once. `tx` is the platform's transaction
 * with the tenant's id. Answers the mails, which are delivered after the commit.
 */
export async function takeReversals(
  tx: TenantTx,
  platform: Transaction,
  services: Services,
  { invoiceExternalId, reversals }: NonNullable<News['reversed']>,
): Promise<string[]> {
  const mails: string[] = [];
  for (const one of reversals)
    if (await record(tx, invoiceExternalId, one))
      mails.push(...(await tell({ tx, platform, services }, invoiceExternalId, one)));
  return mails;
}

/** Writes what a refund or dispute is now. Answers whether that is news. */
async function record(
  { db, organizationId }: Transaction,
  invoiceExternalId: string,
  { id, kind, state, amountCents, reason, at, ...one }: StripeReversal,
): Promise<boolean> {
  const paidIn = currency.safeParse(one.currency);
  // Nothing of ours is charged in another currency.
  if (!paidIn.success) return false;
  const mine = and(eq(paymentReversals.organizationId, organizationId), eq(paymentReversals.externalId, id));
  const [known] = await db.select().from(paymentReversals).where(mine);
  // Banks change what they ask back while a dispute runs.
  if (known?.state === state && known.amountCents === amountCents) return false;
  const now = { state, amountCents, reason: reason.slice(0, 100) };
  await db
    .insert(paymentReversals)
    .values({ organizationId, externalId: id, invoiceExternalId, kind, currency: paidIn.data, at, ...now })
    .onConflictDoUpdate({
      target: [paymentReversals.organizationId, paymentReversals.externalId],
      set: now,
      setWhere: eq(paymentReversals.organizationId, organizationId),
    });
  return true;
}

async function tell(
  { tx, platform, services }: { tx: TenantTx; platform: Transaction; services: Services },
  invoiceExternalId: string,
  reversal: StripeReversal,
): Promise<string[]> {
  const [organization] = await tx.db
    .select({ name: organizations.name })
    .from(organizations)
    .where(eq(organizations.id, tx.organizationId));
  if (!organization) return [];
  const [invoice] = await tx.db
    .select({ number: invoices.number })
    .from(invoices)
    .where(and(eq(invoices.organizationId, tx.organizationId), eq(invoices.externalId, invoiceExternalId)));
  const words = reversalWords(reversal, invoice ? invoiceNumber(invoice.number) : null);
  if (!words) return [];
  const key = `reversal:${reversal.id}:${reversal.state}:${reversal.amountCents}`;
  await tellOperator(platform, services.clock.now(), {
    tenantId: tx.organizationId,
    key,
    words: (name) => ({ title: `${words.title}: ${name}`, text: words.forOperator }),
  });
  const told = { title: words.title, text: words.forOwners };
  const mail = ownersMail(told, {
    organization: organization.name,
    place: 'Billing of your company:',
    link: `${services.config.publicUrl}/tenant/billing`,
  });
  return tellOwners(tx, services, { kind: 'billing', ...told, key }, mail);
}
