import { changeSubscription, cycleChange } from '#features/billing/server/public.ts';
import type { BillingAccount, paymentsApi } from '#features/payments/contract.ts';
import type { Context } from '#server/context.ts';
import type { Input } from '#shared/endpoint.ts';
import { AppError } from '#shared/errors.ts';
import { readAccount } from '../account.ts';

type Change = (typeof paymentsApi)['endpoints']['changeCycle'];

/** The cycle of the next period; choosing the present one takes a change back. Stripe is told of it within minutes. */
export async function changeOwnCycle(context: Context, { body }: Input<Change>): Promise<BillingAccount> {
  await context.tx(async (tx) => {
    const by = { now: context.services.clock.now(), actor: context.session.actor };
    await changeSubscription(tx, by, ({ subscription }) => {
      if (!subscription.stripeSubscriptionId)
        throw new AppError(
          'conflict',
          'Nothing is charged by card here, so the operator changes the cycle. Send a request instead.',
        );
      return cycleChange(subscription, body.billingCycle);
    });
    await tx.audit({ action: 'subscription.billing-cycle', details: body });
  });
  return readAccount(context);
}
