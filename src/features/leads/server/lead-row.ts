import type { Lead } from '#features/leads/contract.ts';
import { leadStage } from '#features/leads/stage.ts';
import type { Row } from '#server/db/database.ts';
import { prettyInstant } from '#server/format.ts';

/** Columns of a lead on the wire, in one fixed order; `l` is the table. */
export const leadColumns = [
  'l.thread_id',
  'l.name',
  'l.company',
  'l.contact_email',
  'l.phone_number',
  'l.stage',
  'l.created_at',
  'l.updated_at',
  'l.last_message_at',
  'l.message_count',
  'l.advertising_goal',
  'l.billboard',
  'l.budget',
  'l.duration',
  'l.period',
  'l.meeting_link',
  'l.call_at',
  'l.assignee_id',
  'l.follow_up_at',
].join(', ');

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** PostgreSQL's `2026-11-27 22:52:18.123+00` (sessions run in UTC) as `2026-11-27T22:52:18.123Z`. */
export function isoInstant(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const [head = '', fraction = ''] = value.slice(11).replace('+00', '').split('.');
  return `${value.slice(0, 10)}T${head}.${fraction.padEnd(3, '0')}Z`;
}

/** A row as the wire shows it; `timezone` is the organization's. */
export function leadOut(row: Row, timezone: string): Lead {
  const call = isoInstant(row.call_at);
  return {
    thread_id: String(row.thread_id),
    name: text(row.name),
    company: text(row.company),
    contact_email: text(row.contact_email),
    phone_number: text(row.phone_number),
    stage: leadStage.parse(row.stage),
    created_at: isoInstant(row.created_at) ?? '',
    updated_at: isoInstant(row.updated_at) ?? '',
    last_message_at: isoInstant(row.last_message_at),
    message_count: Number(row.message_count),
    advertising_goal: text(row.advertising_goal),
    billboard: text(row.billboard),
    budget: text(row.budget),
    duration: text(row.duration),
    period: text(row.period),
    meeting_link: text(row.meeting_link),
    calldate_iso: call,
    calldatetime_pretty: call === null ? null : prettyInstant(new Date(call), timezone),
    assignee_id: text(row.assignee_id),
    follow_up_at: isoInstant(row.follow_up_at),
  };
}
