import { and, eq, sql } from 'drizzle-orm';
import { changeSubscription } from '#features/billing/server/public.ts';
import { subscriptions } from '#features/billing/server/tables.ts';
import { mailboxSettingsNotice } from '#features/mailbox/server/public.ts';
import { findPlatform, forgetWhoseSlugs } from '#features/organization/server/public.ts';
import {
  accountTokens,
  apiKeys,
  emailSettings,
  organizationDeletions,
  organizations,
  sessions,
  users,
} from '#features/organization/server/tables.ts';
import { leaveStripe, refuseWithoutStripe } from '#features/payments/server/public.ts';
import type { JobContext } from '#server/context.ts';
import { forgetJobsOf } from '#server/jobs/forget-organization.ts';
import { writeAudit } from '#server/organization-context.ts';
import { pieceRows, removeRows } from './remove-rows.ts';

type Work = Pick<JobContext, 'database' | 'services'>;

const actor = 'AI Hub';

/**
 * Deletes an organization whose day has come: nobody gets in any more, Stripe charges no more, then rows, files and jobs
 * go in pieces, the organization itself last. Begun again where it was stopped.
 * @param goOn asked before each piece
 * @returns whether it is gone; false also where no deletion is due, such as one that was undone since it was looked for
 * @throws AppError upstream_failed when Stripe could not be told; nothing but access is gone then. not_configured where
 *   Stripe charges and cannot be told; nothing has begun then
 */
export async function deleteOrganization(
  work: Work,
  organizationId: string,
  goOn: () => boolean,
): Promise<boolean> {
  const { database, services } = work;
  await refuseWithoutStripe(work, organizationId);
  if (!(await begin(work, organizationId))) return false;
  await leaveStripe(work, organizationId);
  if (!(await removeRows(database, organizationId, goOn))) return false;
  await services.files.removeAll(organizationId);
  for (let last = pieceRows; last === pieceRows; )
    last = await forgetJobsOf(database.asOwner, organizationId, pieceRows);
  await finish(work, organizationId);
  return true;
}

/**
 * From here on nothing leads back: sessions, keys and sockets end, and no account of it is found at a sign-in. The row of
 * the deletion is locked, so that whoever undoes it comes before or is refused.
 * @returns whether it has begun, now or earlier; false where no deletion is due
 */
async function begin({ database, services }: Work, organizationId: string): Promise<boolean> {
  const now = services.clock.now();
  return database.forOrganization(organizationId).tx(async (tx) => {
    const own = eq(organizationDeletions.organizationId, organizationId);
    const [asked] = await tx.db.select().from(organizationDeletions).where(own).for('update');
    if (!asked) return false;
    if (asked.begunAt !== null) return true;
    if (asked.dueAt > now) return false;
    await tx.db.update(organizationDeletions).set({ begunAt: now }).where(own);
    await tx.db.delete(sessions);
    await tx.db.delete(apiKeys);
    await tx.db.delete(accountTokens);
    await tx.db.delete(emailSettings);
    await tx.db.update(users).set({ isActive: false, emailKey: sql`'gone:' || ${users.id}` });
    const [held] = await tx.db.select({ status: subscriptions.status }).from(subscriptions);
    // What is due (posts, steps of sequences) is looked for in organizations that may write only.
    if (held && held.status !== 'cancelled')
      await changeSubscription(tx, { now, actor }, () => ({
        kind: 'cancelled',
        fields: { status: 'cancelled', stateReason: 'The organization is being deleted.' },
      }));
    tx.notify({ kind: 'session', o: organizationId, all: true });
    tx.notify({ kind: 'organization', o: organizationId });
    tx.notify({ kind: mailboxSettingsNotice, o: organizationId });
    return true;
  });
}

/** The organization with what its foreign keys still hold, and the line that stays: its name, and when. */
async function finish({ database, services }: Work, organizationId: string): Promise<void> {
  await database.asPlatform('an organization is deleted', async (tx) => {
    const own = and(eq(organizations.id, organizationId), eq(organizations.isPlatform, false));
    const [organization] = await tx.db.select().from(organizations).where(own).for('update');
    const [asked] = await tx.db
      .select()
      .from(organizationDeletions)
      .where(eq(organizationDeletions.organizationId, organizationId));
    if (!organization || !asked) return;
    const platform = await findPlatform(tx);
    await forgetJobsOf(tx.asOwner, organizationId, pieceRows);
    await tx.db.delete(organizations).where(own);
    await forgetWhoseSlugs(tx, { organizationId, slug: organization.slug, now: services.clock.now() });
    // The platform keeps what its owner did, and no longer to whom by an id.
    await tx.db.execute(sql`
      update audit_log set details = details - 'organizationId'
      where organization_id = ${platform.id}::uuid and details ->> 'organizationId' = ${organizationId}`);
    await tx.db.execute(sql`
      update notifications set key = replace(key, ${organizationId}::text, md5(${organizationId}::text))
      where organization_id = ${platform.id}::uuid and strpos(key, ${organizationId}::text) > 0`);
    const entry = {
      action: 'organization.deleted',
      subject: organization.name,
      details: {
        slug: organization.slug,
        requestedAt: asked.requestedAt,
        deletedAt: services.clock.now(),
        byOperator: asked.byOperator,
        ...(asked.reason === null ? {} : { reason: asked.reason }),
      },
    };
    await writeAudit(tx.db, platform.id, entry, { name: actor, id: null, about: null });
    tx.notify({ kind: 'organization', o: organizationId });
  });
}
