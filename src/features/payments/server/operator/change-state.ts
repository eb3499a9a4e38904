import { and, eq } from 'drizzle-orm';
import { withOwnPassword } from '#features/auth/server/public.ts';
import type { operatorApi, TenantBilling } from '#features/billing/operator-contract.ts';
import { changeSubscription } from '#features/billing/server/public.ts';
import { subscriptionChanges } from '#features/billing/server/tables.ts';
import type { Context } from '#server/context.ts';
import type { Transaction } from '#server/db/database.ts';
import type { Input } from '#shared/endpoint.ts';
import { AppError } from '#shared/errors.ts';
import { payments } from '../tables.ts';
import { asOperator } from './as-operator.ts';
import { tellState } from './tell-state.ts';

type Endpoints = (typeof operatorApi)['endpoints'];
type Call<Key extends keyof Endpoints> = Input<Endpoints[Key]>;

export function suspend(context: Context, { params, body }: Call<'suspend'>): Promise<TenantBilling> {
  return asOperator(context, params.organizationId, 'a tenant is suspended', async (tx, now) => {
    await changeSubscription(tx, { now, actor: context.session.actor }, ({ subscription }) => {
      if (subscription.status === 'suspended' || subscription.status === 'cancelled')
        throw new AppError('conflict', `This tenant is ${subscription.status} already.`);
      return {
        kind: 'suspended',
        fields: { status: 'suspended', stateReason: body.reason },
        note: body.reason,
      };
    });
    const mails = await tellState(tx, context.services, { to: 'suspended', reason: body.reason });
    return { action: 'subscription.suspended', details: body, mails };
  });
}

/** Back to what it was: active where a period was ever paid or there was no trial, else the trial, which may be over by now. */
export function reactivate(context: Context, { params, body }: Call<'reactivate'>): Promise<TenantBilling> {
  return asOperator(context, params.organizationId, 'a tenant is reactivated', async (tx, now) => {
    await changeSubscription(tx, { now, actor: context.session.actor }, async ({ subscription }) => {
      const { status, trialEndsAt } = subscription;
      if (status !== 'suspended' && status !== 'cancelled')
        throw new AppError('conflict', 'This tenant is neither suspended nor cancelled.');
      const wasPaid = trialEndsAt === null || (await hasPaid(tx));
      return {
        kind: 'reactivated',
        fields: {
          status: wasPaid ? 'active' : 'trial',
          stateReason: null,
          // An owner's end is not the operator's to take back; of what was cancelled nothing is left to end.
          ...(status === 'cancelled' ? { endsAt: null } : {}),
        },
        note: body.note,
      };
    });
    const mails = await tellState(tx, context.services, { to: 'reactivated', reason: '' });
    return { action: 'subscription.reactivated', details: body, mails };
  });
}

/** Whether the subscription was ever paid for, by its payments or, where those are still coming in, by its history. */
async function hasPaid({ db, organizationId }: Transaction): Promise<boolean> {
  const [row] = await db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.organizationId, organizationId), eq(payments.purpose, 'subscription')))
    .limit(1);
  if (row) return true;
  const [change] = await db
    .select({ id: subscriptionChanges.id })
    .from(subscriptionChanges)
    .where(
      and(eq(subscriptionChanges.organizationId, organizationId), eq(subscriptionChanges.kind, 'payment')),
    )
    .limit(1);
  return change !== undefined;
}

/** Ends a subscription at once; asks for the own password again. */
export async function cancel(context: Context, { params, body }: Call<'cancel'>): Promise<TenantBilling> {
  await withOwnPassword(context, body.currentPassword);
  return asOperator(context, params.organizationId, 'a subscription is cancelled', async (tx, now) => {
    await changeSubscription(tx, { now, actor: context.session.actor }, ({ subscription }) => {
      if (subscription.status === 'cancelled')
        throw new AppError('conflict', 'This subscription is cancelled already.');
      return {
        kind: 'cancelled',
        fields: { status: 'cancelled', stateReason: body.reason, endsAt: null },
        note: body.reason,
      };
    });
    const { reason } = body;
    const mails = await tellState(tx, context.services, { to: 'cancelled', reason });
    return { action: 'subscription.cancelled', details: { reason }, mails };
  });
}
