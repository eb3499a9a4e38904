import { X } from 'lucide-react';
import { type EmailIntegration, emailIntegrationUpdate, mailboxApi } from '#features/mailbox/contract.ts';
import { call, messageOf } from '#web/api.ts';
import { keyOf, queryClient, useEndpoint } from '#web/query.ts';
import { toast } from '#web/toast.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Section } from '#web/ui/section.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { issuesOf, useForm } from '#web/ui/use-form.ts';

const { readEmail, updateEmail } = mailboxApi.endpoints;

/** Mail from these addresses is the team's own and never becomes a lead. */
export function TeamAddresses() {
  const email = useEndpoint(readEmail);
  return (
    <Section
      title="Team addresses"
      text="Mail from these addresses counts as written by your team: it is shown on your side of a conversation and never becomes a lead."
    >
      {email.data ? (
        <Addresses settings={email.data} />
      ) : email.error ? (
        <ErrorState
          title="The addresses could not be loaded"
          error={email.error}
          onRetry={() => void email.refetch()}
        />
      ) : (
        <Loading label="Loading team addresses" className="p-5">
          <Skeleton className="w-60" />
        </Loading>
      )}
    </Section>
  );
}

async function save(settings: EmailIntegration, teamAddresses: string[]): Promise<void> {
  const body = { teamAddresses, postalAddress: settings.postalAddress };
  queryClient.setQueryData(keyOf(readEmail), await call(updateEmail, { body }));
}

function failed(error: unknown): void {
  toast({ title: 'Error', description: messageOf(error, 'The addresses were not saved.'), tone: 'danger' });
}

function Addresses({ settings }: { settings: EmailIntegration }) {
  const { teamAddresses } = settings;
  const form = useForm({
    initial: { address: '' },
    check: ({ address }) => {
      const result = emailIntegrationUpdate.shape.teamAddresses.safeParse([...teamAddresses, address.trim()]);
      return Promise.resolve(issuesOf(result).map(({ message }) => ({ path: 'address', message })));
    },
    submit: async ({ address }) => {
      await save(settings, [...teamAddresses, address.trim()]);
      form.reset({ address: '' });
    },
    failed,
  });

  return (
    <>
      {teamAddresses.length === 0 ? (
        <p className="px-5 pt-4 text-muted">No address yet.</p>
      ) : (
        <ul className="divide-y divide-border">
          {teamAddresses.map((address) => (
            <li key={address} className="flex items-center justify-between gap-3 py-1 pr-2 pl-5">
              <span className="min-w-0 truncate" title={address}>
                {address}
              </span>
              <IconButton
                label={`Remove ${address}`}
                onClick={() =>
                  void save(
                    settings,
                    teamAddresses.filter((entry) => entry !== address),
                  ).catch(failed)
                }
              >
                <X size={16} aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <form {...form.form} className="flex items-start gap-2 border-t border-border p-5">
        <TextField
          {...form.field('address')}
          label="New team address"
          labelHidden
          type="email"
          placeholder="sales@your-company.com"
          className="grow"
        />
        <Button type="submit" busy={form.busy && 'Adding...'}>
          Add address
        </Button>
      </form>
    </>
  );
}
