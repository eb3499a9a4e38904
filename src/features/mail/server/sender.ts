import { eq } from 'drizzle-orm';
import { standingOf } from '#features/billing/server/public.ts';
import { subscriptionModules, subscriptions } from '#features/billing/server/tables.ts';
import { imapAccountOf, smtpAccountOf } from '#features/organization/server/public.ts';
import { emailSettings, organizations } from '#features/organization/server/tables.ts';
import type { OrganizationDatabase } from '#server/db/database.ts';
import type { Seal } from '#server/integrations/seal.ts';
import type { Sender } from '#server/integrations/sender.ts';

/** What the send gate asks about the organization that sends; its account mail has no sender of its own. */
export async function readSender({ db }: Pick<OrganizationDatabase, 'db'>, seal: Seal): Promise<Sender> {
  const [organization] = await db.select().from(organizations);
  if (!organization) throw new Error('The organization that sends does not exist.');
  const [settings] = await db.select().from(emailSettings);
  const [subscription] = await db.select().from(subscriptions);
  const active = await db.select().from(subscriptionModules).where(eq(subscriptionModules.isActive, true));
  const account = await smtpAccountOf({ db }, seal);
  return {
    organizationName: organization.name,
    timezone: organization.timezone,
    replyTo: (await mailboxAddress(db, seal)) ?? settings?.teamAddresses[0] ?? organization.contactEmail,
    account: account && { ...account, requireTls: true },
    dailyLimit: settings?.dailyLimit ?? null,
    sendWindow: settings?.sendWindow ?? null,
    subscription: standingOf(subscription),
    modules: new Map(active.map((row) => [row.moduleType, row.endsAt?.getTime() ?? null])),
  };
}

/** The address of the mailbox that is read, where the server calls it by its address: answers arrive there. */
async function mailboxAddress(db: OrganizationDatabase['db'], seal: Seal): Promise<string | null> {
  const mailbox = await imapAccountOf({ db }, seal);
  return mailbox && /^[^\s@]+@[^\s@]+$/.test(mailbox.user) ? mailbox.user : null;
}
