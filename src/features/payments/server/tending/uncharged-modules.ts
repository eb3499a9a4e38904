import { cycleMonths, monthsFrom } from '#features/billing/months-from.ts';
import type { HeldSubscription } from '#features/billing/server/public.ts';
import type { Transaction } from '#server/db/database.ts';
import { decimal, modules } from '#shared/modules.ts';
import { tellOperator } from '../tell-operator.ts';

export type ModuleRow = HeldSubscription['modules'][number];

/**
 * Whether a module that ended with a period was added within it: modules are charged from the next period on, so that
 * nothing was charged for it at all.
 */
export function isUncharged(
  { activatedAt, endsAt }: Pick<ModuleRow, 'activatedAt' | 'endsAt'>,
  cycle: 'monthly' | 'yearly',
): boolean {
  return endsAt !== null && activatedAt > monthsFrom(endsAt, -cycleMonths[cycle]);
}

/** Tells the operator's owners which modules were used for nothing. In a transaction of the platform. */
export async function tellUncharged(
  platform: Transaction,
  now: Date,
  { organizationId, uncharged }: { organizationId: string; uncharged: readonly ModuleRow[] },
): Promise<void> {
  const [first] = uncharged;
  if (!first) return;
  const list = uncharged
    .map(({ moduleType }) => modules[moduleType])
    .map(({ name, priceCents }) => `${name} (USD ${decimal(priceCents)} a month)`)
    .join(', ');
  await tellOperator(platform, now, {
    tenantId: organizationId,
    key: `modules-uncharged:${organizationId}:${first.endsAt?.toISOString() ?? ''}`,
    words: (name) => ({
      title: `${name} used modules that were never charged`,
      text: `Added and removed within the period that has ended: ${list}. Modules are charged from the next period on, so that nothing was charged for this. Where it happens again, speak with ${name}.`,
    }),
  });
}
