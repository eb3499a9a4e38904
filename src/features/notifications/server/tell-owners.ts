import { and, eq } from 'drizzle-orm';
import { users } from '#features/organization/server/tables.ts';
import type { AccountMail } from '#server/integrations/outgoing-mail.ts';
import type { Services } from '#server/services.ts';
import type { TenantTx } from './as-tenant.ts';
import { type Notice, notify } from './notify.ts';

/** What all owners are told. `key` is the same for all of them. */
export type OwnersNotice = Pick<Notice, 'kind' | 'title' | 'text' | 'key' | 'conversationId'>;

/**
 * Tells each active owner behind the bell, in the caller's transaction.
 * @returns their email addresses
 */
export async function notifyOwners(tx: TenantTx, notice: OwnersNotice, now: Date): Promise<string[]> {
  const owners = await tx.db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(
      and(eq(users.organizationId, tx.organizationId), eq(users.role, 'owner'), eq(users.isActive, true)),
    );
  for (const owner of owners)
    await notify(tx, { ...notice, userId: owner.id, threadId: null, key: `${notice.key}:${owner.id}` }, now);
  return owners.map(({ email }) => email);
}

/**
 * Tells each active owner behind the bell and by account mail, in the caller's transaction.
 * @returns the mails, to be delivered after the commit
 */
export async function tellOwners(
  tx: TenantTx,
  { clock, gate }: Pick<Services, 'clock' | 'gate'>,
  notice: OwnersNotice,
  mail: Omit<AccountMail, 'to'>,
): Promise<string[]> {
  const mails: string[] = [];
  for (const to of await notifyOwners(tx, notice, clock.now()))
    mails.push(await gate.accountMail(tx, { to, ...mail }));
  return mails;
}

/** A mail that says to owners what stands behind the bell too, with where to go. `lines` come before the link. */
export function ownersMail(
  { title, text }: Pick<OwnersNotice, 'title' | 'text'>,
  about: { organization: string; lines?: readonly string[]; place: string; link: string },
): Omit<AccountMail, 'to'> {
  const { organization, lines = [], place, link } = about;
  return {
    subject: `${title}: ${organization.replace(/[\r\n]+/g, ' ')}`.slice(0, 200),
    text: [text, '', ...lines, place, link].join('\n'),
  };
}

/** Hands over mails that a transaction left behind, after its commit. */
export function deliverMails(
  { gate }: Pick<Services, 'gate'>,
  organizationId: string,
  mails: readonly string[],
): void {
  for (const mail of mails) gate.deliverSoon(organizationId, mail);
}
