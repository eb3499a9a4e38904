import { type BillingAccount, type BillingCycle, paymentsApi } from '#features/payments/contract.ts';
import { cycleMonths } from '#features/payments/invoice-lines.ts';
import { call, messageOf } from '#web/api.ts';
import { shortDate } from '#web/lib/dates.ts';
import { money } from '#web/lib/money.ts';
import { keyOf, queryClient, refresh } from '#web/query.ts';
import { useZone } from '#web/session.tsx';
import { toast } from '#web/toast.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { useForm } from '#web/ui/use-form.ts';
import type { Subscription } from '../contract.ts';
import { cycleNames } from '../subscription-names.ts';
import { askedToast } from './request-dialog.tsx';
import { useStripePages } from './use-pay.ts';

interface ChangeCycleProps {
  subscription: Subscription;
  account: BillingAccount;
  onClose: () => void;
}

const cycles = ['monthly', 'yearly'] as const;

/** Chooses the cycle that begins with the next period, with what it costs. */
export function ChangeCycleDialog({ subscription, account, onClose }: ChangeCycleProps) {
  const zone = useZone();
  const now = account.nextBillingCycle ?? subscription.billingCycle;
  // The next period's price: modules that end before it are not in it.
  const monthlyCents = account.nextPeriodCents / cycleMonths[now];
  const { checkout, isOpening } = useStripePages();
  const end = subscription.currentPeriodEnd;
  const when = end ? `on ${shortDate(end, zone)}` : 'with the next period';
  const asks = account.paysBy === 'operator';

  const form = useForm<{ cycle: BillingCycle }>({
    initial: { cycle: now },
    check: () => Promise.resolve([]),
    submit: async ({ cycle }) => {
      if (cycle === now) {
        onClose();
        return;
      }
      if (account.paysBy === 'stripe' && !account.paysByItself) {
        checkout.mutate({ body: { purpose: 'subscription', billingCycle: cycle } });
        return;
      }
      if (asks) {
        await call(paymentsApi.endpoints.ask, { body: { kind: 'billing_cycle', billingCycle: cycle } });
        await refresh([paymentsApi.endpoints.requests]);
        askedToast();
      } else {
        const answer = await call(paymentsApi.endpoints.changeCycle, { body: { billingCycle: cycle } });
        queryClient.setQueryData(keyOf(paymentsApi.endpoints.account), answer);
        toast({
          title: 'Billing cycle changed',
          description: `It is ${cycleNames[cycle].toLowerCase()} from the period that begins ${when}.`,
        });
      }
      onClose();
    },
    failed: (error) =>
      toast({
        title: 'The billing cycle was not changed',
        description: messageOf(error, 'Try again.'),
        tone: 'danger',
      }),
  });

  return (
    <FormDialog
      form={{ ...form, busy: form.busy || isOpening }}
      size="small"
      title="Change Billing Cycle"
      description={`The present period stays as it is. The new cycle begins ${when}.`}
      action={asks ? 'Send request' : 'Change cycle'}
      busy="Changing..."
      onClose={onClose}
    >
      <fieldset className="grid gap-2">
        <legend className="sr-only">Billing cycle</legend>
        {cycles.map((cycle) => (
          <label
            key={cycle}
            className="flex items-center gap-3 rounded-md border border-border px-3.5 py-3 has-checked:border-brand has-checked:bg-brand-quiet"
          >
            <input
              type="radio"
              name="cycle"
              value={cycle}
              checked={form.values.cycle === cycle}
              onChange={() => form.set({ cycle })}
              className="size-4.5 shrink-0 accent-brand"
            />
            <span className="grow font-medium">{cycleNames[cycle]}</span>
            <span className="figures text-muted">
              {money((monthlyCents * cycleMonths[cycle]) / 100, 'USD')}
            </span>
          </label>
        ))}
      </fieldset>
    </FormDialog>
  );
}
