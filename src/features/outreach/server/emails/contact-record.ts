import { and, eq, gt, isNotNull, ne, notInArray } from 'drizzle-orm';
import { prospectUpdated } from '#features/outreach/contract.ts';
import type { Tx } from '#server/context.ts';
import { newId } from '#server/ids.ts';
import { findProspect, lockProspectIfThere, type StoredProspect } from '../prospect-row.ts';
import { outreachEmails } from '../sending-tables.ts';
import { prospectActivity, prospects } from '../tables.ts';

type Activity = Pick<typeof prospectActivity.$inferInsert, 'action' | 'fromValue' | 'toValue' | 'batchId'>;

export interface Actor {
  name: string;
  /** Of the user or key; null for the hub itself. */
  id: string | null;
}

/** Who acts where nobody pressed. */
export const hubActor: Actor = { name: 'AI Hub', id: null };

/** Writes down what happened to a prospect, in this order, and tells the screens. */
export async function recordActivity(
  tx: Tx,
  prospectId: string,
  actor: Actor,
  at: Date,
  activities: readonly Activity[],
): Promise<void> {
  if (activities.length > 0)
    await tx.db.insert(prospectActivity).values(
      activities.map((activity) => ({
        ...activity,
        id: newId(),
        prospectId,
        at,
        actor: actor.name,
        actorId: actor.id,
      })),
    );
  const { businessName, status } = await findProspect(tx, prospectId);
  tx.emit(prospectUpdated, { id: prospectId, businessName, status, removed: false });
}

/** Sets columns of a locked prospect; its `updated_at` grows, so that whoever read it before knows. */
export async function changeProspect(
  tx: Tx,
  prospect: Pick<StoredProspect, 'id' | 'updatedAt'>,
  now: Date,
  values: Partial<Pick<typeof prospects.$inferInsert, 'status' | 'lastContactedAt'>>,
): Promise<void> {
  const updatedAt = new Date(Math.max(now.getTime(), Date.parse(prospect.updatedAt) + 1));
  await tx.db
    .update(prospects)
    .set({ ...values, updatedAt })
    .where(eq(prospects.id, prospect.id));
}

function ofEmail(emailId: string) {
  return and(eq(prospectActivity.batchId, emailId), isNotNull(prospectActivity.batchId));
}

/**
 * A prospect was written to: `not_contacted` becomes `email_sent`, and the last contact is now (contract section 8). Once
 * for each email, until it is taken back. The prospect is locked.
 */
export async function markContacted(
  tx: Tx,
  prospect: StoredProspect,
  emailId: string,
  actor: Actor,
  now: Date,
): Promise<void> {
  const [marked] = await tx.db
    .select({ id: prospectActivity.id })
    .from(prospectActivity)
    .where(ofEmail(emailId))
    .limit(1);
  if (marked) return;
  const moves = prospect.status === 'not_contacted';
  const before = prospect.lastContactedAt;
  const after = before !== null && Date.parse(before) > now.getTime() ? before : now.toISOString();
  await changeProspect(tx, prospect, now, {
    lastContactedAt: new Date(after),
    ...(moves ? { status: 'email_sent' } : {}),
  });
  await recordActivity(tx, prospect.id, actor, now, [
    { action: 'emailed', fromValue: before, toValue: after, batchId: emailId },
    ...(moves
      ? [
          {
            action: 'status' as const,
            fromValue: 'not_contacted',
            toValue: 'email_sent',
            batchId: emailId,
          },
        ]
      : []),
  ]);
}

const neverLeft = ['draft', 'cancelled', 'held', 'failed'] as const;

/**
 * An email that was counted as a contact did not leave after all: status and last contact are as before, where nobody
 * changed them since. Locks the prospect.
 */
export async function withdrawContact(
  tx: Tx,
  { id, prospectId }: { id: string; prospectId: string },
  actor: Actor,
  now: Date,
): Promise<void> {
  const prospect = await lockProspectIfThere(tx, prospectId);
  if (!prospect) return;
  const done = await tx.db.select().from(prospectActivity).where(ofEmail(id));
  const emailed = done.find(({ action }) => action === 'emailed');
  if (!emailed) return;
  const moved = done.find(({ action }) => action === 'status');
  const goesBack = moved !== undefined && (await isUntouched(tx, prospect, id, moved.at));
  const isLast = prospect.lastContactedAt === emailed.toValue;
  if (goesBack || isLast)
    await changeProspect(tx, prospect, now, {
      ...(goesBack ? { status: 'not_contacted' } : {}),
      ...(isLast ? { lastContactedAt: emailed.fromValue === null ? null : new Date(emailed.fromValue) } : {}),
    });
  // Taken back once: sent again, it counts anew.
  await tx.db.update(prospectActivity).set({ batchId: null }).where(ofEmail(id));
  await recordActivity(tx, prospectId, actor, now, [
    { action: 'email_undone' },
    ...(goesBack
      ? [{ action: 'status_undone' as const, fromValue: 'email_sent', toValue: 'not_contacted' }]
      : []),
  ]);
}

/** Whether the status is still the one that the email set: nobody changed it since, and no other email stands for it. */
async function isUntouched(tx: Tx, prospect: StoredProspect, emailId: string, since: Date): Promise<boolean> {
  if (prospect.status !== 'email_sent') return false;
  const [later] = await tx.db
    .select({ id: prospectActivity.id })
    .from(prospectActivity)
    .where(
      and(
        eq(prospectActivity.prospectId, prospect.id),
        eq(prospectActivity.action, 'status'),
        gt(prospectActivity.at, since),
      ),
    )
    .limit(1);
  if (later) return false;
  const [other] = await tx.db
    .select({ id: outreachEmails.id })
    .from(outreachEmails)
    .where(
      and(
        eq(outreachEmails.prospectId, prospect.id),
        ne(outreachEmails.id, emailId),
        notInArray(outreachEmails.state, [...neverLeft]),
      ),
    )
    .limit(1);
  return !other;
}
