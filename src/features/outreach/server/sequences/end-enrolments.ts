import type { EnrolmentState } from '#features/outreach/sequence-contract.ts';
import { sequencesChanged } from '#features/outreach/sequence-contract.ts';
import type { Tx } from '#server/context.ts';
import { statement } from '#server/db/statement.ts';
import { companyOf } from './company.ts';

type End = Extract<EnrolmentState, 'finished' | 'replied' | 'bounced' | 'unsubscribed' | 'stopped'>;

const running = `e.state in ('active', 'approval', 'paused')`;
const set = `set state = $3, reason = $4, next_at = null, updated_at = greatest($5::timestamptz, e.updated_at + interval '1 millisecond')`;

const endOfAddress = statement(
  'outreach.end-of-address',
  `update outreach_enrolments e ${set}
   where e.organization_id = $1 and ${running} and e.prospect_id in (
     select p.id from prospects p where p.organization_id = $1 and p.match_email = $2)
   returning e.id, e.prospect_id`,
);
/** An answer to the last step comes after its end, and is an answer all the same. */
const endOfProspect = statement(
  'outreach.end-of-prospect',
  `update outreach_enrolments e ${set}
   where e.organization_id = $1 and e.prospect_id = $2::uuid and (${running}
     or ($3 = 'replied' and e.state = 'finished' and e.updated_at > $5::timestamptz - interval '60 days'))
   returning e.id, e.prospect_id`,
);
const endOfCompany = statement(
  'outreach.end-of-company',
  `update outreach_enrolments e ${set}
   where e.organization_id = $1 and ${running} and e.company = $2
     and e.sequence_id in (select s.id from outreach_sequences s where s.organization_id = $1 and s.stops_company)
   returning e.id, e.prospect_id`,
);
/** Drafts that wait for a person go with the sequence. */
const dropDrafts = statement(
  'outreach.drop-drafts',
  `update outreach_emails m set state = 'cancelled', reason = $3
   where m.organization_id = $1 and m.enrolment_id = any($2::uuid[]) and m.state = 'draft'`,
  { prepare: false },
);

export interface Ending {
  state: End;
  /** For people: 'Answered on 3 Feb.' */
  reason: string;
  now: Date;
}

async function end(tx: Tx, rows: readonly Record<string, unknown>[], reason: string): Promise<string[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => String(row.id));
  await tx.run(dropDrafts, [ids, reason]);
  tx.emit(sequencesChanged, { id: null });
  return ids;
}

/**
 * Ends what runs for one prospect; mail of it that waits is the caller's to cancel.
 * @returns ids of the enrolments that ended
 */
export async function endOfOne(
  tx: Tx,
  prospectId: string,
  { state, reason, now }: Ending,
): Promise<string[]> {
  return end(tx, await tx.run(endOfProspect, [prospectId, state, reason, now]), reason);
}

/** Ends what runs for every prospect with this address (as in `match_email`), such as after an unsubscribe. */
export async function endOfEverywhere(
  tx: Tx,
  matchEmail: string,
  { state, reason, now }: Ending,
): Promise<string[]> {
  return end(tx, await tx.run(endOfAddress, [matchEmail, state, reason, now]), reason);
}

/**
 * Someone of a company answered: ends the sequences that say so for everyone of its mail domain. Addresses of mail
 * services belong to no company.
 */
export async function endOfAllColleagues(
  tx: Tx,
  address: string,
  { state, reason, now }: Ending,
): Promise<string[]> {
  const company = companyOf(address);
  if (company === null) return [];
  return end(tx, await tx.run(endOfCompany, [company, state, reason, now]), reason);
}

const pauseUntil = statement(
  'outreach.pause-until',
  `update outreach_enrolments e
   set state = 'paused', reason = $4, next_at = greatest($3::timestamptz, e.next_at),
       updated_at = greatest($5::timestamptz, e.updated_at + interval '1 millisecond')
   where e.organization_id = $1 and e.state = 'active' and e.prospect_id = $2::uuid returning e.id`,
);

/** An away note: the next step waits until the person is back, and goes on by itself. */
export async function pauseForAway(
  tx: Tx,
  prospectId: string,
  { until, reason, now }: { until: Date; reason: string; now: Date },
): Promise<void> {
  const rows = await tx.run(pauseUntil, [prospectId, until, reason, now]);
  if (rows.length > 0) tx.emit(sequencesChanged, { id: null });
}
