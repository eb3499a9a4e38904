import { Link } from '@tanstack/react-router';
import { CalendarSync, CreditCard, Users } from 'lucide-react';
import { useState } from 'react';
import type { BillingAccount } from '#features/payments/contract.ts';
import { useCan, useMe } from '#web/session.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import type { Subscription } from '../contract.ts';
import { ChangeCycleDialog } from './change-cycle-dialog.tsx';
import { EndSubscription } from './end-subscription.tsx';
import { RequestDialog } from './request-dialog.tsx';
import { useStripePages } from './use-pay.ts';

interface QuickActionsProps {
  subscription: Subscription;
  account: BillingAccount;
}

/** What owners do about paying, and where the team is. Others see what they may press. */
export function QuickActions({ subscription, account }: QuickActionsProps) {
  const [open, setOpen] = useState<'method' | 'cycle' | null>(null);
  const { isPlatform } = useMe().organization;
  // The platform does not pay itself.
  const mayManage = useCan('billing.manage') && !isPlatform;
  const mayManageUsers = useCan('users.manage');
  const { checkout, portal, isOpening } = useStripePages();
  if (!mayManage && !mayManageUsers) return null;

  function updateMethod(): void {
    if (account.paysBy === 'operator') setOpen('method');
    else if (account.paysByItself) portal.mutate({ body: {} });
    else checkout.mutate({ body: { purpose: 'subscription' } });
  }

  return (
    <section className="panel px-5 pt-3.5 pb-5" aria-labelledby="quick-actions">
      <h2 id="quick-actions" className="font-semibold">
        Quick Actions
      </h2>
      <div className="mt-3 grid gap-2">
        {mayManage ? (
          <>
            <Button className="justify-start" busy={isOpening && 'Opening...'} onClick={updateMethod}>
              <CreditCard size={16} aria-hidden />
              Update Payment Method
            </Button>
            <Button className="justify-start" onClick={() => setOpen('cycle')}>
              <CalendarSync size={16} aria-hidden />
              Change Billing Cycle
            </Button>
          </>
        ) : null}
        {mayManageUsers ? (
          <Link
            to="/tenant/admin"
            search={{ tab: 'users' }}
            className={buttonClass('secondary', 'justify-start')}
          >
            <Users size={16} aria-hidden />
            Manage Team Members
          </Link>
        ) : null}
        {mayManage ? <EndSubscription {...{ subscription, account }} /> : null}
      </div>
      {open === 'method' ? (
        <RequestDialog kind="payment_method" title="Update Payment Method" onClose={() => setOpen(null)} />
      ) : null}
      {open === 'cycle' ? (
        <ChangeCycleDialog {...{ subscription, account }} onClose={() => setOpen(null)} />
      ) : null}
    </section>
  );
}
