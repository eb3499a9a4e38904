import { eq } from 'drizzle-orm';
import {
  type Sequence,
  type sequenceApi,
  sequenceLimits,
  sequencesChanged,
} from '#features/outreach/sequence-contract.ts';
import type { Context } from '#server/context.ts';
import { newId } from '#server/ids.ts';
import type { Input, Output } from '#shared/endpoint.ts';
import { AppError } from '#shared/errors.ts';
import { releaseHeld } from '../emails/release-held.ts';
import { findProspect } from '../prospect-row.ts';
import { outreachEnrolments, outreachSequences } from '../sending-tables.ts';
import { renderStep } from './render-step.ts';
import { lockSequence, sequenceOut, sequencesOut } from './sequence-row.ts';

type Endpoints = (typeof sequenceApi)['endpoints'];

export function listSequences(context: Context): Promise<Sequence[]> {
  return sequencesOut(context);
}

/** @throws AppError conflict beyond the number of sequences that an organization may have */
export function createSequence(context: Context, { body }: Input<Endpoints['create']>): Promise<Sequence> {
  const now = context.services.clock.now();
  return context.tx(async (tx) => {
    if ((await tx.db.$count(outreachSequences)) >= sequenceLimits.sequences) {
      throw new AppError(
        'conflict',
        `An organization has at most ${sequenceLimits.sequences} sequences. Delete one that is not used any more.`,
      );
    }
    const id = newId();
    await tx.db.insert(outreachSequences).values({
      ...body,
      id,
      state: 'draft',
      createdBy: context.session.actor,
      createdAt: now,
      updatedAt: now,
    });
    await tx.audit({ action: 'outreach-sequence.created', subject: id });
    tx.emit(sequencesChanged, { id });
    return sequenceOut(tx, id);
  });
}

/** Changes what is still to be written; emails that are written already stay as they are. */
export function updateSequence(
  context: Context,
  { params, body }: Input<Endpoints['update']>,
): Promise<Sequence> {
  const now = context.services.clock.now();
  return context.tx(async (tx) => {
    await lockSequence(tx, params.id);
    await tx.db
      .update(outreachSequences)
      .set({ ...body, updatedAt: now })
      .where(eq(outreachSequences.id, params.id));
    await tx.audit({
      action: 'outreach-sequence.updated',
      subject: params.id,
      details: { fields: Object.keys(body) },
    });
    tx.emit(sequencesChanged, { id: params.id });
    return sequenceOut(tx, params.id);
  });
}

/** Starts, pauses or puts away; the scheduler follows within seconds. A mail in hand is finished, what waits is held until it goes on. */
export function setSequenceState(
  context: Context,
  { params, body }: Input<Endpoints['setState']>,
): Promise<Sequence> {
  const now = context.services.clock.now();
  return context.tx(async (tx) => {
    // Mails before sequences: every lock in one order.
    if (body.state === 'active') await releaseHeld(context, tx, { sequenceId: params.id });
    const row = await lockSequence(tx, params.id);
    if (row.state !== body.state) {
      await tx.db
        .update(outreachSequences)
        .set({ state: body.state, updatedAt: now })
        .where(eq(outreachSequences.id, params.id));
      await tx.audit({
        action: 'outreach-sequence.state',
        subject: params.id,
        details: { from: row.state, to: body.state },
      });
      tx.emit(sequencesChanged, { id: params.id });
    }
    return sequenceOut(tx, params.id);
  });
}

/** @throws AppError conflict when prospects are or were in it: what was sent stays on record */
export async function removeSequence(
  context: Context,
  { params }: Input<Endpoints['remove']>,
): Promise<undefined> {
  await context.tx(async (tx) => {
    await lockSequence(tx, params.id);
    const used = await tx.db.$count(outreachEnrolments, eq(outreachEnrolments.sequenceId, params.id));
    if (used > 0) {
      throw new AppError(
        'conflict',
        'Prospects are or were in this sequence, so it is kept on record. Put it away instead.',
      );
    }
    await tx.db.delete(outreachSequences).where(eq(outreachSequences.id, params.id));
    await tx.audit({ action: 'outreach-sequence.deleted', subject: params.id });
    tx.emit(sequencesChanged, { id: params.id });
  });
  return undefined;
}

/** What one prospect would get; steps that an engine writes are empty here. */
export async function previewSequence(
  context: Context,
  { body }: Input<Endpoints['preview']>,
): Promise<Output<Endpoints['preview']>> {
  const prospect = await findProspect(context, body.prospectId);
  return body.steps.map((step) =>
    step.writing === 'generate' ? { subject: '', content: '', issues: [] } : renderStep(step, prospect),
  );
}
