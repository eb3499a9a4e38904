import { and, eq, sql } from 'drizzle-orm';
import type { ChangeKind } from '#features/billing/change-kinds.ts';
import type { Transaction } from '#server/db/database.ts';
import { newId } from '#server/ids.ts';
import { AppError } from '#shared/errors.ts';
import { type ModuleType, priceOf } from '#shared/modules.ts';
import { type ModuleRow, runningModules, type SubscriptionRow } from './shapes.ts';
import { subscriptionChanges, subscriptionModules, subscriptions } from './tables.ts';

/** A subscription with its modules, locked. */
export interface HeldSubscription {
  subscription: SubscriptionRow;
  modules: ModuleRow[];
}

/** What a module becomes; one that was never there is added. */
export type ModuleChange = Pick<ModuleRow, 'moduleType' | 'isActive' | 'activatedAt' | 'endsAt'>;

export interface SubscriptionChange {
  /** Null for what the history does not tell, such as what a payment service calls it. */
  kind: ChangeKind | null;
  fields?: Partial<Omit<SubscriptionRow, 'organizationId' | 'createdAt'>>;
  modules?: readonly ModuleChange[];
  /** For whoever reads the history. */
  note?: string;
}

export interface By {
  now: Date;
  /** Who changes it, by name. */
  actor: string;
}

/**
 * The one way in which a subscription or its modules change: locks the row, lets `decide` say what happens to what it
 * finds (null = nothing), writes it with a row of history and drops cached sessions. `tx` belongs to the organization,
 * or is the platform's with `organizationId` set to it. Answers the state afterwards.
 * @throws AppError conflict when the organization has no subscription
 */
export async function changeSubscription(
  tx: Transaction,
  by: By,
  decide: (held: HeldSubscription) => SubscriptionChange | null | Promise<SubscriptionChange | null>,
): Promise<HeldSubscription> {
  const held = await holdSubscription(tx);
  const change = await decide(held);
  if (change === null) return held;
  const { organizationId } = tx;
  if (change.fields && Object.keys(change.fields).length > 0)
    await tx.db
      .update(subscriptions)
      .set(change.fields)
      .where(eq(subscriptions.organizationId, organizationId));
  for (const module of change.modules ?? []) await writeModule(tx, held.modules, module);
  const after = await holdSubscription(tx);
  const { kind, note = '' } = change;
  if (kind !== null) await writeHistory(tx, by, after, { kind, note });
  tx.notify({ kind: 'organization', o: organizationId });
  return after;
}

/** The subscription's row is the lock under which it and its modules change. */
async function holdSubscription(tx: Transaction): Promise<HeldSubscription> {
  const mine = eq(subscriptions.organizationId, tx.organizationId);
  const [subscription] = await tx.db.select().from(subscriptions).where(mine).for('update');
  if (!subscription)
    throw new AppError('conflict', "You don't have an active subscription. Please contact support.");
  return { subscription, modules: await modulesOf(tx) };
}

/** Every module that the organization has or had. */
export function modulesOf({ db, organizationId }: Transaction): Promise<ModuleRow[]> {
  return db
    .select()
    .from(subscriptionModules)
    .where(eq(subscriptionModules.organizationId, organizationId))
    .orderBy(subscriptionModules.moduleType);
}

async function writeModule(
  tx: Transaction,
  known: readonly ModuleRow[],
  module: ModuleChange,
): Promise<void> {
  const { organizationId } = tx;
  const row = known.find((one) => one.moduleType === module.moduleType);
  if (!row) {
    await tx.db.insert(subscriptionModules).values({ id: newId(), organizationId, ...module });
    return;
  }
  await tx.db
    .update(subscriptionModules)
    .set(module)
    .where(and(eq(subscriptionModules.organizationId, organizationId), eq(subscriptionModules.id, row.id)));
}

async function writeHistory(
  tx: Transaction,
  { now, actor }: By,
  { subscription, modules }: HeldSubscription,
  { kind, note }: { kind: ChangeKind; note: string },
): Promise<void> {
  const running = runningModules(modules, now);
  const monthlyCents = subscription.status === 'active' ? priceOf(running).monthlyCents : 0;
  const [before] = await tx.db
    .select({ cents: sql<number>`coalesce(sum(${subscriptionChanges.deltaCents}), 0)`.mapWith(Number) })
    .from(subscriptionChanges)
    .where(eq(subscriptionChanges.organizationId, tx.organizationId));
  await tx.db.insert(subscriptionChanges).values({
    id: newId(),
    organizationId: tx.organizationId,
    at: now,
    kind,
    status: subscription.status,
    plan: subscription.plan,
    billingCycle: subscription.billingCycle,
    modules: running,
    monthlyCents,
    deltaCents: monthlyCents - (before?.cents ?? 0),
    actor,
    note,
  });
}

/** A new organization's subscription with its first modules, in the platform's transaction that makes the organization. */
export async function startSubscription(
  tx: Transaction,
  by: By,
  first: typeof subscriptions.$inferInsert & { organizationId: string },
  modules: Iterable<ModuleType>,
): Promise<void> {
  const own = { ...tx, organizationId: first.organizationId };
  await tx.db.insert(subscriptions).values(first);
  await changeSubscription(own, by, () => ({
    kind: 'started',
    modules: [...new Set(modules)].map((moduleType) => ({
      moduleType,
      isActive: true,
      activatedAt: by.now,
      endsAt: null,
    })),
  }));
}

/** The cycle of the next period; choosing the present one takes a change back, and null changes nothing. */
export function cycleChange(
  subscription: SubscriptionRow,
  billingCycle: SubscriptionRow['billingCycle'],
): SubscriptionChange | null {
  const next = billingCycle === subscription.billingCycle ? null : billingCycle;
  if (next === subscription.nextBillingCycle) return null;
  return { kind: 'billing_cycle', fields: { nextBillingCycle: next }, note: billingCycle };
}
