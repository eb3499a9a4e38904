import { and, inArray } from 'drizzle-orm';
import type { Transaction } from '../db/database.ts';
import { suppressions } from '../db/tables.ts';
import { newId } from '../ids.ts';
import type { Seal } from './seal.ts';
import type { SuppressionCause } from './send-rules.ts';

const digestPurpose = 'suppressions.address';

/** What an address is recognised by. Case-folded throughout: no provider in use tells local parts apart by case. */
function digestOf(seal: Seal, address: string): string {
  return seal.digest(address.trim().toLowerCase().normalize('NFC'), digestPurpose);
}

export interface Suppression {
  address: string;
  cause: SuppressionCause;
  /** What happened, for people. */
  reason: string;
  recordedBy: string;
}

/** Stops mail to an address, once per cause. */
export async function suppress(tx: Transaction, seal: Seal, one: Suppression): Promise<void> {
  const { address, cause, reason, recordedBy } = one;
  await tx.db
    .insert(suppressions)
    .values({ id: newId(), addressDigest: digestOf(seal, address), cause, reason, recordedBy })
    .onConflictDoNothing();
}

/** The addresses among these that one of the causes stops, each with the reason on record. */
export async function suppressedOf(
  { db }: Pick<Transaction, 'db'>,
  seal: Seal,
  addresses: readonly string[],
  causes: readonly SuppressionCause[],
): Promise<{ address: string; cause: SuppressionCause; reason: string }[]> {
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
  return rows.map(({ addressDigest, cause, reason }) => ({
    address: byDigest.get(addressDigest) ?? '',
    cause,
    reason,
  }));
}
