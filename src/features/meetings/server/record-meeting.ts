import { applyMeeting, lockLead } from '#features/leads/server/public.ts';
import type { OrganizationContext, Tx } from '#server/context.ts';
import { newId, tokenHash } from '#server/ids.ts';
import { linkToken } from './find.ts';
import { meetings } from './tables.ts';

interface ArrangedMeeting {
  threadId: string;
  hostId: string;
  hostName: string;
  startsAt: Date;
  durationMinutes: number;
  link: string | null;
  now: Date;
}

/** Keeps a meeting that both sides agreed on elsewhere: confirmed, and without a mail. */
export async function recordMeeting(
  context: OrganizationContext,
  tx: Tx,
  arranged: ArrangedMeeting,
): Promise<void> {
  const { threadId, hostId, startsAt, durationMinutes, link, now } = arranged;
  const lead = await lockLead(tx, threadId);
  const id = newId();
  await tx.db.insert(meetings).values({
    id,
    threadId,
    hostId,
    startsAt,
    endsAt: new Date(startsAt.getTime() + durationMinutes * 60_000),
    link,
    status: 'confirmed',
    sequence: 0,
    tokenHash: tokenHash(linkToken(context, id)),
    clientName: lead.name,
    clientEmail: lead.contactEmail,
    stageBefore: lead.stage === 'booked' ? 'qualified' : lead.stage,
    createdAt: now,
    updatedAt: now,
  });
  await applyMeeting(tx, lead, {
    call: { at: startsAt, link },
    stage: 'booked',
    action: 'meeting_booked',
    meeting: startsAt.toISOString(),
    actor: arranged.hostName,
    actorId: hostId,
    now,
  });
}
