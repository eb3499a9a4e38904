import { and, eq } from 'drizzle-orm';
import type { operatorApi, TenantBilling } from '#features/billing/operator-contract.ts';
import type { Context } from '#server/context.ts';
import type { Input } from '#shared/endpoint.ts';
import { notFound } from '#shared/errors.ts';
import { isRowId } from '#shared/text.ts';
import { billingRequests } from '../tables.ts';
import { asOperator } from './as-operator.ts';

type Close = Input<(typeof operatorApi)['endpoints']['closeRequest']>;

export function closeRequest(context: Context, { params, body }: Close): Promise<TenantBilling> {
  return asOperator(context, params.organizationId, 'a request is answered', async (tx, now) => {
    const { requestId } = params;
    const [closed] = isRowId(requestId)
      ? await tx.db
          .update(billingRequests)
          .set({ state: 'closed', closedAt: now, answer: body.answer })
          .where(
            and(
              eq(billingRequests.organizationId, tx.organizationId),
              eq(billingRequests.id, requestId),
              eq(billingRequests.state, 'open'),
            ),
          )
          .returning({ kind: billingRequests.kind })
      : [];
    if (!closed) throw notFound('open request');
    return { action: 'billing-request.closed', details: { ...closed, answer: body.answer } };
  });
}
