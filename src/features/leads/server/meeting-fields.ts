import { eq } from 'drizzle-orm';
import { leadUpdatedEvent } from '#features/leads/contract.ts';
import type { LeadStage } from '#features/leads/stage.ts';
import type { Tx } from '#server/context.ts';
import { newId } from '#server/ids.ts';
import type { LeadRow } from './merge.ts';
import { leadActivity, leads } from './tables.ts';

interface MeetingChange {
  /** When and where the lead is met; null = no longer. */
  call: { at: Date; link: string | null } | null;
  stage: LeadStage;
  action: 'meeting_booked' | 'meeting_moved' | 'meeting_confirmed' | 'meeting_cancelled';
  /** ISO instant of the meeting that the action is about. */
  meeting: string;
  actor: string;
  actorId: string | null;
  now: Date;
}

/** Writes what a meeting means for its lead: the stage, the fields of the call, who did what. The lead is locked by the caller. */
export async function applyMeeting(tx: Tx, lead: LeadRow, change: MeetingChange): Promise<void> {
  const { call, stage, action, meeting, actor, actorId, now } = change;
  const activity = { threadId: lead.threadId, at: now, actor, actorId };
  const updatedAt = new Date(Math.max(now.getTime(), lead.updatedAt.getTime() + 1));
  await tx.db
    .update(leads)
    .set({ stage, callAt: call?.at ?? null, meetingLink: call?.link ?? null, updatedAt })
    .where(eq(leads.threadId, lead.threadId));
  await tx.db
    .insert(leadActivity)
    .values([
      { ...activity, id: newId(), action, toValue: meeting },
      ...(stage === lead.stage
        ? []
        : [{ ...activity, id: newId(), action: 'stage', fromValue: lead.stage, toValue: stage }]),
    ]);
  tx.emit(leadUpdatedEvent, { thread_id: lead.threadId, name: lead.name, company: lead.company });
}
