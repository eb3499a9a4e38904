import { eq } from 'drizzle-orm';
import type { OrganizationContext, Tx } from '#server/context.ts';
import { outreachEnrolments } from '../sending-tables.ts';
import type { DueStep, EnrolmentRow } from './due-step.ts';
import { dueAt } from './enrol.ts';

/** The enrolment, locked, if it still is as it was read. */
export async function lockDue(tx: Tx, read: EnrolmentRow): Promise<EnrolmentRow | null> {
  const [row] = await tx.db
    .select()
    .from(outreachEnrolments)
    .where(eq(outreachEnrolments.id, read.id))
    .for('update');
  const isSame =
    row?.state === read.state &&
    row.stepsDone === read.stepsDone &&
    row.nextAt?.getTime() === read.nextAt?.getTime() &&
    row.updatedAt.getTime() === read.updatedAt.getTime();
  return isSame ? row : null;
}

/** The step is on its way: the next one gets its time. */
export async function advance(
  tx: Tx,
  { enrolment, sequence }: DueStep,
  now: Date,
  timezone: string,
): Promise<void> {
  const stepsDone = enrolment.stepsDone + 1;
  const isLast = stepsDone >= sequence.steps.length;
  await moveOn(
    tx,
    enrolment,
    {
      stepsDone,
      state: isLast ? 'finished' : 'active',
      nextAt: isLast ? null : dueAt(sequence, now, timezone, stepsDone),
      reason: isLast
        ? 'The last step was handed to sending.'
        : `Step ${stepsDone} was handed to sending. The next one waits for its day.`,
    },
    now,
  );
}

/** Writes where an enrolment stands, unless somebody changed it in the meantime. */
export async function settle(
  context: OrganizationContext,
  { enrolment }: Pick<DueStep, 'enrolment'>,
  values: Pick<EnrolmentRow, 'state' | 'nextAt' | 'reason'>,
): Promise<null> {
  await context.tx(async (tx) => {
    const row = await lockDue(tx, enrolment);
    if (row) await moveOn(tx, row, values, context.services.clock.now());
  });
  return null;
}

/** Writes where a locked enrolment stands. */
export async function moveOn(
  tx: Tx,
  row: EnrolmentRow,
  values: Partial<Pick<EnrolmentRow, 'state' | 'nextAt' | 'reason' | 'stepsDone'>>,
  now: Date,
): Promise<void> {
  await tx.db
    .update(outreachEnrolments)
    .set({
      ...values,
      ...(values.reason === undefined ? {} : { reason: values.reason.slice(0, 500).toWellFormed() }),
      updatedAt: new Date(Math.max(now.getTime(), row.updatedAt.getTime() + 1)),
    })
    .where(eq(outreachEnrolments.id, row.id));
}
