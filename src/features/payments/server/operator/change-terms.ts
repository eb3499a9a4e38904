import type { operatorApi, TenantBilling } from '#features/billing/operator-contract.ts';
import { changeSubscription, cycleChange, switchOff, switchOn } from '#features/billing/server/public.ts';
import type { Context } from '#server/context.ts';
import { Reply } from '#server/http/route.ts';
import type { Input } from '#shared/endpoint.ts';
import { notFound } from '#shared/errors.ts';
import { moduleType } from '#shared/modules.ts';
import { closeFulfilled } from '../close-fulfilled.ts';
import { asOperator } from './as-operator.ts';

type Endpoints = (typeof operatorApi)['endpoints'];
type Call<Key extends keyof Endpoints> = Input<Endpoints[Key]>;

export function changePlan(context: Context, { params, body }: Call<'changePlan'>): Promise<TenantBilling> {
  return asOperator(context, params.organizationId, 'a plan is changed', async (tx, now) => {
    await changeSubscription(tx, { now, actor: context.session.actor }, ({ subscription }) =>
      subscription.plan === body.plan ? null : { kind: 'plan', fields: body, note: body.plan },
    );
    return { action: 'subscription.plan', details: body };
  });
}

/** The cycle of the next period; choosing the present one takes a change back. */
export function changeCycle(context: Context, { params, body }: Call<'changeCycle'>): Promise<TenantBilling> {
  return asOperator(context, params.organizationId, 'a billing cycle is changed', async (tx, now) => {
    await changeSubscription(tx, { now, actor: context.session.actor }, ({ subscription }) =>
      cycleChange(subscription, body.billingCycle),
    );
    await closeFulfilled(tx, now, {
      kind: 'billing_cycle',
      billingCycle: body.billingCycle,
      answer: `The billing cycle is ${body.billingCycle} from the next period on.`,
    });
    return { action: 'subscription.billing-cycle', details: body };
  });
}

/** 201, or 200 where the module was active already. */
export async function addTenantModule(
  context: Context,
  { params, body }: Call<'addModule'>,
): Promise<Reply<TenantBilling>> {
  let wasRunning = false;
  const state = await asOperator(context, params.organizationId, 'a module is added', async (tx, now) => {
    wasRunning = await switchOn(tx, { now, actor: context.session.actor }, body.moduleType);
    return { action: 'module.added', details: body };
  });
  return new Reply(state, { status: wasRunning ? 200 : 201 });
}

export function removeTenantModule(
  context: Context,
  { params }: Call<'removeModule'>,
): Promise<TenantBilling> {
  const wanted = moduleType.safeParse(params.moduleType);
  return asOperator(context, params.organizationId, 'a module is ended', async (tx, now) => {
    if (!wanted.success) throw notFound('module');
    await switchOff(tx, { now, actor: context.session.actor }, wanted.data);
    return { action: 'module.removed', details: { moduleType: wanted.data } };
  });
}
