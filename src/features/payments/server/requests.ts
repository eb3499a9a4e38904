import { and, desc, eq } from 'drizzle-orm';
import { type BillingRequest, type paymentsApi, rowLimit } from '#features/payments/contract.ts';
import { requestNames } from '#features/payments/money-names.ts';
import type { Context } from '#server/context.ts';
import { Reply } from '#server/http/route.ts';
import { newId } from '#server/ids.ts';
import type { Input } from '#shared/endpoint.ts';
import { AppError, notFound } from '#shared/errors.ts';
import { isRowId } from '#shared/text.ts';
import { requestOut } from './shapes.ts';
import { billingRequests } from './tables.ts';
import { tellOperator } from './tell-operator.ts';

type Ask = (typeof paymentsApi)['endpoints']['ask'];
type Withdraw = (typeof paymentsApi)['endpoints']['withdraw'];

export async function listRequests({ db }: Context): Promise<BillingRequest[]> {
  const rows = await db
    .select()
    .from(billingRequests)
    .orderBy(desc(billingRequests.createdAt), desc(billingRequests.id))
    .limit(rowLimit);
  return rows.map(requestOut);
}

/** Asks the operator. One request of a kind is open at a time: asking again changes what it says, and answers 200. */
export async function askOperator(context: Context, { body }: Input<Ask>): Promise<Reply<BillingRequest>> {
  const reply = await context.tx(async (tx) => {
    const now = context.services.clock.now();
    const wanted = {
      note: body.note,
      billingCycle: body.kind === 'billing_cycle' ? body.billingCycle : null,
    };
    const [made] = await tx.db
      .insert(billingRequests)
      .values({
        id: newId(),
        kind: body.kind,
        ...wanted,
        state: 'open',
        createdAt: now,
        createdBy: context.session.actor,
      })
      .onConflictDoNothing()
      .returning();
    const open = and(eq(billingRequests.kind, body.kind), eq(billingRequests.state, 'open'));
    const [changed] = made ? [] : await tx.db.update(billingRequests).set(wanted).where(open).returning();
    const row = made ?? changed;
    if (!row)
      throw new AppError(
        'conflict',
        'The operator has just answered this request. Read the answer, then ask again.',
      );
    await tx.audit({ action: 'billing-request.made', subject: body.kind, details: wanted });
    return new Reply(requestOut(row), { status: made ? 201 : 200 });
  });
  // Asked again after a failure here, the request is there and the operator is told of it all the same.
  await tellOfRequest(context, reply.body);
  return reply;
}

/** Tells the platform's owners of a request, once for each. */
function tellOfRequest(
  { services, organizationId }: Context,
  { id, kind, billingCycle, note }: BillingRequest,
): Promise<void> {
  const what = `${requestNames[kind]}${billingCycle ? `: ${billingCycle}` : ''}.`;
  const text = [what, note, 'Answer it under Billing of the dashboard.'].filter(Boolean).join(' ');
  return services.asPlatform('the platform’s owners are told of a request', (platform) =>
    tellOperator(platform, services.clock.now(), {
      tenantId: organizationId,
      key: `billing-request:${id}`,
      words: (name) => ({ title: `Request of ${name}`, text }),
    }),
  );
}

/** Takes an open request back. @throws AppError not_found where it is answered or was never made */
export function withdrawRequest(context: Context, { params }: Input<Withdraw>): Promise<BillingRequest> {
  return context.tx(async (tx) => {
    const { requestId } = params;
    const [row] = isRowId(requestId)
      ? await tx.db
          .update(billingRequests)
          .set({
            state: 'closed',
            closedAt: context.services.clock.now(),
            answer: `Withdrawn by ${context.session.actor}.`,
          })
          .where(and(eq(billingRequests.id, requestId), eq(billingRequests.state, 'open')))
          .returning()
      : [];
    if (!row) throw notFound('open request');
    await tx.audit({ action: 'billing-request.withdrawn', subject: row.kind });
    return requestOut(row);
  });
}
