import { inArray } from 'drizzle-orm';
import type { OrganizationContext, Tx } from '#server/context.ts';
import { suppress } from '#server/integrations/suppressions.ts';
import { matchEmailOf } from '../match-keys.ts';
import { forgetContacts } from '../remove-prospects.ts';
import { endOfEverywhere } from '../sequences/end-enrolments.ts';
import { prospects } from '../tables.ts';
import { hubActor, recordActivity } from './contact-record.ts';

export interface Stop {
  cause: 'unsubscribe' | 'complaint';
  /** What happened, for people. */
  reason: string;
  /** Who said it, as the list of stopped addresses shows it. */
  recordedBy: string;
}

const activityOf = { unsubscribe: 'unsubscribed', complaint: 'complained' } as const;

/**
 * No outreach goes to these addresses any more, by any path, from now on: their prospects' sequences end, and what waits
 * is held when its time comes. Said once more it changes nothing. Locks the prospects, all in one order, and after them
 * the list of stopped addresses, as a deletion does.
 */
export async function stopOutreach(
  context: Pick<OrganizationContext, 'services'>,
  tx: Tx,
  addresses: readonly string[],
  stop: Stop,
): Promise<void> {
  const known = await tx.db
    .select({ id: prospects.id, matchEmail: prospects.matchEmail })
    .from(prospects)
    .where(inArray(prospects.matchEmail, addresses.map(matchEmailOf)))
    .orderBy(prospects.id)
    .for('update');
  for (const address of addresses) {
    const matchEmail = matchEmailOf(address);
    const ids = known.filter((one) => one.matchEmail === matchEmail).map(({ id }) => id);
    await stopOne(context, tx, { ...stop, address, matchEmail, ids });
  }
}

async function stopOne(
  context: Pick<OrganizationContext, 'services'>,
  tx: Tx,
  { address, matchEmail, ids, ...stop }: Stop & { address: string; matchEmail: string; ids: string[] },
): Promise<void> {
  const { seal, clock } = context.services;
  const { cause, reason } = stop;
  const now = clock.now();
  await endOfEverywhere(tx, matchEmail, { state: 'unsubscribed', reason, now });
  const { row, isNew } = await suppress(tx, seal, { ...stop, address });
  if (isNew) {
    await tx.audit({ action: 'suppression.added', subject: row.id, details: { cause, reason } });
    for (const id of ids)
      await recordActivity(tx, id, hubActor, now, [
        { action: activityOf[cause], toValue: reason.slice(0, 500) },
      ]);
  }
  if (ids.length === 0) await forgetContacts(context, tx, [address]);
}
