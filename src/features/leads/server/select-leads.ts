import { bulkLimits, type LeadSelection } from '#features/leads/list-contract.ts';
import type { Tx } from '#server/context.ts';
import { statement } from '#server/db/statement.ts';
import { likePattern } from '#server/search.ts';
import { AppError, notFound } from '#shared/errors.ts';

const byId = statement(
  'leads.select-by-id',
  'select l.thread_id from leads l where l.organization_id = $1 and l.thread_id = any($2::text[])',
  { prepare: false },
);
const byStage = statement(
  'leads.select-by-stage',
  'select l.thread_id from leads l where l.organization_id = $1 and ($2::text is null or l.stage = $2) limit $3',
  { prepare: false },
);
const bySearch = statement(
  'leads.select-by-search',
  `select unnest(ids) as thread_id from search_leads($2, $3, 'latest_updated', null, null, $4, $5) where $1::uuid is not null`,
  { prepare: false },
);

/**
 * Ids of the leads that an action is about; picked ones that are gone are left out.
 * @throws AppError not_found when none of the picked ones is there
 * @throws AppError invalid when a filter matches more than `bulkLimits.matching`.
 */
export async function selectedIds(tx: Pick<Tx, 'run'>, selection: LeadSelection): Promise<string[]> {
  if ('ids' in selection) {
    const rows = await tx.run(byId, [selection.ids]);
    if (rows.length === 0) throw notFound('lead');
    return rows.map((row) => String(row.thread_id));
  }
  const { search, searchMessages, stage } = selection.filter;
  const enough = bulkLimits.matching + 1;
  const rows = search
    ? await tx.run(bySearch, [likePattern(search), stage, enough, searchMessages])
    : await tx.run(byStage, [stage, enough]);
  if (rows.length >= enough) {
    throw new AppError(
      'invalid',
      `The filter matches more than ${bulkLimits.matching.toLocaleString('en-AU')} leads. Narrow it and do the rest afterwards.`,
    );
  }
  return rows.map((row) => String(row.thread_id));
}
