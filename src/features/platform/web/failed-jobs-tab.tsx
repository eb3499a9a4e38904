import { shortDateTime } from '#web/lib/dates.ts';
import { useEndpoint } from '#web/query.ts';
import { useZone } from '#web/session.tsx';
import { Section } from '#web/ui/section.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { type FailedJob, platformApi } from '../contract.ts';

/** Work in the background that was given up after its last try. */
export function FailedJobsTab() {
  const jobs = useEndpoint(platformApi.endpoints.failedJobs);
  return (
    <Section
      title="Failed jobs"
      text="Work in the background that was given up after its last try, newest first."
    >
      {jobs.data ? (
        jobs.data.length === 0 ? (
          <EmptyState compact title="No failed jobs" text="Everything in the background has gone through." />
        ) : (
          <ul className="divide-y divide-border">
            {jobs.data.map((job) => (
              <JobLine key={job.id} job={job} />
            ))}
          </ul>
        )
      ) : jobs.error ? (
        <ErrorState
          title="The jobs could not be loaded"
          error={jobs.error}
          onRetry={() => void jobs.refetch()}
        />
      ) : (
        <Loading label="Loading jobs" className="space-y-4 p-5">
          <Skeleton />
          <Skeleton />
        </Loading>
      )}
    </Section>
  );
}

function JobLine({ job }: { job: FailedJob }) {
  const zone = useZone();
  return (
    <li className="px-5 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="font-medium">{job.name}</p>
        {job.failedAt ? (
          <time dateTime={job.failedAt} className="figures text-sm text-muted">
            {shortDateTime(job.failedAt, zone)}
          </time>
        ) : null}
      </div>
      <p className="mt-0.5 text-sm break-words text-muted">{job.error}</p>
      {job.organizationId ? (
        <p className="font-mono text-xs text-muted">Organization {job.organizationId}</p>
      ) : null}
    </li>
  );
}
