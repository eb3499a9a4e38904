import type { BillingState, billingApi } from '#features/billing/contract.ts';
import type { Context } from '#server/context.ts';
import { Reply } from '#server/http/route.ts';
import type { Input } from '#shared/endpoint.ts';
import { notFound } from '#shared/errors.ts';
import { modules, moduleType } from '#shared/modules.ts';
import { switchOff, switchOn } from './module-changes.ts';
import { billingState } from './read.ts';

type Add = (typeof billingApi)['endpoints']['addModule'];
type Remove = (typeof billingApi)['endpoints']['removeModule'];

/** Switches a module on; charged from the next period. 201, or 200 when it was active already. */
export function addModule(context: Context, { body }: Input<Add>): Promise<Reply<BillingState>> {
  return context.tx(async (tx) => {
    const now = context.services.clock.now();
    const wasRunning = await switchOn(tx, { now, actor: context.session.actor }, body.moduleType);
    await tx.audit({ action: 'module.added', subject: body.moduleType });
    return new Reply(await billingState(tx.db, now), { status: wasRunning ? 200 : 201 });
  });
}

/** Ends a module at the end of the period that is paid for; it works until then. */
export function removeModule(context: Context, { params }: Input<Remove>): Promise<BillingState> {
  const wanted = moduleType.safeParse(params.moduleType);
  if (!wanted.success) throw notFound('module');
  return context.tx(async (tx) => {
    const now = context.services.clock.now();
    const endsAt = await switchOff(tx, { now, actor: context.session.actor }, wanted.data);
    await tx.audit({
      action: 'module.removed',
      subject: wanted.data,
      details: { name: modules[wanted.data].name, endsAt: endsAt.toISOString() },
    });
    return billingState(tx.db, now);
  });
}
