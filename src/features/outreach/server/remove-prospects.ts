import { inArray } from 'drizzle-orm';
import { type prospectsApi, prospectsChanged, prospectUpdated } from '#features/outreach/contract.ts';
import type { Context, Tx } from '#server/context.ts';
import { statement } from '#server/db/statement.ts';
import { suppressionCauses } from '#server/integrations/send-rules.ts';
import { forgetAddress, suppressedOf } from '#server/integrations/suppressions.ts';
import type { Input } from '#shared/endpoint.ts';
import { notFound } from '#shared/errors.ts';
import { cancelWaiting } from './emails/take-back.ts';
import { matchEmailOf } from './match-keys.ts';
import { selectedProspects } from './select-prospects.ts';
import { prospects } from './tables.ts';

type Endpoints = (typeof prospectsApi)['endpoints'];

/** Deletes a prospect; the list of stopped addresses goes on stopping its address without naming it. */
export function removeProspect(context: Context, { params }: Input<Endpoints['remove']>): Promise<undefined> {
  return context.tx(async (tx) => {
    const [row] = await removed(context, tx, [params.id]);
    if (!row) throw notFound('prospect');
    const { id, businessName, status } = row;
    await tx.audit({ action: 'prospect.deleted', subject: id, details: { name: businessName } });
    tx.emit(prospectUpdated, { id, businessName, status, removed: true });
    return undefined;
  });
}

/** Deletes many prospects in one transaction: all of them or none. */
export function removeMany(
  context: Context,
  { body }: Input<Endpoints['removeMany']>,
): Promise<{ removed: number }> {
  return context.tx(async (tx) => {
    const rows = await removed(context, tx, await selectedProspects(tx, body.selection));
    await tx.audit({ action: 'prospects.deleted', details: { count: rows.length } });
    if (rows.length > 0) tx.emit(prospectsChanged, { count: rows.length });
    return { removed: rows.length };
  });
}

async function removed(context: Context, tx: Tx, ids: readonly string[]) {
  if (ids.length === 0) return [];
  await cancelWaiting(context, tx, ids, context.session.actor);
  // In one order, as by whoever else locks several: a deletion takes rows as it finds them.
  await tx.db
    .select({ id: prospects.id })
    .from(prospects)
    .where(inArray(prospects.id, [...ids]))
    .orderBy(prospects.id)
    .for('update');
  const rows = await tx.db
    .delete(prospects)
    .where(inArray(prospects.id, [...ids]))
    .returning({
      id: prospects.id,
      businessName: prospects.businessName,
      status: prospects.status,
      contactEmail: prospects.contactEmail,
    });
  await forgetContacts(
    context,
    tx,
    rows.flatMap(({ contactEmail }) => contactEmail || []),
  );
  return rows;
}

const stillThere = statement(
  'outreach.address-in-use',
  `select 1 from prospects p where p.organization_id = $1 and p.match_email = $2
   union all select 1 from leads l where l.organization_id = $1 and lower(l.contact_email) = lower($2) limit 1`,
);

/** Addresses in one query, which takes at most 65,535 values. */
const askedAtOnce = 10_000;

/** With the last row of a person, the list of stopped addresses no longer names them. */
export async function forgetContacts(
  { services }: Pick<Context, 'services'>,
  tx: Tx,
  addresses: readonly string[],
): Promise<void> {
  const all = [...new Set(addresses)].toSorted();
  for (let from = 0; from < all.length; from += askedAtOnce) {
    const some = all.slice(from, from + askedAtOnce);
    const stopped = await suppressedOf(tx, services.seal, some, suppressionCauses);
    for (const address of new Set(stopped.map((one) => one.address))) {
      const rows = await tx.run(stillThere, [matchEmailOf(address)]);
      if (rows.length === 0) await forgetAddress(tx, services.seal, address);
    }
  }
}
