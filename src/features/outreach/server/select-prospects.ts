import { type ProspectSelection, prospectBulkLimits } from '#features/outreach/contract.ts';
import type { OrganizationContext } from '#server/context.ts';
import { statement } from '#server/db/statement.ts';
import { likePattern } from '#server/search.ts';
import { AppError, notFound } from '#shared/errors.ts';

const byId = statement(
  'outreach.select-by-id',
  'select p.id from prospects p where p.organization_id = $1 and p.id = any($2::uuid[])',
  { prepare: false },
);
const byStatus = statement(
  'outreach.select-by-status',
  'select p.id from prospects p where p.organization_id = $1 and ($2::text is null or p.status = $2) limit $3',
  { prepare: false },
);
const bySearch = statement(
  'outreach.select-by-search',
  `select unnest(ids) as id from search_prospects($2, $3, 'businessName', null, null, $4) where $1::uuid is not null`,
  { prepare: false },
);

/**
 * Ids of the prospects that an action is about; picked ones that are gone are left out.
 * @throws AppError not_found when none of the picked ones is there
 * @throws AppError invalid when a filter matches more than `prospectBulkLimits.matching`.
 */
export async function selectedProspects(
  tx: Pick<OrganizationContext, 'run'>,
  selection: ProspectSelection,
): Promise<string[]> {
  if ('ids' in selection) {
    const rows = await tx.run(byId, [selection.ids]);
    if (rows.length === 0) throw notFound('prospect');
    return rows.map((row) => String(row.id));
  }
  const { search, status } = selection.filter;
  const enough = prospectBulkLimits.matching + 1;
  const rows = search
    ? await tx.run(bySearch, [likePattern(search), status, enough])
    : await tx.run(byStatus, [status, enough]);
  if (rows.length >= enough) {
    throw new AppError(
      'invalid',
      `The filter matches more than ${prospectBulkLimits.matching.toLocaleString('en-AU')} prospects. Narrow it and do the rest afterwards.`,
    );
  }
  return rows.map((row) => String(row.id));
}
