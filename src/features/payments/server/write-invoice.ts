import { eq, sql } from 'drizzle-orm';
import { findPlatform } from '#features/organization/server/public.ts';
import { organizations } from '#features/organization/server/tables.ts';
import type { Currency, PaymentPurpose } from '#features/payments/contract.ts';
import type { InvoiceLine } from '#features/payments/invoice-lines.ts';
import { taxOf } from '#features/payments/tax.ts';
import type { Transaction } from '#server/db/database.ts';
import { newId } from '#server/ids.ts';
import { invoiceSettings, invoices } from './tables.ts';

interface InvoiceDraft {
  purpose: PaymentPurpose;
  state: 'open' | 'paid';
  currency: Currency;
  lines: readonly InvoiceLine[];
  period: { start: Date; end: Date } | null;
  issuedAt: Date;
  externalId?: string;
}

/**
 * Writes the next invoice in the platform's transaction, with `organizationId` of `tx` set to the tenant. Its number
 * comes from a counter whose row stays locked until the commit, and goes back with a rollback: so there are no gaps.
 * Call it last, since it makes every other invoice wait. Answers its id.
 */
export async function writeInvoice(tx: Transaction, draft: InvoiceDraft): Promise<string> {
  const { organizationId } = tx;
  const [buyer] = await tx.db.select().from(organizations).where(eq(organizations.id, organizationId));
  if (!buyer) throw new Error(`There is no organization ${organizationId}.`);
  const settings = await takeNumber(tx);
  const totalCents = draft.lines.reduce((sum, line) => sum + line.amountCents, 0);
  const tax = taxOf(totalCents, settings.taxRules, { country: buyer.country, currency: draft.currency });
  const id = newId();
  await tx.db.insert(invoices).values({
    id,
    organizationId,
    number: settings.nextNumber - 1,
    purpose: draft.purpose,
    state: draft.state,
    currency: draft.currency,
    lines: [...draft.lines],
    subtotalCents: tax.subtotalCents,
    taxLabel: tax.label,
    taxCents: tax.taxCents,
    totalCents,
    seller: { name: settings.sellerName, details: settings.sellerDetails },
    buyer: { name: buyer.name, details: detailsOf(buyer) },
    issuedAt: draft.issuedAt,
    paidAt: draft.state === 'paid' ? draft.issuedAt : null,
    periodStart: draft.period?.start ?? null,
    periodEnd: draft.period?.end ?? null,
    externalId: draft.externalId ?? null,
  });
  return id;
}

const countries = new Intl.DisplayNames('en', { type: 'region' });

function detailsOf({ contactEmail, country }: typeof organizations.$inferSelect): string {
  const name = country !== null && /^[A-Z]{2}$/.test(country) ? countries.of(country) : undefined;
  return name === undefined ? contactEmail : `${contactEmail}\n${name}`;
}

async function takeNumber({ db }: Transaction): Promise<typeof invoiceSettings.$inferSelect> {
  const platform = await findPlatform({ db });
  const [settings] = await db
    .insert(invoiceSettings)
    .values({ organizationId: platform.id, nextNumber: 2 })
    .onConflictDoUpdate({
      target: invoiceSettings.organizationId,
      set: { nextNumber: sql`${invoiceSettings.nextNumber} + 1` },
    })
    .returning();
  if (!settings) throw new Error('The invoice counter did not answer.');
  return { ...settings, sellerName: settings.sellerName || platform.name };
}
