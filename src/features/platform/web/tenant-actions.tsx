import { useState } from 'react';
import { operatorApi, type TenantBilling } from '#features/billing/operator-contract.ts';
import { noteLimit } from '#features/payments/contract.ts';
import { call } from '#web/api.ts';
import { refresh } from '#web/query.ts';
import { toast } from '#web/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ReasonDialog } from '#web/ui/reason-dialog.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { FeeDialog } from './fee-dialog.tsx';
import { PaymentDialog } from './payment-dialog.tsx';
import { changedByOperator } from './use-operator.ts';

const { suspend, reactivate } = operatorApi.endpoints;
type Open = 'payment' | 'fee' | 'suspend' | 'reactivate' | 'cancel';

/** What the operator can do to a tenant's account; each asks for what it needs. */
export function TenantActions({ tenant }: { tenant: TenantBilling }) {
  const [open, setOpen] = useState<Open | null>(null);
  const { subscription } = tenant.billing;
  const params = { organizationId: tenant.organization.id };
  const close = () => setOpen(null);
  if (!subscription) return null;
  const stopped = subscription.status === 'suspended' || subscription.status === 'cancelled';
  const done = async (title: string) => {
    toast({ title, description: tenant.organization.name });
    await refresh(changedByOperator);
  };

  return (
    <>
      <div className="flex flex-wrap gap-2 sm:mr-auto">
        {stopped ? (
          <Button onClick={() => setOpen('reactivate')}>Reactivate</Button>
        ) : (
          <Button look="danger-quiet" onClick={() => setOpen('suspend')}>
            Suspend
          </Button>
        )}
        {subscription.status === 'cancelled' ? null : (
          <Button look="danger-quiet" onClick={() => setOpen('cancel')}>
            Cancel subscription
          </Button>
        )}
      </div>
      {subscription.setupFeeRequired && !subscription.setupFeePaid ? (
        <Button onClick={() => setOpen('fee')}>Mark fee paid</Button>
      ) : null}
      <Button look="primary" onClick={() => setOpen('payment')}>
        Record payment
      </Button>
      {open === 'payment' ? <PaymentDialog tenant={tenant} onClose={close} onDone={done} /> : null}
      {open === 'fee' ? <FeeDialog tenant={tenant} onClose={close} onDone={done} /> : null}
      {open === 'cancel' ? <CancelDialog tenant={tenant} onClose={close} onDone={done} /> : null}
      {open === 'suspend' ? (
        <ReasonDialog
          title={`Suspend ${tenant.organization.name}?`}
          text={`Its people can read and export, and nothing else, until you reactivate it. They read the reason.${tenant.stripe ? ' Stripe charges nothing meanwhile.' : ''}`}
          label="Reason"
          hint="Shown to the people of this tenant"
          action="Suspend"
          busy="Suspending..."
          look="danger"
          least={1}
          most={noteLimit}
          tooShort="A reason is required: the people who are stopped read it."
          onConfirm={async (reason) => {
            await call(suspend, { params, body: { reason } });
            await done('Tenant suspended');
          }}
          onClose={close}
        />
      ) : null}
      {open === 'reactivate' ? (
        <ReasonDialog
          title={`Reactivate ${tenant.organization.name}?`}
          text="It goes on where it was stopped: with what is left of its trial or of what it paid for."
          label="Note"
          hint="For the audit log; may stay empty"
          action="Reactivate"
          busy="Reactivating..."
          least={0}
          most={noteLimit}
          tooShort=""
          onConfirm={async (note) => {
            await call(reactivate, { params, body: { note } });
            await done('Tenant reactivated');
          }}
          onClose={close}
        />
      ) : null}
    </>
  );
}
