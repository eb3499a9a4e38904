import { and, eq, inArray } from 'drizzle-orm';
import type { Transaction } from '../db/database.ts';
import { suppressions } from '../db/tables.ts';
import { newId } from '../ids.ts';
import type { Seal } from './seal.ts';
import type { SuppressionCause } from './send-rules.ts';

const digestPurpose = 'suppressions.address';

/** Case-folded throughout: no provider in use tells local parts apart by case. */
function folded(address: string): string {
  return address.trim().toLowerCase().normalize('NFC');
}

/** What an address is recognised by. */
function digestOf(seal: Seal, address: string): string {
  return seal.digest(folded(address), digestPurpose);
}

export interface Suppression {
  address: string;
  cause: SuppressionCause;
  /** What happened, for people. */
  reason: string;
  recordedBy: string;
}

/** Stops mail to an address, once per cause; the first entry stays, and names its address again if it no longer did. */
export async function suppress(
  tx: Transaction,
  seal: Seal,
  { address, cause, reason, recordedBy }: Suppression,
): Promise<{ row: typeof suppressions.$inferSelect; isNew: boolean }> {
  const id = newId();
  const addressDigest = digestOf(seal, address);
  const [row] = await tx.db
    .insert(suppressions)
    .values({ id, addressDigest, address: folded(address), cause, reason, recordedBy })
    .onConflictDoUpdate({
      target: [suppressions.organizationId, suppressions.addressDigest, suppressions.cause],
      set: { address: folded(address) },
    })
    .returning();
  if (!row) throw new Error('A suppression was not written.');
  return { row, isNew: row.id === id };
}

const forgotten = 'The details were deleted together with the person.';

/** A person was deleted: the list still stops their address, and no longer names it; reasons quote it as well. */
export async function forgetAddress(tx: Transaction, seal: Seal, address: string): Promise<void> {
  await tx.db
    .update(suppressions)
    .set({ address: null, reason: forgotten })
    .where(eq(suppressions.addressDigest, digestOf(seal, address)));
}

/** The addresses among these that one of the causes stops, each with the reason on record. */
export async function suppressedOf(
  { db }: Pick<Transaction, 'db'>,
  seal: Seal,
  addresses: readonly string[],
  causes: readonly SuppressionCause[],
): Promise<{ id: string; address: string; cause: SuppressionCause; reason: string; createdAt: Date }[]> {
  if (addresses.length === 0 || causes.length === 0) return [];
  const byDigest = new Map(addresses.map((address) => [digestOf(seal, address), address]));
  const rows = await db
    .select()
    .from(suppressions)
    .where(
      and(
        inArray(suppressions.addressDigest, [...byDigest.keys()]),
        inArray(suppressions.cause, [...causes]),
      ),
    );
  return rows.map(({ id, addressDigest, cause, reason, createdAt }) => ({
    id,
    address: byDigest.get(addressDigest) ?? '',
    cause,
    reason,
    createdAt,
  }));
}
