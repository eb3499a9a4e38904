import { keysOf } from '#features/outreach/server/public.ts';
import { prospectCounts, prospectSearch, prospects } from '#features/outreach/server/tables.ts';
import type { Hub } from '#server/hub.ts';
import { newId } from '#server/ids.ts';
import { instantAt } from './moment.ts';
import { type DemoProspect, demoProspects } from './prospects.ts';
import { fillSequences } from './sequences-fill.ts';
import { colleagues } from './team.ts';

/** Gives the demo tenant its prospects and their sequences, in one transaction; one that ever had prospects gets none. */
export async function fillProspects(hub: Hub, organizationId: string, now: Date): Promise<void> {
  await hub.database.forOrganization(organizationId).tx(async (tx) => {
    const { db } = tx;
    // Counters stay when prospects go, so that deleted samples do not come back.
    const [known] = await db.select().from(prospectCounts).limit(1);
    if (known) return;
    const rows = demoProspects.map((one) => rowOf(one, now));
    await db.insert(prospects).values(rows.map(({ prospect }) => prospect));
    await db
      .insert(prospectSearch)
      .values(rows.map(({ prospect, searchText }) => ({ prospectId: prospect.id, searchText })));
    await fillSequences(
      tx,
      rows.map(({ prospect }) => prospect),
      now,
    );
  });
}

function rowOf(one: DemoProspect, now: Date) {
  const texts = {
    businessName: one.name,
    address: one.address,
    contactEmail: one.email,
    contactPhone: one.phone,
    industry: one.industry,
    summary: one.summary,
    notes: one.notes ?? '',
  };
  const { searchText, ...keys } = keysOf(texts);
  const createdAt = instantAt(one.added, now);
  const contactedAt = one.contacted ? instantAt(one.contacted, now) : null;
  const { firstName, lastName } = colleagues.tom;
  const prospect: typeof prospects.$inferInsert = {
    ...texts,
    ...keys,
    id: newId(),
    status: one.status,
    createdAt,
    updatedAt: contactedAt ?? createdAt,
    lastContactedAt: contactedAt,
    consentBasis: one.consent?.basis ?? null,
    consentSource: one.consent?.source ?? null,
    consentAt: one.consent ? createdAt : null,
    createdBy: `${firstName} ${lastName}`,
  };
  return { prospect, searchText };
}
