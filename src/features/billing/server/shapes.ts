import type { z } from 'zod';
import {
  type BillingState,
  type Subscription,
  type SubscriptionModule,
  type usageMetric,
  usageMetrics,
} from '#features/billing/contract.ts';
import type { Session } from '#server/context.ts';
import { decimal, type ModuleType, modules, moduleTypes, priceOf, setupFeeCents } from '#shared/modules.ts';
import type { subscriptionModules, subscriptions, usageCounters } from './tables.ts';

export type ModuleRow = typeof subscriptionModules.$inferSelect;
export type SubscriptionRow = typeof subscriptions.$inferSelect;

export function subscriptionOut(row: SubscriptionRow): Subscription {
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

/** When a trial really ends: a payment that is under way at Stripe gives it some days more. Null = it has no end. */
export function trialEndOf({
  trialEndsAt,
  paymentExpectedUntil,
}: Pick<SubscriptionRow, 'trialEndsAt' | 'paymentExpectedUntil'>): Date | null {
  if (trialEndsAt === null || paymentExpectedUntil === null) return trialEndsAt;
  return paymentExpectedUntil > trialEndsAt ? paymentExpectedUntil : trialEndsAt;
}

/** A payment service takes an hour for the next period, days from a bank account, and says within these what failed. */
export const renewalMs = 7 * 86_400_000;

/** What decides whether an organization may write, in milliseconds: the clock, before anybody writes that a day has come. */
export function standingOf(
  row: Pick<SubscriptionRow, 'status' | 'trialEndsAt' | 'paymentExpectedUntil' | 'endsAt'> | undefined,
): Session['subscription'] {
  if (!row) return null;
  const trialEndsAt = trialEndOf(row)?.getTime() ?? null;
  return { status: row.status, trialEndsAt, endsAt: row.endsAt?.getTime() ?? null };
}

/** A module that an owner has ended works, and is shown as active, until its period's end. */
export function isRunning(row: ModuleRow, now: Date): boolean {
  return row.isActive && (row.endsAt === null || row.endsAt > now);
}

/** The modules that work at an instant. */
export function runningModules(rows: readonly ModuleRow[], now: Date): ModuleType[] {
  return rows.filter((row) => isRunning(row, now)).map((row) => row.moduleType);
}

/** Those of them that go on in the next period. */
export function modulesGoingOn(rows: readonly ModuleRow[], now: Date): ModuleType[] {
  return runningModules(
    rows.filter((row) => row.endsAt === null),
    now,
  );
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

/** What runs now is the price now, in every sum of the platform: a module that ends is in it until its day. */
export function totalsOf(rows: ModuleRow[], now: Date): BillingState['totals'] {
  const price = priceOf(runningModules(rows, now));
  return {
    listMonthly: decimal(price.listMonthlyCents),
    saving: decimal(price.savingCents),
    monthly: decimal(price.monthlyCents),
    setupFee: decimal(setupFeeCents),
    currency: 'USD',
    setupFeeCurrency: 'AUD',
  };
}

/** A subscription with its modules as people read them. */
export function billingOut(
  { subscription, modules: rows }: { subscription: SubscriptionRow | null | undefined; modules: ModuleRow[] },
  now: Date,
): BillingState {
  return {
    subscription: subscription ? subscriptionOut(subscription) : null,
    modules: rows.map((row) => moduleOut(row, now)),
    totals: totalsOf(rows, now),
  };
}

/** Every counter of the modules that run, zeros included. */
export function countersOf(
  counted: Pick<typeof usageCounters.$inferSelect, 'metric' | 'value'>[],
  rows: ModuleRow[],
  now: Date,
): z.output<typeof usageMetric>[] {
  const values = new Map(counted.map((row) => [row.metric, row.value]));
  const running = new Set(runningModules(rows, now));
  return moduleTypes
    .filter((moduleType) => running.has(moduleType))
    .flatMap((moduleType) =>
      usageMetrics[moduleType].map((metricType) => ({
        moduleType,
        metricType,
        value: values.get(metricType) ?? 0,
      })),
    );
}
