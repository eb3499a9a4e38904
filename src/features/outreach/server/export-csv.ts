import { prospectFieldNames, prospectFields, type prospectsApi } from '#features/outreach/contract.ts';
import { prospectStatusNames } from '#features/outreach/prospect-status.ts';
import type { Context } from '#server/context.ts';
import { csvHeader, csvRows } from '#server/csv.ts';
import { statement } from '#server/db/statement.ts';
import { Download } from '#server/http/route.ts';
import type { Input } from '#shared/endpoint.ts';
import { wallClock, zonedDate } from '#shared/zoned-time.ts';
import { type ListPlace, prospectPage } from './list-prospects.ts';
import { prospectColumns, type StoredProspect, storedProspect } from './prospect-row.ts';
import { selectedProspects } from './select-prospects.ts';

type Export = (typeof prospectsApi)['endpoints']['exportCsv'];

const pageSize = 1000;

const picked = statement(
  'outreach.picked',
  `select ${prospectColumns} from unnest($2::uuid[]) with ordinality as wanted (id, place)
   join prospects p on p.organization_id = $1 and p.id = wanted.id order by wanted.place`,
  { prepare: false },
);

/**
 * Prospects as CSV, page by page: memory does not grow with their number. The first seven columns are the template's, so
 * that the file can be imported again. Times are the organization's wall clock.
 */
export async function exportCsv(context: Context, { body }: Input<Export>): Promise<Download> {
  await recordExport(context, 'prospects.exported', body);
  return csvDownload(context, 'prospects', file(context, body));
}

/** Writes into the audit log what leaves. @throws AppError not_found when none of the picked prospects is there */
export async function recordExport(
  context: Context,
  action: string,
  { selection }: Input<Export>['body'],
): Promise<void> {
  if ('ids' in selection) await selectedProspects(context, selection);
  const details = 'ids' in selection ? { picked: selection.ids.length } : selection;
  await context.tx((tx) => tx.audit({ action, details }));
}

/** A CSV file named by what is in it and the organization's day. */
export function csvDownload(context: Context, name: string, content: AsyncIterable<string>): Download {
  const day = zonedDate(context.services.clock.now(), context.session.timezone);
  return new Download(content, 'text/csv; charset=utf-8', `${name}-${day}.csv`);
}

async function* file(context: Context, body: Input<Export>['body']): AsyncGenerator<string> {
  const { timezone } = context.session;
  yield csvHeader([
    ...prospectFields.map((field) => prospectFieldNames[field]),
    'Prospect Status',
    `Last Contacted (${timezone})`,
    `Created (${timezone})`,
  ]);
  for await (const page of selectedPages(context, body))
    yield csvRows(page.map((one) => cells(one, timezone)));
}

/** The prospects of a selection, a thousand at a time. */
export async function* selectedPages(
  context: Context,
  { selection, sort }: Input<Export>['body'],
): AsyncGenerator<StoredProspect[]> {
  if ('ids' in selection) {
    const rows = await context.run(picked, [selection.ids]);
    yield rows.map(storedProspect);
    return;
  }
  const { status, search } = selection.filter;
  const query = { sort, status: status ?? undefined, search, limit: pageSize - 1 };
  let after: ListPlace = null;
  do {
    const page: Awaited<ReturnType<typeof prospectPage>> = await prospectPage(context, query, after);
    if (page.prospects.length > 0) yield page.prospects;
    after = page.prospects.length < pageSize ? null : page.last;
  } while (after !== null);
}

function cells(prospect: StoredProspect, timezone: string): (string | null)[] {
  const times = [prospect.lastContactedAt, prospect.createdAt];
  return [
    ...prospectFields.map((field) => prospect[field]),
    prospectStatusNames[prospect.status],
    ...times.map((at) => (at === null ? null : wallClock(new Date(at), timezone).replace('T', ' '))),
  ];
}
