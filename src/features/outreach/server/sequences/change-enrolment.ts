import { eq } from 'drizzle-orm';
import {
  type Enrolment,
  type EnrolmentState,
  type sequenceApi,
  sequencesChanged,
} from '#features/outreach/sequence-contract.ts';
import type { Context } from '#server/context.ts';
import type { Input } from '#shared/endpoint.ts';
import { AppError, notFound } from '#shared/errors.ts';
import { releaseHeld } from '../emails/release-held.ts';
import { outreachEnrolments } from '../sending-tables.ts';
import { endOfOne } from './end-enrolments.ts';
import { enrolmentOut } from './list-enrolments.ts';

type Change = (typeof sequenceApi)['endpoints']['changeEnrolment'];

const running: ReadonlySet<EnrolmentState> = new Set(['active', 'approval', 'paused']);

/**
 * Pauses, goes on with or stops a sequence for one prospect. Going on sends the next step as soon as it may.
 * @throws AppError conflict when it has ended, or a draft of it waits for approval
 */
export function changeEnrolment(context: Context, { params, body }: Input<Change>): Promise<Enrolment> {
  const now = context.services.clock.now();
  const by = context.session.actor;
  return context.tx(async (tx) => {
    const mine = eq(outreachEnrolments.id, params.id);
    // Mails before enrolments: every lock in one order.
    if (body.state === 'active') await releaseHeld(context, tx, { enrolmentIds: [params.id] });
    const [row] = await tx.db.select().from(outreachEnrolments).where(mine).for('update');
    if (!row) throw notFound('prospect of a sequence');
    // One that waits for the end of an absence is paused as well, but not by a person: it goes on by itself.
    const isSame = row.state === body.state && !(row.state === 'paused' && row.nextAt !== null);
    if (isSame) return enrolmentOut(tx, params.id);
    await tx.audit({
      action: 'outreach-enrolment.state',
      subject: params.id,
      details: { from: row.state, to: body.state },
    });
    if (!running.has(row.state)) {
      throw new AppError(
        'conflict',
        'The sequence has ended for this prospect. Enrol it again to begin anew.',
      );
    }
    if (body.state === 'stopped') {
      await endOfOne(tx, row.prospectId, { state: 'stopped', reason: `Stopped by ${by}.`, now });
      return enrolmentOut(tx, params.id);
    }
    if (row.state === 'approval') {
      throw new AppError(
        'conflict',
        'A draft of this sequence waits for approval. Approve it, or discard it.',
      );
    }
    const goesOn = body.state === 'active';
    await tx.db
      .update(outreachEnrolments)
      .set({
        state: body.state,
        nextAt: goesOn ? now : null,
        reason: goesOn ? `Goes on because ${by} asked for it.` : `Paused by ${by}.`,
        updatedAt: now,
      })
      .where(mine);
    tx.emit(sequencesChanged, { id: row.sequenceId });
    return enrolmentOut(tx, params.id);
  });
}
