import {
  type HealthItem,
  type OutreachHealth,
  outreachHealthApi,
} from '#features/outreach/settings-contract.ts';
import { keyOf, queryClient, useAction, useEndpoint } from '#web/query.ts';
import { useCan } from '#web/session.tsx';
import { toast } from '#web/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Ago } from '#web/ui/list-parts.tsx';
import { Section } from '#web/ui/section.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { itemNames, lightColours, lightNames } from './health-words.ts';
import { IntegrationsLink } from './integrations-link.tsx';

const { health, checkHealth } = outreachHealthApi.endpoints;

/** Whether emails are likely to arrive: a light, what it is made of, and the figures of 30 days. */
export function HealthSection() {
  const found = useEndpoint(health);
  const mayWrite = useCan('outreach.write');
  const check = useAction(checkHealth, {
    onSuccess: (answer) => queryClient.setQueryData<OutreachHealth>(keyOf(health), answer),
    onError: (error) =>
      toast({ title: 'The records were not looked at', description: error.message, tone: 'danger' }),
  });
  return (
    <Section
      title="Health of sending"
      text="Whether emails are likely to arrive: your domain’s records, and what came back."
      action={
        mayWrite ? (
          <Button busy={check.isPending && 'Checking...'} onClick={() => check.mutate({})}>
            Check now
          </Button>
        ) : null
      }
    >
      {found.data ? (
        <Health health={found.data} />
      ) : found.error ? (
        <ErrorState
          title="The health of sending could not be loaded"
          error={found.error}
          onRetry={() => void found.refetch()}
        />
      ) : (
        <Loading label="Loading the health of sending" className="space-y-3 p-5">
          <Skeleton className="h-6 w-40" />
          <Skeleton className="h-20" />
        </Loading>
      )}
    </Section>
  );
}

const figures: readonly { key: keyof OutreachHealth['counts']; label: string }[] = [
  { key: 'sent', label: 'Emails out' },
  { key: 'replied', label: 'Answered' },
  { key: 'unsubscribed', label: 'Unsubscribed' },
  { key: 'hardBounces', label: 'Dead addresses' },
  { key: 'softBounces', label: 'Came back' },
  { key: 'complaints', label: 'Complaints' },
];

function Health({ health: { light, domain, items, counts, checkedAt } }: { health: OutreachHealth }) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-5 py-4">
        <span aria-hidden className={cx('size-3 rounded-full', lightColours[light])} />
        <p className="text-lg font-semibold" aria-live="polite">
          {lightNames[light]}
        </p>
        <p className="grow text-right text-sm break-words text-muted max-sm:basis-full max-sm:text-left">
          {domain ?? 'No domain'}
          {checkedAt ? (
            <>
              {' · records looked at '}
              <Ago instant={checkedAt} />
            </>
          ) : null}
        </p>
      </div>
      <ul className="divide-y divide-border border-y border-border">
        {items.map((item) => (
          <Item key={item.key} item={item} />
        ))}
      </ul>
      <h3 className="px-5 pt-4 text-sm text-muted">The last 30 days</h3>
      <dl className="grid grid-cols-3 gap-x-4 gap-y-3 px-5 pt-1.5 pb-4 sm:grid-cols-6">
        {figures.map(({ key, label }) => (
          <div key={key} className="flex flex-col">
            <dt className="text-xs text-muted">{label}</dt>
            <dd className="figures text-lg font-semibold">{counts[key].toLocaleString('en-AU')}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Item({ item: { key, state, words, advice } }: { item: HealthItem }) {
  const elsewhere = key === 'transport' || key === 'postal_address';
  return (
    <li className="grid gap-x-4 gap-y-0.5 px-5 py-2.5 sm:grid-cols-[150px_1fr]">
      <p className="flex items-center gap-2 self-start font-medium">
        <span aria-hidden className={cx('size-2 shrink-0 rounded-full', lightColours[state])} />
        {itemNames[key]}
        <span className="sr-only">: {lightNames[state]}</span>
      </p>
      <div className="min-w-0">
        <p className="break-words">{words}</p>
        {advice ? (
          <p className="text-sm break-words text-muted">
            {advice} {elsewhere ? <IntegrationsLink words="Go there" /> : null}
          </p>
        ) : null}
      </div>
    </li>
  );
}
