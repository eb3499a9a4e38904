import { outreachSettingsApi } from '#features/outreach/settings-contract.ts';
import { exactDateTime, shortDateTime } from '#web/lib/dates.ts';
import { useEndpoint } from '#web/query.ts';
import { useCan, useZone } from '#web/session.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ResumeButton } from './resume-button.tsx';

/** That all sending is paused, since when, by whom and why, with the way on. Nothing while it is not. */
export function PausedNotice() {
  const zone = useZone();
  const mayResume = useCan('integrations.manage');
  const paused = useEndpoint(outreachSettingsApi.endpoints.read).data?.paused;
  if (!paused) return null;
  const { at, by, reason, byHub } = paused;
  return (
    <Notice boxed tone={byHub ? 'danger' : 'warning'} className="mb-1" action={<ResumeButton />}>
      <p className="font-semibold">All sending is paused</p>
      <p dir="auto" className="text-left break-words">
        {byHub ? 'The hub stopped it by itself' : `By ${by}`},{' '}
        <time dateTime={at} title={exactDateTime(at, zone)}>
          {shortDateTime(at, zone)}
        </time>
        {reason ? `: ${reason}` : '.'}
        {mayResume ? '' : ' An owner or admin can resume it.'}
      </p>
    </Notice>
  );
}
