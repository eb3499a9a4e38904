import { and, eq, gt, ne } from 'drizzle-orm';
import { z } from 'zod';
import { deliverMails, ownersMail, tellOwners } from '#features/notifications/server/public.ts';
import { organizations } from '#features/organization/server/tables.ts';
import type { JobContext, OrganizationContext, Tx } from '#server/context.ts';
import { job } from '#server/jobs/job.ts';
import type { StoredConversation } from './conversation-row.ts';
import { conversations } from './conversation-tables.ts';
import { addMessages } from './conversation-write.ts';
import { isMember } from './is-member.ts';
import { say } from './visitor-sentences.ts';
import { type Door, openDoor, opening } from './widget-door.ts';

/** Minutes from the call for a person to each email; the bell rings at once. After the last one nobody is told again. */
export const alertMinutes = [2, 10, 30] as const;

/**
 * Minutes in which an organization is written to about one conversation only: many at once would bury each other. The
 * others stand behind the bell and in the next email's count.
 */
const quietMinutes = 5;

/** When an email of the chain goes: outside the hours in which people answer, when they begin. */
export function alertTime(stage: number, since: Date, opensAt: Date | null): Date {
  const minutes = alertMinutes[stage - 1] ?? 0;
  return new Date(Math.max(since.getTime(), opensAt?.getTime() ?? 0) + minutes * 60_000);
}

const payload = z.object({ id: z.string(), since: z.string(), stage: z.int() });

/** Writes to whoever is to be told, as long as nobody has taken the conversation over. */
export const alertHandOff = job<typeof payload, JobContext>({
  name: 'support.alert-hand-off',
  scope: 'organization',
  payload,
  run: async ({ organization }, { id, since, stage }) => {
    if (!organization) throw new Error('Alerts belong to an organization.');
    await alert(organization, { id, since: new Date(since), stage });
  },
});

async function alert(
  context: OrganizationContext,
  { id, since, stage }: { id: string; since: Date; stage: number },
): Promise<void> {
  const now = context.services.clock.now();
  const door = await openDoor(context);
  const mails = await context.tx(async (tx) => {
    const [row] = await tx.db
      .update(conversations)
      .set({ alertStage: stage })
      .where(
        and(
          eq(conversations.id, id),
          eq(conversations.state, 'waiting'),
          eq(conversations.waitingSince, since),
          eq(conversations.alertStage, stage - 1),
        ),
      )
      .returning();
    if (!row) return [];
    const written = (await wroteOfAnother(tx, row, now))
      ? []
      : await write(context, tx, { row, door, stage, now });
    if (stage < alertMinutes.length)
      await tx.enqueue(
        alertHandOff,
        { id, since: since.toISOString(), stage: stage + 1 },
        { startAfter: alertTime(stage + 1, since, opening(door, since)) },
      );
    else await addMessages(tx, row, [{ sender: 'system', text: say(row.language, 'nobodyYet') }], now);
    return written;
  });
  deliverMails(context.services, context.organizationId, mails);
}

async function wroteOfAnother({ db }: Tx, { id }: StoredConversation, now: Date): Promise<boolean> {
  // One after the other over all processes: each sees what the one before has written.
  await db.select({ id: organizations.id }).from(organizations).for('no key update');
  const since = new Date(now.getTime() - quietMinutes * 60_000);
  const found = await db
    .select({ id: conversations.id })
    .from(conversations)
    .where(and(gt(conversations.alertedAt, since), ne(conversations.id, id)))
    .limit(1);
  return found.length > 0;
}

async function write(
  { services }: OrganizationContext,
  tx: Tx,
  { row, door, stage, now }: { row: StoredConversation; door: Door; stage: number; now: Date },
): Promise<string[]> {
  const { alertEmail } = door.settings;
  await tx.db.update(conversations).set({ alertedAt: now }).where(eq(conversations.id, row.id));
  const waiting = await tx.db.$count(conversations, eq(conversations.state, 'waiting'));
  const minutes = alertMinutes[stage - 1] ?? 0;
  const notice = {
    kind: 'support_handoff' as const,
    // The name is the visitor's own word: not for the subject of an email.
    title: 'A visitor still waits for a person',
    text: `Nobody has taken the conversation over for ${minutes} minutes. ${row.handoffReason ?? ''}`.trim(),
    conversationId: row.id,
    key: `support:${row.id}:${row.waitingSince?.toISOString() ?? ''}:${stage}`,
  };
  const mail = ownersMail(notice, {
    organization: door.name,
    lines: [
      ...(row.pack ? [row.pack.summary, '', `Open: ${row.pack.openQuestion}`, ''] : []),
      ...(waiting > 1 ? [`${waiting} visitors wait for a person at the moment.`, ''] : []),
    ],
    place: 'Take it over here:',
    link: `${services.config.publicUrl}/tenant/dashboard?tab=support&conversation=${row.id}`,
  });
  return alertEmail === null || !(await isMember(tx, alertEmail))
    ? tellOwners(tx, services, notice, mail)
    : [await services.gate.accountMail(tx, { to: alertEmail, ...mail })];
}
