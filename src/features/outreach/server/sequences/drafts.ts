import { and, asc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import {
  type OutreachEmail,
  type outreachEmailApi,
  outreachEmailsChanged,
} from '#features/outreach/email-contract.ts';
import type { Context, Tx } from '#server/context.ts';
import { Reply } from '#server/http/route.ts';
import { cursorPart, decodeCursor, encodeCursor, pageReply } from '#server/page.ts';
import type { Input } from '#shared/endpoint.ts';
import { AppError, notFound } from '#shared/errors.ts';
import { readEmail, readEmails } from '../emails/email-row.ts';
import { actorOf } from '../emails/send-email.ts';
import { deliverPlaced, placeOutreach, prepareOutreach } from '../emails/write-email.ts';
import { lockProspect } from '../prospect-row.ts';
import { outreachEmails, outreachEnrolments } from '../sending-tables.ts';
import { type DueStep, readDueStep, threadOf } from './due-step.ts';
import { endOfOne } from './end-enrolments.ts';
import { advance } from './enrolment-state.ts';
import { isStarted } from './sequence-row.ts';

type Endpoints = (typeof outreachEmailApi)['endpoints'];

const isDraft = eq(outreachEmails.state, 'draft');
const place = z.tuple([cursorPart.instant, cursorPart.id]);

/** Drafts that wait for a person, the oldest first. */
export async function listDrafts(
  context: Context,
  { query }: Input<Endpoints['drafts']>,
): Promise<Reply<OutreachEmail[]>> {
  const after = decodeCursor(query.cursor, place);
  const { createdAt, id } = outreachEmails;
  const beyond = after
    ? sql`(${createdAt}, ${id}) > (${after[0]}::timestamptz, ${after[1]}::uuid)`
    : undefined;
  const [items, total] = await Promise.all([
    readEmails(context, and(isDraft, beyond), query.limit + 1, [asc(createdAt), asc(id)]),
    context.db.$count(outreachEmails, isDraft),
  ]);
  return pageReply({
    items,
    limit: query.limit,
    total,
    path: '/api/outreach-drafts',
    query: { limit: query.limit },
    cursorOf: (last) => encodeCursor([last.createdAt, last.id]),
  });
}

/** @throws AppError not_found for an email that is no draft any more as for one that never was */
export function changeDraft(
  context: Context,
  { params, body }: Input<Endpoints['changeDraft']>,
): Promise<OutreachEmail> {
  return context.tx(async (tx) => {
    const email = await findDraft(tx, params.id);
    if (Object.keys(body).length > 0)
      await tx.db
        .update(outreachEmails)
        .set(body)
        .where(and(eq(outreachEmails.id, params.id), isDraft));
    tx.emit(outreachEmailsChanged, { prospectId: email.prospectId });
    return readEmail({ ...tx, services: context.services }, params.id);
  });
}

async function findDraft(tx: Pick<Tx, 'db'>, id: string) {
  const [email] = await tx.db
    .select()
    .from(outreachEmails)
    .where(and(eq(outreachEmails.id, id), isDraft));
  if (!email || email.enrolmentId === null) throw notFound('draft');
  return { ...email, enrolmentId: email.enrolmentId };
}

const gone = () => new AppError('conflict', 'The sequence went on without this draft in the meantime.');

/**
 * Sends a draft as the person who approves it saw it: within the caps and the hours of sending, like every mail of a
 * sequence. The next step gets its time.
 * @throws AppError not_found, conflict, and what stands in the way of the mail
 */
export async function approveDraft(
  context: Context,
  { params, body }: Input<Endpoints['approveDraft']>,
): Promise<OutreachEmail> {
  const { gate, clock } = context.services;
  const draft = await findDraft(context, params.id);
  const due = await readDueStep(context, draft.enrolmentId);
  if (!due || draft.step === null) throw gone();
  const follows = due.before.length > 0 ? threadOf(due) : undefined;
  const prepared = await prepareOutreach(context, {
    ...body,
    prospectId: draft.prospectId,
    mode: 'bulk',
    engine: draft.engine,
    actor: actorOf(context),
    step: { enrolmentId: draft.enrolmentId, number: draft.step },
    draftId: draft.id,
    ...(follows ? { follows } : {}),
  });
  const placed = await context.tx(async (tx) => {
    await gate.lock(tx);
    await lockProspect(tx, draft.prospectId);
    await lockWaiting(tx, due);
    if (!(await isStarted(tx, due.sequence.id)))
      throw new AppError('conflict', 'This sequence is paused or put away. Start it first, then approve.');
    const result = await placeOutreach(context, tx, prepared);
    if (result.held)
      throw new AppError(result.held.why === 'suppressed' ? 'suppressed' : 'conflict', result.held.reason);
    await advance(tx, due, clock.now(), context.session.timezone);
    await tx.audit({ action: 'outreach-draft.approved', subject: draft.id });
    return result;
  });
  deliverPlaced(context, placed);
  return readEmail(context, params.id);
}

async function lockWaiting(tx: Tx, { enrolment }: DueStep): Promise<void> {
  const [row] = await tx.db
    .select({ state: outreachEnrolments.state, stepsDone: outreachEnrolments.stepsDone })
    .from(outreachEnrolments)
    .where(eq(outreachEnrolments.id, enrolment.id))
    .for('update');
  if (row?.state !== 'approval' || row.stepsDone !== enrolment.stepsDone) throw gone();
}

/** Throws a draft away; its prospect gets nothing more from this sequence. */
export function discardDraft(
  context: Context,
  { params }: Input<Endpoints['discardDraft']>,
): Promise<OutreachEmail> {
  const { session, services } = context;
  return context.tx(async (tx) => {
    const draft = await findDraft(tx, params.id);
    await lockProspect(tx, draft.prospectId);
    const reason = `${session.actor} threw the draft away.`;
    await tx.audit({ action: 'outreach-draft.discarded', subject: draft.id });
    await endOfOne(tx, draft.prospectId, { state: 'stopped', reason, now: services.clock.now() });
    tx.emit(outreachEmailsChanged, { prospectId: draft.prospectId });
    return readEmail({ ...tx, services }, params.id);
  });
}
