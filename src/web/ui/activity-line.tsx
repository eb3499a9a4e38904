import type { ReactNode } from 'react';
import { exactDateTime, shortDateTime } from '../lib/dates.ts';
import { useZone } from '../session.tsx';

interface ActivityLineProps {
  /** ISO, UTC. */
  at: string;
  actor: string;
  /** What was done, as the rest of a sentence that begins with the actor. */
  children: ReactNode;
}

/** Who did what, and when: one entry of an activity list. */
export function ActivityLine({ at, actor, children }: ActivityLineProps) {
  const zone = useZone();
  return (
    <li className="flex flex-wrap items-baseline gap-x-3">
      <time
        dateTime={at}
        title={exactDateTime(at, zone)}
        className="figures w-32 shrink-0 text-sm text-muted"
      >
        {shortDateTime(at, zone)}
      </time>
      <p dir="auto" className="min-w-0 grow basis-52 text-left break-words">
        <span className="font-medium">{actor}</span> {children}
      </p>
    </li>
  );
}
