import { isRunning, trialEndOf } from '#features/billing/server/public.ts';
import { subscriptionModules, subscriptions } from '#features/billing/server/tables.ts';
import type { OrganizationContext } from '#server/context.ts';

const mailModules = new Set(['leads_manager', 'outreach', 'support_agent']);
/** Days that mail is still stored after an account has ended (contract section 5). */
const graceDays = 30;

/** Whether mail comes in: a module that works with it is active, and the account has not ended for good. */
export async function takesMail({ db, services }: OrganizationContext): Promise<boolean> {
  const now = services.clock.now();
  const rows = await db.select().from(subscriptionModules);
  if (!rows.some((row) => mailModules.has(row.moduleType) && isRunning(row, now))) return false;
  const [subscription] = await db.select().from(subscriptions);
  return !subscription || goesOn(subscription, now);
}

/** Suspended and cancelled accounts have no date of their own: the days count from the end of what was paid for. */
export function goesOn(
  subscription: Pick<
    typeof subscriptions.$inferSelect,
    'status' | 'trialEndsAt' | 'paymentExpectedUntil' | 'currentPeriodEnd'
  >,
  now: Date,
): boolean {
  if (subscription.status === 'active') return true;
  const end =
    subscription.status === 'trial'
      ? trialEndOf(subscription)
      : (subscription.currentPeriodEnd ?? subscription.trialEndsAt);
  return end === null || now.getTime() < end.getTime() + graceDays * 86_400_000;
}
