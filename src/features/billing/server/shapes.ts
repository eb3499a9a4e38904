import type { BillingState, Subscription, SubscriptionModule } from '#features/billing/contract.ts';
import { decimal, modules, priceOf, setupFeeCents } from '#shared/modules.ts';
import type { subscriptionModules, subscriptions } from './tables.ts';

type ModuleRow = typeof subscriptionModules.$inferSelect;

export function subscriptionOut(row: typeof subscriptions.$inferSelect): Subscription {
  return {
    plan: row.plan,
    status: row.status,
    billingCycle: row.billingCycle,
    currentPeriodEnd: row.currentPeriodEnd?.toISOString() ?? null,
    trialEndsAt: row.trialEndsAt?.toISOString() ?? null,
    setupFeeRequired: row.setupFeeRequired,
    setupFeePaid: row.setupFeePaid,
  };
}

/** A module that an owner has ended works, and is shown as active, until its period's end. */
export function isRunning(row: ModuleRow, now: Date): boolean {
  return row.isActive && (row.endsAt === null || row.endsAt > now);
}

export function moduleOut(row: ModuleRow, now: Date): SubscriptionModule {
  return {
    id: row.id,
    moduleType: row.moduleType,
    monthlyPrice: decimal(modules[row.moduleType].priceCents),
    isActive: isRunning(row, now),
    activatedAt: row.activatedAt.toISOString(),
  };
}

/** What goes on after this period is what is charged: a module that ends is not in the total. */
export function totalsOf(rows: ModuleRow[], now: Date): BillingState['totals'] {
  const price = priceOf(
    rows.filter((row) => isRunning(row, now) && row.endsAt === null).map((row) => row.moduleType),
  );
  return {
    listMonthly: decimal(price.listMonthlyCents),
    saving: decimal(price.savingCents),
    monthly: decimal(price.monthlyCents),
    setupFee: decimal(setupFeeCents),
    currency: 'USD',
    setupFeeCurrency: 'AUD',
  };
}
