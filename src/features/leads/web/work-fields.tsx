import { useEffect, useRef, useState } from 'react';
import { zonedDate } from '#shared/zoned-time.ts';
import { morningOf } from '#web/lib/dates.ts';
import { useMe, useZone } from '#web/session.tsx';
import { type Option, SelectField, TextField } from '#web/ui/field.tsx';
import { useNow } from '#web/ui/use-now.ts';
import type { LeadDetail } from '../contract.ts';
import { changeLead } from './change-lead.ts';
import { useMembers } from './use-members.ts';

const typingPauseMs = 700;

/** Who looks after the lead. */
export function AssigneeSelect({ lead }: { lead: LeadDetail }) {
  const me = useMe();
  const { members, nameOf } = useMembers();
  const assignee = lead.assignee_id;
  const others = members.filter((entry) => entry.isActive && entry.id !== me.user.id);
  const listed = assignee === null || [me.user.id, ...others.map((entry) => entry.id)].includes(assignee);
  const options: Option[] = [
    { value: '', label: 'Nobody' },
    { value: me.user.id, label: `${nameOf(me.user.id)} (you)` },
    ...others.map((entry) => ({ value: entry.id, label: nameOf(entry.id) })),
    // Whoever left keeps their leads until someone takes them.
    ...(listed ? [] : [{ value: assignee, label: `${nameOf(assignee)} (inactive)` }]),
  ];
  return (
    <SelectField
      label="Assigned to"
      value={assignee ?? ''}
      options={options}
      onChange={(event) =>
        void changeLead(lead, { assignee_id: event.target.value || null }, 'The lead was not assigned')
      }
    />
  );
}

/** The day on which to come back to the lead: nine in the morning at the organization. */
export function FollowUpField({ lead }: { lead: LeadDetail }) {
  const zone = useZone();
  const now = useNow();
  const stored = lead.follow_up_at ? zonedDate(new Date(lead.follow_up_at), zone) : '';
  const [typed, setTyped] = useState(stored);
  const shown = useRef(stored);

  useEffect(() => {
    if (stored === shown.current) return;
    shown.current = stored;
    // A colleague moved the date: the field follows.
    // oxlint-disable-next-line react/set-state-in-effect -- the lead is a system outside React.
    setTyped(stored);
  }, [stored]);

  useEffect(() => {
    // While a year is typed the field passes through the years 2, 20 and 202.
    if (typed === shown.current || (typed !== '' && typed < '2000')) return undefined;
    const timer = setTimeout(() => {
      shown.current = typed;
      const instant = typed ? morningOf(typed, zone) : null;
      void changeLead(lead, { follow_up_at: instant }, 'The follow-up was not changed');
    }, typingPauseMs);
    return () => clearTimeout(timer);
  }, [typed, zone, lead]);

  const today = zonedDate(now, zone);
  const due = stored !== '' && stored <= today;
  return (
    <TextField
      label="Follow up on"
      type="date"
      max="9999-12-31"
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      {...(due
        ? {
            hint: (
              <span className="font-medium text-warning-text">
                {stored === today ? 'Due today' : 'Overdue'}
              </span>
            ),
          }
        : {})}
    />
  );
}
