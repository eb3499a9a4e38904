import { type operatorApi, paidAheadDays, type TenantBilling } from '#features/billing/operator-contract.ts';
import type { Context } from '#server/context.ts';
import type { Input } from '#shared/endpoint.ts';
import { AppError } from '#shared/errors.ts';
import { recordSetupFee, recordSubscriptionPayment } from '../record-money.ts';
import { asOperator } from './as-operator.ts';

type Endpoints = (typeof operatorApi)['endpoints'];
type Call<Key extends keyof Endpoints> = Input<Endpoints[Key]>;

const dayMs = 86_400_000;

/** Money that came in by other ways than a payment service. The tenant is active until the date. */
export function recordPayment(
  context: Context,
  { params, body }: Call<'recordPayment'>,
): Promise<TenantBilling> {
  const until = new Date(body.paidUntil);
  return asOperator(context, params.organizationId, 'a payment is recorded', async (tx, now) => {
    assertAhead(until, now);
    const { amountCents, currency, method, note } = body;
    const received = { now, actor: context.session.actor, method, note };
    await recordSubscriptionPayment(tx, received, { amountCents, currency, until });
    const details = { amountCents, currency, method, note, paidUntil: until.toISOString() };
    return { action: 'subscription.payment', details };
  });
}

/** @throws AppError invalid */
function assertAhead(until: Date, now: Date): void {
  const message =
    until <= now
      ? 'Choose a date in the future: the subscription is paid until then.'
      : 'Choose a date within the next three years.';
  if (until <= now || until.getTime() > now.getTime() + paidAheadDays * dayMs)
    throw new AppError('invalid', message, { issues: [{ path: 'paidUntil', message }] });
}

export function markFeePaid(context: Context, { params, body }: Call<'markFeePaid'>): Promise<TenantBilling> {
  return asOperator(context, params.organizationId, 'a setup fee is recorded', async (tx, now) => {
    await recordSetupFee(tx, { now, actor: context.session.actor, ...body });
    return { action: 'subscription.setup-fee', details: body };
  });
}
