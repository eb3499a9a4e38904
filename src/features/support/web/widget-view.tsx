import { useEndpoint } from '#web/query.ts';
import { useCan } from '#web/session.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { supportSettingsApi } from '../widget-contract.ts';
import { CannedSection } from './canned-section.tsx';
import { EmbedSection } from './embed-section.tsx';
import { WidgetForm } from './widget-form.tsx';

/** How visitors reach the assistant and the team: the widget, its hours, and the replies that are kept ready. */
export function WidgetView() {
  const found = useEndpoint(supportSettingsApi.endpoints.read);
  const mayManage = useCan('integrations.manage');
  return (
    <div className="mx-auto max-w-4xl">
      {found.data ? (
        <>
          <EmbedSection settings={found.data} />
          {mayManage ? (
            <WidgetForm settings={found.data} />
          ) : (
            <p className="mb-8 text-muted">
              An owner or admin can change where the widget is and how it looks.
            </p>
          )}
        </>
      ) : found.error ? (
        <div className="panel mb-8">
          <ErrorState
            title="The settings could not be loaded"
            error={found.error}
            onRetry={() => void found.refetch()}
          />
        </div>
      ) : (
        <Loading label="Loading the settings" className="panel mb-8 space-y-4 p-5">
          <Skeleton className="h-6 w-48" />
          <Skeleton className="h-24" />
        </Loading>
      )}
      <CannedSection />
    </div>
  );
}
