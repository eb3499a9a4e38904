import type { Lead } from '#features/leads/contract.ts';
import type { leadListApi } from '#features/leads/list-contract.ts';
import { stageNames } from '#features/leads/stage.ts';
import { users } from '#features/organization/server/tables.ts';
import type { Context } from '#server/context.ts';
import { csvHeader, csvRows } from '#server/csv.ts';
import { statement } from '#server/db/statement.ts';
import { Download } from '#server/http/route.ts';
import type { Input } from '#shared/endpoint.ts';
import { wallClock, zonedDate } from '#shared/zoned-time.ts';
import { leadColumns, leadOut } from './lead-row.ts';
import { leadPage } from './list.ts';
import { selectedIds } from './select-leads.ts';

type Export = (typeof leadListApi)['endpoints']['exportCsv'];

const pageSize = 1000;

const picked = statement(
  'leads.picked',
  `select ${leadColumns} from unnest($2::text[]) with ordinality as wanted (id, place)
   join leads l on l.organization_id = $1 and l.thread_id = wanted.id order by wanted.place`,
  { prepare: false },
);

/** Leads as CSV, page by page: memory does not grow with their number. Times are the organization's wall clock. */
export async function exportCsv(context: Context, { body }: Input<Export>): Promise<Download> {
  const { timezone } = context.session;
  if ('ids' in body.selection) await selectedIds(context, body.selection);
  const { selection } = body;
  const details = 'ids' in selection ? { picked: selection.ids.length } : selection;
  await context.tx((tx) => tx.audit({ action: 'leads.exported', details }));
  const names = await memberNames(context);
  const day = zonedDate(context.services.clock.now(), timezone);
  return new Download(file(context, body, names), 'text/csv; charset=utf-8', `leads-${day}.csv`);
}

async function memberNames({ db }: Context): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
    .from(users);
  return new Map(rows.map((row) => [row.id, `${row.firstName} ${row.lastName}`]));
}

async function* file(
  context: Context,
  body: Input<Export>['body'],
  names: ReadonlyMap<string, string>,
): AsyncGenerator<string> {
  const { timezone } = context.session;
  yield csvHeader(headings(timezone));
  for await (const leads of pagesOf(context, body)) {
    yield csvRows(leads.map((lead) => cells(lead, names, timezone)));
  }
}

async function* pagesOf(
  context: Context,
  { selection, sort }: Input<Export>['body'],
): AsyncGenerator<Lead[]> {
  if ('ids' in selection) {
    const rows = await context.run(picked, [selection.ids]);
    yield rows.map((row) => leadOut(row, context.session.timezone));
    return;
  }
  const { stage, search, searchMessages } = selection.filter;
  const query = { sort, stage: stage ?? undefined, search, searchMessages, limit: pageSize - 1 };
  let after: Awaited<ReturnType<typeof leadPage>>['last'] = null;
  do {
    const page = await leadPage(context, query, after);
    if (page.leads.length > 0) yield page.leads;
    after = page.leads.length < pageSize ? null : page.last;
  } while (after !== null);
}

function headings(timezone: string): string[] {
  return [
    'Name',
    'Company',
    'Email',
    'Phone',
    'Stage',
    'Assigned to',
    'Advertising goal',
    'Interested location',
    'Budget',
    'Duration',
    'Period',
    'Messages',
    ...['Created', 'Updated', 'Last message', 'Follow up', 'Meeting'].map((name) => `${name} (${timezone})`),
    'Meeting link',
    'Thread ID',
  ];
}

function cells(lead: Lead, names: ReadonlyMap<string, string>, timezone: string): (string | number | null)[] {
  return [
    lead.name,
    lead.company,
    lead.contact_email,
    lead.phone_number,
    stageNames[lead.stage],
    lead.assignee_id === null ? null : (names.get(lead.assignee_id) ?? null),
    lead.advertising_goal,
    lead.billboard,
    lead.budget,
    lead.duration,
    lead.period,
    lead.message_count,
    ...[lead.created_at, lead.updated_at, lead.last_message_at, lead.follow_up_at, lead.calldate_iso].map(
      (instant) => (instant === null ? null : cellTime(instant, timezone)),
    ),
    lead.meeting_link,
    lead.thread_id,
  ];
}

/** `2026-12-04 14:30`: what spreadsheets take for a time. */
function cellTime(instant: string, timezone: string): string {
  return wallClock(new Date(instant), timezone).replace('T', ' ');
}
