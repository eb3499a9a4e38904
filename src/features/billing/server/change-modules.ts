import { eq } from 'drizzle-orm';
import type { BillingState, billingApi } from '#features/billing/contract.ts';
import type { Context } from '#server/context.ts';
import { Reply } from '#server/http/route.ts';
import { newId } from '#server/ids.ts';
import type { Input } from '#shared/endpoint.ts';
import { AppError, notFound } from '#shared/errors.ts';
import { modules, moduleType } from '#shared/modules.ts';
import { billingState } from './read.ts';
import { isRunning } from './shapes.ts';
import { subscriptionModules, subscriptions } from './tables.ts';

type Add = (typeof billingApi)['endpoints']['addModule'];
type Remove = (typeof billingApi)['endpoints']['removeModule'];

/** Switches a module on; charged from the next period. 201, or 200 when it was active already. */
export function addModule(context: Context, { body }: Input<Add>): Promise<Reply<BillingState>> {
  return context.tx(async (tx) => {
    const now = context.services.clock.now();
    // The subscription's row is the lock under which modules change: two clicks make one module.
    const [subscription] = await tx.db.select().from(subscriptions).for('update');
    if (!subscription)
      throw new AppError('conflict', "You don't have an active subscription. Please contact support.");
    const [row] = await tx.db
      .select()
      .from(subscriptionModules)
      .where(eq(subscriptionModules.moduleType, body.moduleType));
    const running = row !== undefined && isRunning(row, now);
    if (!row) {
      await tx.db
        .insert(subscriptionModules)
        .values({ id: newId(), moduleType: body.moduleType, activatedAt: now });
    } else if (!running || row.endsAt !== null) {
      await tx.db
        .update(subscriptionModules)
        .set({ isActive: true, endsAt: null, ...(running ? {} : { activatedAt: now }) })
        .where(eq(subscriptionModules.id, row.id));
    }
    await tx.audit({ action: 'module.added', subject: body.moduleType });
    tx.notify({ kind: 'organization', o: tx.organizationId });
    return new Reply(await billingState(tx.db, now), { status: running ? 200 : 201 });
  });
}

/** Ends a module at the end of the period that is paid for; it works until then. */
export function removeModule(context: Context, { params }: Input<Remove>): Promise<BillingState> {
  const wanted = moduleType.safeParse(params.moduleType);
  if (!wanted.success) throw notFound('module');
  return context.tx(async (tx) => {
    const now = context.services.clock.now();
    const [subscription] = await tx.db.select().from(subscriptions).for('update');
    const [row] = await tx.db
      .select()
      .from(subscriptionModules)
      .where(eq(subscriptionModules.moduleType, wanted.data));
    if (!subscription || !row || !isRunning(row, now)) throw notFound('module');
    const end = subscription.currentPeriodEnd;
    const later = end !== null && end > now;
    await tx.db
      .update(subscriptionModules)
      .set(later ? { endsAt: end } : { isActive: false, endsAt: now })
      .where(eq(subscriptionModules.id, row.id));
    await tx.audit({
      action: 'module.removed',
      subject: wanted.data,
      details: { name: modules[wanted.data].name, endsAt: later ? end.toISOString() : now.toISOString() },
    });
    tx.notify({ kind: 'organization', o: tx.organizationId });
    return billingState(tx.db, now);
  });
}
