import { Suspense, useState } from 'react';
import { operatorApi, type TenantBilling } from '#features/billing/operator-contract.ts';
import { useEndpoint } from '#web/query.ts';
import { TenantDeletion } from '#web/shell/feature-calls.ts';
import { cx } from '#web/ui/cx.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { PaneSwitch } from '#web/ui/pane-switch.tsx';
import { RecordHeader, RecordHeaderSkeleton } from '#web/ui/record-header.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { platformApi } from '../contract.ts';
import { StatusBadge } from './status-badge.tsx';
import { TenantAccount } from './tenant-account.tsx';
import { TenantActions } from './tenant-actions.tsx';
import { TenantAddress } from './tenant-address.tsx';
import { TenantMoney } from './tenant-money.tsx';
import { TenantUse } from './tenant-use.tsx';

const panes = [
  { name: 'account', label: 'Account' },
  { name: 'use', label: 'Use' },
] as const;

interface TenantDialogProps {
  organizationId: string;
  onClose: () => void;
}

/** One tenant for the operator: what it agreed and paid, what can be changed, how much it uses. Never its content. */
export function TenantDialog({ organizationId, onClose }: TenantDialogProps) {
  const [pane, setPane] = useState<'account' | 'use'>('account');
  const request = { params: { organizationId } };
  const billing = useEndpoint(operatorApi.endpoints.tenant, request);
  const use = useEndpoint(platformApi.endpoints.tenant, request);
  const tenant = billing.data;

  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      title={tenant?.organization.name ?? 'Tenant'}
      description={tenant ? subtitle(tenant) : 'What this tenant agreed, paid and uses'}
      header={
        tenant ? (
          <RecordHeader
            name={tenant.organization.name}
            subtitle={subtitle(tenant)}
            badge={<StatusBadge subscription={tenant.billing.subscription} />}
          />
        ) : (
          <RecordHeaderSkeleton kind="Tenant" failed={billing.error !== null} />
        )
      }
      footer={tenant ? <TenantActions tenant={tenant} /> : undefined}
    >
      <PaneSwitch label="Part of the tenant" panes={panes} shown={pane} onShow={setPane} />
      <div className="grid md:h-full md:grid-cols-2">
        <div
          className={cx(
            'min-w-0 md:overflow-y-auto md:border-r md:border-border',
            pane === 'account' ? '' : 'max-md:hidden',
          )}
        >
          {tenant ? (
            <>
              <TenantAccount tenant={tenant} />
              <TenantMoney tenant={tenant} />
              <TenantAddress organizationId={organizationId} name={tenant.organization.name} />
              <Suspense fallback={null}>
                <TenantDeletion organizationId={organizationId} name={tenant.organization.name} />
              </Suspense>
            </>
          ) : billing.error ? (
            <ErrorState
              title="The tenant could not be loaded"
              error={billing.error}
              onRetry={() => void billing.refetch()}
            />
          ) : (
            <Waiting label="Loading the account" />
          )}
        </div>
        <div className={cx('min-w-0 md:overflow-y-auto', pane === 'use' ? '' : 'max-md:hidden')}>
          {use.data ? (
            <TenantUse use={use.data} />
          ) : use.error ? (
            <ErrorState
              title="The tenant’s use could not be loaded"
              error={use.error}
              onRetry={() => void use.refetch()}
            />
          ) : (
            <Waiting label="Loading its use" />
          )}
        </div>
      </div>
    </Dialog>
  );
}

function subtitle({ organization }: TenantBilling): string {
  return `${organization.contactEmail} • ${organization.slug}`;
}

function Waiting({ label }: { label: string }) {
  return (
    <Loading label={label} className="space-y-4 p-5">
      <Skeleton className="h-5 w-40" />
      <Skeleton className="h-28 rounded-lg" />
      <Skeleton className="h-28 rounded-lg" />
    </Loading>
  );
}
