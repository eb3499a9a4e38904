import { outreachSettingsApi } from '#features/outreach/settings-contract.ts';
import { useEndpoint } from '#web/query.ts';
import { useCan } from '#web/session.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { HealthSection } from './health-section.tsx';
import { SendingNow } from './sending-now.tsx';
import { SettingsFacts } from './settings-facts.tsx';
import { SettingsForm } from './settings-form.tsx';

/** The health of sending, its pause, and how emails of sequences are written and leave. */
export function SendingView() {
  const found = useEndpoint(outreachSettingsApi.endpoints.read);
  const mayManage = useCan('integrations.manage');
  return (
    <div className="mx-auto max-w-4xl">
      <HealthSection />
      {found.data ? (
        <>
          <SendingNow settings={found.data} />
          {mayManage ? <SettingsForm settings={found.data} /> : <SettingsFacts settings={found.data} />}
        </>
      ) : found.error ? (
        <div className="panel">
          <ErrorState
            title="The settings could not be loaded"
            error={found.error}
            onRetry={() => void found.refetch()}
          />
        </div>
      ) : (
        <Loading label="Loading the settings" className="panel space-y-4 p-5">
          <Skeleton className="h-9 w-1/2 rounded-md" />
          <Skeleton className="h-9 w-2/3 rounded-md" />
          <Skeleton className="h-24 rounded-md" />
        </Loading>
      )}
    </div>
  );
}
