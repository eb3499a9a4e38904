import { and, eq, gte, inArray, isNotNull, or, sql } from 'drizzle-orm';
import { modulesOf, runningModules } from '#features/billing/server/public.ts';
import { subscriptions } from '#features/billing/server/tables.ts';
import { deliverMails, tellOwners } from '#features/notifications/server/public.ts';
import { organizations } from '#features/organization/server/tables.ts';
import { type Due, dueNotice, noticeDays, staleDays } from '#features/payments/due-notices.ts';
import type { BackgroundContext } from '#server/background.ts';
import type { OrganizationContext } from '#server/context.ts';
import { loggable } from '#server/http/errors.ts';
import { nextPeriodCents } from '../account.ts';
import { billingNotices } from '../tables.ts';
import { noticeText } from './notice-text.ts';

const dayMs = 86_400_000;
/** How far back the notices are looked at that were told; one that was told earlier is not told again by its row. */
const toldDays = 60;

/** Tells owners that their trial or paid period ends, has ended, or that a payment failed: once for each step. */
export async function tellDue(context: BackgroundContext): Promise<void> {
  const { services, log } = context;
  for (const organizationId of await organizationsToTell(context, services.clock.now())) {
    try {
      await tellOne(context.organization(organizationId));
    } catch (error) {
      log.warn({ err: loggable(error), organizationId }, 'the end of a period could not be told');
    }
  }
}

const ends = sql`(case when ${subscriptions.status} = 'trial' then ${subscriptions.trialEndsAt} else ${subscriptions.currentPeriodEnd} end)`;

/** Those with a notice that is due and was not told yet. */
async function organizationsToTell({ database }: BackgroundContext, now: Date): Promise<string[]> {
  const at = (days: number) => new Date(now.getTime() + days * dayMs).toISOString();
  return database.asPlatform('periods that end soon are looked for', async (tx) => {
    const rows = await tx.db
      .select({ subscription: subscriptions })
      .from(subscriptions)
      .innerJoin(
        organizations,
        and(eq(organizations.id, subscriptions.organizationId), eq(organizations.isPlatform, false)),
      )
      .where(
        and(
          inArray(subscriptions.status, ['trial', 'active']),
          or(
            isNotNull(subscriptions.pastDueSince),
            sql`${ends} between ${at(-staleDays)}::timestamptz and ${at(noticeDays.week_before)}::timestamptz`,
          ),
        ),
      );
    const due = rows.flatMap(({ subscription }) => {
      const notice = dueNotice(dueOf(subscription), now);
      return notice ? [{ organizationId: subscription.organizationId, ...notice }] : [];
    });
    if (due.length === 0) return [];
    const told = await tx.db
      .select()
      .from(billingNotices)
      .where(
        and(
          gte(billingNotices.sentAt, new Date(now.getTime() - toldDays * dayMs)),
          inArray(billingNotices.step, [...new Set(due.map(({ step }) => step))]),
        ),
      );
    const known = new Set(told.map((row) => noticeKey(row)));
    return due.filter((row) => !known.has(noticeKey(row))).map((row) => row.organizationId);
  });
}

function noticeKey({
  organizationId,
  step,
  about,
}: {
  organizationId: string;
  step: string;
  about: Date;
}): string {
  return `${organizationId} ${step} ${about.toISOString()}`;
}

/** One organization's turn. The row of the notice makes it one, whichever process comes first. */
async function tellOne(context: OrganizationContext): Promise<void> {
  const { services, organizationId } = context;
  const now = services.clock.now();
  const mails = await context.tx(async (tx) => {
    const [subscription] = await tx.db.select().from(subscriptions).for('update');
    if (!subscription) return [];
    const due = dueNotice(dueOf(subscription), now);
    if (!due) return [];
    const [first] = await tx.db
      .insert(billingNotices)
      .values({ step: due.step, about: due.about, sentAt: now })
      .onConflictDoNothing()
      .returning({ step: billingNotices.step });
    if (!first) return [];
    const [organization] = await tx.db.select().from(organizations);
    if (!organization) return [];
    const modules = await modulesOf(tx);
    const words = noticeText({
      due,
      status: subscription.status,
      organization: organization.name,
      timezone: organization.timezone,
      nextPeriodCents: nextPeriodCents({ subscription, modules }, now),
      paysByItself: subscription.stripeSubscriptionId !== null,
      hasModules: runningModules(modules, now).length > 0,
      link: `${services.config.publicUrl}/tenant/billing`,
    });
    const { mail, ...told } = words;
    const key = `billing:${due.step}:${due.about.toISOString()}`;
    const ids = await tellOwners(tx, services, { kind: 'billing', ...told, key }, mail);
    await tx.audit({ action: 'billing.notice', subject: due.step });
    return ids;
  });
  deliverMails(services, organizationId, mails);
}

function dueOf({ stripeSubscriptionId, ...row }: typeof subscriptions.$inferSelect): Due {
  return { ...row, paysByItself: stripeSubscriptionId !== null };
}
