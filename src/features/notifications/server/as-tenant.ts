import type { Tx } from '#server/context.ts';
import type { Transaction } from '#server/db/database.ts';

/** A transaction that works for the organization it names, whether it is bound to it or is the platform's. */
export type TenantTx = Pick<Tx, 'db' | 'emit' | 'organizationId'> & Transaction;

/** Work for one organization within a transaction of the platform. */
export function asTenant(platform: Transaction, organizationId: string): TenantTx {
  return {
    ...platform,
    organizationId,
    emit: (event, data) =>
      platform.notify({ kind: 'event', o: organizationId, m: { type: event.name, data } }),
  };
}
