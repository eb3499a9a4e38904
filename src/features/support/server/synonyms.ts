import { sql } from 'drizzle-orm';
import type { askApi } from '#features/support/ask-contract.ts';
import { knowledgeChanged } from '#features/support/knowledge-contract.ts';
import type { Context } from '#server/context.ts';
import type { Input } from '#shared/endpoint.ts';
import { stemGroups } from './retrieve.ts';
import { synonyms } from './tables.ts';

type Endpoints = (typeof askApi)['endpoints'];

/** The organization's lines of words that mean the same, as they were written. */
export async function readSynonyms({ db }: Context): Promise<string[][]> {
  const [row] = await db.select({ groups: synonyms.groups }).from(synonyms);
  return (row?.groups ?? []).map((group) => group.map(({ word }) => word));
}

/** Replaces all lines; from then on a question with one word of a line finds the others. */
export async function saveSynonyms(
  context: Context,
  { body }: Input<Endpoints['saveSynonyms']>,
): Promise<string[][]> {
  const words = body.groups.map((group) => group.map((word) => word.trim()));
  const groups = await stemGroups(context, words);
  await context.tx(async (tx) => {
    await tx.db
      .insert(synonyms)
      .values({ groups })
      .onConflictDoUpdate({ target: synonyms.organizationId, set: { groups: sql`excluded.groups` } });
    await tx.audit({ action: 'knowledge.synonyms', details: { lines: groups.length } });
    tx.emit(knowledgeChanged, { id: null });
  });
  return words;
}
