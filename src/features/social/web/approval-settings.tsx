import { organizationApi } from '#features/organization/contract.ts';
import { call, messageOf } from '#web/api.ts';
import { keyOf, queryClient, useEndpoint } from '#web/query.ts';
import { toast } from '#web/toast.ts';
import { Checkbox, SelectField } from '#web/ui/field.tsx';
import { Section } from '#web/ui/section.tsx';
import { type SocialSettings, socialApiOfSettings } from '../settings-contract.ts';

const { read, update } = socialApiOfSettings.endpoints;
type Change = Partial<Pick<SocialSettings, 'requireApproval' | 'approverId'>>;

function show(settings: SocialSettings): void {
  queryClient.setQueryData<SocialSettings>(keyOf(read), settings);
}

/** Shows the change at once, and what was there before with the reason if the server refuses. */
async function save(before: SocialSettings, change: Change): Promise<void> {
  show({ ...before, ...change });
  try {
    show(await call(update, { body: change }));
    toast({ title: 'Approval saved' });
  } catch (error) {
    show(before);
    toast({
      title: 'Error',
      description: messageOf(error, 'The approval step was not saved.'),
      tone: 'danger',
    });
  }
}

/** Whether somebody looks at a post before it goes out, and who. */
export function ApprovalSettings({ settings }: { settings: SocialSettings }) {
  const users = useEndpoint(organizationApi.endpoints.listUsers);
  const people = (users.data ?? []).filter(({ isActive }) => isActive);
  return (
    <Section
      title="Approval of posts"
      text="Who approves finds the post behind the bell, and gets a mail with a link that works on a phone without signing in where mail leaves this hub. A changed post is asked about again."
    >
      <div className="p-5">
        <Checkbox
          label="Posts go out only after they were approved"
          checked={settings.requireApproval}
          onChange={(event) => void save(settings, { requireApproval: event.target.checked })}
        />
        {settings.requireApproval ? (
          <SelectField
            className="mt-4 max-w-96"
            label="Who approves"
            value={settings.approverId ?? ''}
            disabled={!users.data}
            hint={
              users.isError ? 'The people could not be loaded. Load the page again to choose one.' : undefined
            }
            onChange={(event) => void save(settings, { approverId: event.target.value || null })}
            options={[
              { value: '', label: 'Every owner and admin' },
              ...people.map(({ id, firstName, lastName, email }) => ({
                value: id,
                label: `${firstName} ${lastName}`.trim() || email,
              })),
            ]}
          />
        ) : null}
      </div>
    </Section>
  );
}
