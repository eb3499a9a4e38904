import { eq } from 'drizzle-orm';
import type { InvoiceSettings, operatorApi } from '#features/billing/operator-contract.ts';
import type { Context } from '#server/context.ts';
import { writeAudit } from '#server/organization-context.ts';
import type { Input } from '#shared/endpoint.ts';
import { invoiceSettings } from '../tables.ts';

type Save = (typeof operatorApi)['endpoints']['saveInvoiceSettings'];

/** The session belongs to the platform organization, whose row it is. */
export async function readInvoiceSettings({ db }: Context): Promise<InvoiceSettings> {
  const [row] = await db.select().from(invoiceSettings);
  return {
    sellerName: row?.sellerName ?? '',
    sellerDetails: row?.sellerDetails ?? '',
    taxRules: row?.taxRules ?? [],
  };
}

/** For the invoices from now on: the number of the next one stays. */
export async function saveInvoiceSettings(context: Context, { body }: Input<Save>): Promise<InvoiceSettings> {
  const { session, requestId, address, userAgent } = context;
  const { organizationId } = session;
  await context.services.asPlatform('the platform owner changes who invoices are from', async (tx) => {
    await tx.db
      .insert(invoiceSettings)
      .values({ organizationId, ...body })
      .onConflictDoUpdate({
        target: invoiceSettings.organizationId,
        set: body,
        setWhere: eq(invoiceSettings.organizationId, organizationId),
      });
    const about = { requestId, address, userAgent };
    const entry = { action: 'invoice-settings.changed', details: { taxRules: body.taxRules } };
    await writeAudit(tx.db, organizationId, entry, { name: session.actor, id: session.userId, about });
  });
  return body;
}
