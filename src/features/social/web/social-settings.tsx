import { useEndpoint } from '#web/query.ts';
import { Section } from '#web/ui/section.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { socialApiOfSettings, socialIntegrationApi } from '../settings-contract.ts';
import { AccountList } from './account-list.tsx';
import { ApprovalSettings } from './approval-settings.tsx';
import { PublishingForm } from './publishing-form.tsx';
import { QueueEditor } from './queue-editor.tsx';
import { WebhookForm } from './webhook-form.tsx';

/** How posts leave, to which accounts, at which times, and who looks at them before. */
export function SocialSettings() {
  const integration = useEndpoint(socialIntegrationApi.endpoints.read);
  const settings = useEndpoint(socialApiOfSettings.endpoints.read);
  const failed = integration.error ?? settings.error;
  if (integration.data && settings.data)
    return (
      <>
        <PublishingForm integration={integration.data} />
        <WebhookForm integration={integration.data} />
        <AccountList integration={integration.data} />
        <QueueEditor settings={settings.data} />
        <ApprovalSettings settings={settings.data} />
      </>
    );
  // Without the module there is nothing to set.
  if (failed && 'code' in failed && failed.code === 'module_inactive') return null;
  return (
    <Section title="Social Media">
      {failed ? (
        <ErrorState
          title="The settings of Social Media could not be loaded"
          error={failed}
          onRetry={() => {
            void integration.refetch();
            void settings.refetch();
          }}
        />
      ) : (
        <Loading label="Loading the settings of Social Media" className="space-y-3 p-5">
          <Skeleton className="h-9 w-2/3 rounded-md" />
          <Skeleton className="h-9 w-1/2 rounded-md" />
        </Loading>
      )}
    </Section>
  );
}
