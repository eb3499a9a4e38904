import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import {
  type EnrolmentState,
  enrolmentStates,
  type Sequence,
  sequenceLimits,
} from '#features/outreach/sequence-contract.ts';
import type { OrganizationContext, Tx } from '#server/context.ts';
import { notFound } from '#shared/errors.ts';
import { outreachEmails, outreachEnrolments, outreachSequences } from '../sending-tables.ts';

export type SequenceRow = typeof outreachSequences.$inferSelect;
type Reading = Pick<OrganizationContext, 'db'>;

/** Sequences as the wire shows them, newest first; all of the organization, or one. */
export async function sequencesOut({ db }: Reading, id?: string): Promise<Sequence[]> {
  const rows = await db
    .select()
    .from(outreachSequences)
    .where(id === undefined ? undefined : eq(outreachSequences.id, id))
    .orderBy(desc(outreachSequences.createdAt), outreachSequences.id)
    .limit(sequenceLimits.sequences);
  const counted = await db
    .select({
      sequenceId: outreachEnrolments.sequenceId,
      state: outreachEnrolments.state,
      count: sql<number>`count(*)::int`,
    })
    .from(outreachEnrolments)
    .where(id === undefined ? undefined : eq(outreachEnrolments.sequenceId, id))
    .groupBy(outreachEnrolments.sequenceId, outreachEnrolments.state);
  const left = await db
    .select({ sequenceId: outreachEnrolments.sequenceId, count: sql<number>`count(*)::int` })
    .from(outreachEmails)
    .innerJoin(outreachEnrolments, eq(outreachEnrolments.id, outreachEmails.enrolmentId))
    .where(
      and(
        isNotNull(outreachEmails.sentAt),
        id === undefined ? undefined : eq(outreachEnrolments.sequenceId, id),
      ),
    )
    .groupBy(outreachEnrolments.sequenceId);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    state: row.state,
    steps: row.steps,
    stopsCompany: row.stopsCompany,
    counts: countsOf(counted.filter(({ sequenceId }) => sequenceId === row.id)),
    sent: left.find(({ sequenceId }) => sequenceId === row.id)?.count ?? 0,
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }));
}

function countsOf(
  counted: readonly { state: EnrolmentState; count: number }[],
): Record<EnrolmentState, number> {
  const counts: Record<EnrolmentState, number> = {
    active: 0,
    approval: 0,
    paused: 0,
    finished: 0,
    replied: 0,
    bounced: 0,
    unsubscribed: 0,
    stopped: 0,
  };
  for (const state of enrolmentStates) counts[state] = counted.find((one) => one.state === state)?.count ?? 0;
  return counts;
}

/** @throws AppError not_found */
export async function sequenceOut(context: Reading, id: string): Promise<Sequence> {
  const [out] = await sequencesOut(context, id);
  if (!out) throw notFound('sequence');
  return out;
}

/** @throws AppError not_found */
export async function findSequence({ db }: Reading, id: string): Promise<SequenceRow> {
  const [row] = await db.select().from(outreachSequences).where(eq(outreachSequences.id, id));
  if (!row) throw notFound('sequence');
  return row;
}

/** The same, locked until the end of the transaction. @throws AppError not_found */
export async function lockSequence({ db }: Pick<Tx, 'db'>, id: string): Promise<SequenceRow> {
  const [row] = await db.select().from(outreachSequences).where(eq(outreachSequences.id, id)).for('update');
  if (!row) throw notFound('sequence');
  return row;
}

/** Whether it runs, and stays so until the end of the transaction. After prospects and enrolments are locked. */
export async function isStarted({ db }: Pick<Tx, 'db'>, id: string): Promise<boolean> {
  const [row] = await db
    .select({ state: outreachSequences.state })
    .from(outreachSequences)
    .where(eq(outreachSequences.id, id))
    .for('share');
  return row?.state === 'active';
}
