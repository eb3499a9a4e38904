import { Badge, type Tone } from '#web/ui/badge.tsx';
import { useNarrow } from '#web/ui/use-narrow.ts';
import { type CallStatus, type SampleCall, sampleCalls } from '../sample-calls.ts';

const states: Record<CallStatus, { name: string; tone: Tone }> = {
  answered: { name: 'Answered', tone: 'success' },
  missed: { name: 'Missed', tone: 'danger' },
  voicemail: { name: 'Voicemail', tone: 'info' },
};

function StatusBadge({ status }: { status: CallStatus }) {
  return <Badge tone={states[status].tone}>{states[status].name}</Badge>;
}

/** The sample calls: a table, or cards where the screen is narrow. */
export function CallList() {
  return useNarrow() ? <CallCards /> : <CallTable />;
}

function CallTable() {
  const head = 'px-4 py-2.5 text-left text-sm font-medium text-muted';
  return (
    <table className="w-full table-fixed">
      <caption className="sr-only">Sample calls</caption>
      <thead className="border-b border-border">
        <tr>
          <th scope="col" className={head}>
            Caller
          </th>
          <th scope="col" className={`${head} w-34`}>
            Number
          </th>
          <th scope="col" className={`${head} w-22 text-right`}>
            Duration
          </th>
          <th scope="col" className={`${head} w-28`}>
            Status
          </th>
          <th scope="col" className={`${head} w-32 max-lg:hidden`}>
            Time
          </th>
          <th scope="col" className={head}>
            Lead
          </th>
          <th scope="col" className={head}>
            Disposition
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-border">
        {sampleCalls.map((call) => (
          <CallRow key={call.number} call={call} />
        ))}
      </tbody>
    </table>
  );
}

function CallRow({ call }: { call: SampleCall }) {
  const cell = 'h-11 truncate px-4 text-muted';
  return (
    <tr data-call>
      <th scope="row" title={call.caller} className="h-11 truncate px-4 text-left font-medium">
        {call.caller}
      </th>
      <td className={`${cell} figures`}>{call.number}</td>
      <td className={`${cell} figures text-right`}>{call.duration ?? '–'}</td>
      <td className={cell}>
        <StatusBadge status={call.status} />
      </td>
      <td className={`${cell} figures max-lg:hidden`}>{call.at}</td>
      <td title={call.lead ?? undefined} className={cell}>
        {call.lead ?? '–'}
      </td>
      <td title={call.disposition} className={cell}>
        {call.disposition}
      </td>
    </tr>
  );
}

function CallCards() {
  return (
    <ul aria-label="Sample calls" className="divide-y divide-border">
      {sampleCalls.map((call) => (
        <li key={call.number} data-call className="px-4 py-3">
          <div className="flex items-center justify-between gap-3">
            <p className="truncate font-medium">{call.caller}</p>
            <StatusBadge status={call.status} />
          </div>
          <p className="figures mt-0.5 text-sm text-muted">
            {[call.number, call.at, call.duration].filter(Boolean).join(' · ')}
          </p>
          <p className="mt-0.5 text-sm">
            {call.lead ? <span className="text-muted">{call.lead} · </span> : null}
            {call.disposition}
          </p>
        </li>
      ))}
    </ul>
  );
}
