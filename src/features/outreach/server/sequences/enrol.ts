import { eq, sql } from 'drizzle-orm';
import { prospectsChanged } from '#features/outreach/contract.ts';
import {
  type EnrolmentPlan,
  type sequenceApi,
  sequencesChanged,
} from '#features/outreach/sequence-contract.ts';
import type { Context, OrganizationContext } from '#server/context.ts';
import { statement } from '#server/db/statement.ts';
import { newId } from '#server/ids.ts';
import type { Input, Output } from '#shared/endpoint.ts';
import { AppError, notFound } from '#shared/errors.ts';
import { addDays, wallClock, zonedInstant } from '#shared/zoned-time.ts';
import { organizationCountry } from '../prospect-row.ts';
import { selectedProspects } from '../select-prospects.ts';
import { outreachEnrolments } from '../sending-tables.ts';
import { storedSettings } from '../settings/stored-settings.ts';
import { readCaps } from './caps.ts';
import { estimateTimes } from './estimate.ts';
import { judgeProspects } from './judge-prospects.ts';
import { findSequence, lockSequence, type SequenceRow } from './sequence-row.ts';

type Endpoints = (typeof sequenceApi)['endpoints'];

/** Who of a selection would be taken, and about when they would have got the first mail. */
export async function planEnrolment(
  context: Context,
  { params, body }: Input<Endpoints['plan']>,
): Promise<EnrolmentPlan> {
  const sequence = await findSequence(context, params.id);
  const ids = await selectedProspects(context, body.selection);
  const { taken, leftOut } = await judgeProspects(context, ids, await organizationCountry(context));
  const now = context.services.clock.now();
  const { timezone } = context.session;
  const bounds = await storedSettings(context);
  const begin = dueAt(sequence, now, timezone);
  const caps = await readCaps(context, bounds, timezone, now);
  const { first, last } = estimateTimes(taken.length, caps, bounds, timezone, begin);
  return {
    taken: taken.length,
    leftOut,
    firstAt: taken.length === 0 ? null : first.toISOString(),
    lastAt: taken.length === 0 ? null : (last?.toISOString() ?? null),
    warnings: await warningsOf(context, sequence),
  };
}

/** What stands in the way of sending at all. */
async function warningsOf(context: OrganizationContext, sequence: SequenceRow): Promise<string[]> {
  const { gate } = context.services;
  const [settings, sender] = await Promise.all([storedSettings(context), gate.senderOf(context)]);
  const warnings: string[] = [];
  if (settings.pausedAt) warnings.push('All sending is paused. Nothing leaves before it goes on.');
  if (sequence.state !== 'active')
    warnings.push('This sequence is not started. Nothing leaves before it is.');
  if (gate.transportOf(sender) === 'outbox') {
    warnings.push('No mail account is connected: mails stay in the local outbox and reach nobody.');
  }
  return warnings;
}

/** When the first step is due: the same time of day, so many days later. */
export function dueAt({ steps }: Pick<SequenceRow, 'steps'>, now: Date, timezone: string, step = 0): Date {
  const days = steps[step]?.waitDays ?? 0;
  if (days === 0) return now;
  const [date = '', time = ''] = wallClock(now, timezone).split('T');
  const minutes = Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
  return zonedInstant(addDays(date, days), minutes, timezone);
}

/** Prospects that stay until the end of the transaction, in one order. Before the sequence is locked. */
const keep = statement(
  'outreach.keep-prospects',
  'select p.id from prospects p where p.organization_id = $1 and p.id = any($2::uuid[]) order by p.id for key share',
  { prepare: false },
);

const insert = statement(
  'outreach.enrol',
  `insert into outreach_enrolments (organization_id, id, sequence_id, prospect_id, state, steps_done, next_at, reason, batch_id,
     company, created_by, created_at, updated_at)
   select $1, gen_random_uuid(), $2::uuid, t.prospect_id, 'active', 0, $3::timestamptz + t.place * interval '1 millisecond', $4,
          $5::uuid, t.company, $6, $7, $7
   from unnest($8::uuid[], $9::text[]) with ordinality as t (prospect_id, company, place)
   join prospects p on p.organization_id = $1 and p.id = t.prospect_id
   on conflict do nothing returning id`,
  { prepare: false },
);

/** Two people who enrol at once are judged one after the other, so that an address is written to by one sequence. */
const lock = statement(
  'outreach.lock-enrol',
  `select pg_advisory_xact_lock(hashtext('outreach-enrol'), hashtext($1::text))`,
);

/** Takes all of a selection that may be into a sequence, in one transaction; the rest is counted by reason. */
export function enrol(
  context: Context,
  { params, body }: Input<Endpoints['enrol']>,
): Promise<Output<Endpoints['enrol']>> {
  const now = context.services.clock.now();
  return context.tx(async (tx) => {
    await tx.run(lock, []);
    await findSequence(tx, params.id);
    const selected = await selectedProspects(tx, body.selection);
    const ids = (await tx.run(keep, [selected])).map((row) => String(row.id));
    const sequence = await lockSequence(tx, params.id);
    if (sequence.state === 'archived') {
      throw new AppError('conflict', 'This sequence was put away. Start it again first.');
    }
    const judging = { ...tx, services: context.services };
    const { taken, leftOut } = await judgeProspects(judging, ids, await organizationCountry(tx));
    const batchId = newId();
    const rows = await tx.run(insert, [
      params.id,
      dueAt(sequence, now, context.session.timezone),
      'The first email is due.',
      batchId,
      context.session.actor,
      now,
      taken.map(({ prospectId }) => prospectId),
      taken.map(({ company }) => company),
    ]);
    if (rows.length === 0) return { taken: 0, leftOut, batchId: null };
    await tx.audit({
      action: 'outreach-sequence.enrolled',
      subject: params.id,
      details: { taken: rows.length, leftOut },
    });
    tx.emit(sequencesChanged, { id: params.id });
    tx.emit(prospectsChanged, { count: rows.length });
    return { taken: rows.length, leftOut, batchId };
  });
}

const undo = statement(
  'outreach.undo-enrol',
  `delete from outreach_enrolments e where e.organization_id = $1 and e.batch_id = $2::uuid and e.steps_done = 0
     and not exists (select from outreach_emails m where m.organization_id = $1 and m.enrolment_id = e.id and m.state <> 'draft')
   returning e.id`,
);

/** Takes out again those of one action who have got nothing yet; drafts for them go too. */
export function undoEnrol(
  context: Context,
  { params }: Input<Endpoints['undoEnrol']>,
): Promise<Output<Endpoints['undoEnrol']>> {
  return context.tx(async (tx) => {
    const batch = eq(outreachEnrolments.batchId, params.batchId);
    const [first] = await tx.db
      .select({ sequenceId: outreachEnrolments.sequenceId, all: sql<number>`(count(*) over ())::int` })
      .from(outreachEnrolments)
      .where(batch)
      .limit(1);
    if (!first) throw notFound('action');
    const removed = (await tx.run(undo, [params.batchId])).length;
    if (removed > 0) {
      await tx.audit({
        action: 'outreach-sequence.enrolment-undone',
        subject: first.sequenceId,
        details: { removed },
      });
      tx.emit(sequencesChanged, { id: first.sequenceId });
      tx.emit(prospectsChanged, { count: removed });
    }
    return { removed, kept: first.all - removed };
  });
}
