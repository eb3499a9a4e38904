import { and, count, desc, eq, lt } from 'drizzle-orm';
import { z } from 'zod';
import type { operatorApi } from '#features/billing/operator-contract.ts';
import { findTenant } from '#features/organization/server/public.ts';
import type { Invoice, paymentsApi } from '#features/payments/contract.ts';
import { invoiceNumber } from '#features/payments/invoice-number.ts';
import type { Context } from '#server/context.ts';
import { Download, Reply } from '#server/http/route.ts';
import { cursorPart, decodeCursor, encodeCursor, pageReply } from '#server/page.ts';
import type { Input } from '#shared/endpoint.ts';
import { notFound } from '#shared/errors.ts';
import { isRowId } from '#shared/text.ts';
import { printInvoice } from './pdf/print-invoice.ts';
import { reversalsOf } from './reversals.ts';
import { invoiceOut } from './shapes.ts';
import { invoices } from './tables.ts';

type Endpoints = (typeof paymentsApi)['endpoints'];

/** Larger numbers of invoices than the column holds are in no cursor of ours. */
const numberPart = z.tuple([cursorPart.number.refine((value) => Number(value) <= 2_147_483_647)]);

export async function listInvoices(
  context: Context,
  { query }: Input<Endpoints['invoices']>,
): Promise<Reply<Invoice[]>> {
  const after = decodeCursor(query.cursor, numberPart);
  const rows = await context.db
    .select()
    .from(invoices)
    .where(after ? lt(invoices.number, Number(after[0])) : undefined)
    .orderBy(desc(invoices.number))
    .limit(query.limit + 1);
  const [totals] = await context.db.select({ total: count() }).from(invoices);
  const { body, headers } = pageReply({
    items: rows,
    limit: query.limit,
    total: totals?.total ?? 0,
    path: '/api/tenant/invoices',
    query,
    cursorOf: (last) => encodeCursor([String(last.number)]),
  });
  const reversals = await reversalsOf(context, body);
  return new Reply(
    body.map((row) => invoiceOut(row, reversals)),
    { headers },
  );
}

export async function downloadInvoice(
  context: Context,
  { params }: Input<Endpoints['invoicePdf']>,
): Promise<Download> {
  const [row] = isRowId(params.id)
    ? await context.db.select().from(invoices).where(eq(invoices.id, params.id))
    : [];
  if (!row) throw notFound('invoice');
  return pdfOf(context, row);
}

async function pdfOf(
  { organizationId, session }: Context,
  row: typeof invoices.$inferSelect,
): Promise<Download> {
  const bytes = await printInvoice(organizationId, { invoice: row, timezone: session.timezone });
  return new Download(bytes, 'application/pdf', `${invoiceNumber(row.number)}.pdf`);
}

/** The same for the operator, of a tenant. */
export async function downloadTenantInvoice(
  context: Context,
  { params }: Input<(typeof operatorApi)['endpoints']['invoicePdf']>,
): Promise<Download> {
  const row = await context.services.asPlatform('the platform owner reads an invoice', async (tx) => {
    const tenant = await findTenant(tx, params.organizationId);
    if (!isRowId(params.invoiceId)) return undefined;
    const [found] = await tx.db
      .select()
      .from(invoices)
      .where(and(eq(invoices.organizationId, tenant.id), eq(invoices.id, params.invoiceId)));
    return found;
  });
  if (!row) throw notFound('invoice');
  return pdfOf(context, row);
}
