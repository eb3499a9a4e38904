import { metricName } from '#features/billing/metric-name.ts';
import { actionText, refusalNames } from '#features/organization/audit-detail.ts';
import { modules } from '#shared/modules.ts';
import { shortDateTime } from '#web/lib/dates.ts';
import { figure } from '#web/lib/figure.ts';
import { money } from '#web/lib/money.ts';
import { useZone } from '#web/session.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Ago } from '#web/ui/list-parts.tsx';
import { Fact, Part } from '#web/ui/part.tsx';
import type { TenantDetail } from '../contract.ts';

const roleCounts = [
  { key: 'owner', one: 'owner', many: 'owners' },
  { key: 'admin', one: 'admin', many: 'admins' },
  { key: 'user', one: 'user', many: 'users' },
  { key: 'viewer', one: 'viewer', many: 'viewers' },
] as const;

const monthNames = new Intl.DateTimeFormat('en-AU', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** '2026-11' reads 'November 2026'. */
function monthName(month: string): string {
  return monthNames.format(new Date(`${month}-01T00:00:00Z`));
}

/** How much a tenant uses, in counts alone, and what the operator did to it. */
export function TenantUse({ use }: { use: TenantDetail }) {
  const zone = useZone();
  const { users, ai } = use;
  const roles = roleCounts
    .filter(({ key }) => users.byRole[key] > 0)
    .map(({ key, one, many }) => `${figure(users.byRole[key])} ${users.byRole[key] === 1 ? one : many}`);
  return (
    <>
      <Part title="People">
        <dl>
          <Fact label="Active of all">
            {figure(users.active)}/{figure(users.total)}
          </Fact>
          <Fact label="Roles">{roles.length === 0 ? 'None' : roles.join(', ')}</Fact>
          <Fact label="Last sign-in">
            {users.lastSignInAt ? <Ago instant={users.lastSignInAt} /> : 'Never'}
          </Fact>
        </dl>
      </Part>
      <Part title={`Usage in ${monthName(use.month)}`}>
        {use.usage.length === 0 ? (
          <p className="text-muted">No module is switched on.</p>
        ) : (
          <dl className="grid gap-x-8 sm:grid-cols-2">
            {use.usage.map((one) => (
              <div
                key={`${one.moduleType} ${one.metricType}`}
                title={modules[one.moduleType].name}
                className="flex items-baseline justify-between gap-3 py-1"
              >
                <dt className="text-muted first-letter:uppercase">{metricName(one.metricType)}</dt>
                <dd className="figures">{figure(one.value)}</dd>
              </div>
            ))}
          </dl>
        )}
      </Part>
      <Part title={`AI in ${monthName(use.month)}`}>
        <dl>
          <Fact label="Calls">
            {figure(ai.calls)}
            {ai.failed > 0 ? `, ${figure(ai.failed)} failed` : ''}
          </Fact>
          <Fact label="Tokens in and out">
            {figure(ai.tokensIn)} / {figure(ai.tokensOut)}
          </Fact>
          <Fact label="Cost">{money(ai.costCents / 100, 'USD')}</Fact>
        </dl>
      </Part>
      <Part title="Failed jobs">
        {use.failedJobs.length === 0 ? (
          <p className="text-muted">Everything in the background has gone through.</p>
        ) : (
          <ul className="divide-y divide-border">
            {use.failedJobs.map((job) => (
              <li key={job.name} className="flex items-baseline justify-between gap-4 py-1.5">
                <span className="min-w-0 break-words">{job.name}</span>
                <span className="figures shrink-0 text-sm text-muted">
                  {figure(job.count)} × · <Ago instant={job.lastFailedAt} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </Part>
      <Part title="What the operator did">
        {use.audit.length === 0 ? (
          <p className="text-muted">Nothing so far.</p>
        ) : (
          <ol className="divide-y divide-border">
            {use.audit.map((entry) => (
              <li key={entry.id} className="py-1.5">
                <p className="flex flex-wrap items-baseline justify-between gap-x-4">
                  <span className="first-letter:uppercase">
                    {actionText(entry.action)}
                    {refusalNames[entry.outcome] ? (
                      <Badge tone="danger" className="ml-2">
                        {refusalNames[entry.outcome]}
                      </Badge>
                    ) : null}
                  </span>
                  <time dateTime={entry.at} className="figures text-sm text-muted">
                    {shortDateTime(entry.at, zone)}
                  </time>
                </p>
                <p dir="auto" className="text-left text-sm break-words text-muted">
                  {[entry.actor, entry.note].filter(Boolean).join(' · ')}
                </p>
              </li>
            ))}
          </ol>
        )}
      </Part>
    </>
  );
}
