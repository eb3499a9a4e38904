import { z } from 'zod';
import type { Lead, LeadSort, leadsApi } from '#features/leads/contract.ts';
import { leadSort } from '#features/leads/contract.ts';
import { leadStage } from '#features/leads/stage.ts';
import type { Context } from '#server/context.ts';
import type { Row } from '#server/db/database.ts';
import { type Statement, statement } from '#server/db/statement.ts';
import type { Reply } from '#server/http/route.ts';
import { cursorPart, decodeCursor, encodeCursor, pageReply } from '#server/page.ts';
import { likePattern } from '#server/search.ts';
import type { Input } from '#shared/endpoint.ts';
import { isoInstant, leadColumns, leadOut } from './lead-row.ts';

type List = (typeof leadsApi)['endpoints']['list'];

interface Order {
  key: string;
  type: 'timestamptz' | 'text' | 'numeric';
  direction: 'asc' | 'desc';
  /** Leads without the key come last, both ways. */
  nullable: boolean;
}

/** The specification's sorts (section 9). Ties go by thread_id. */
const orders: Record<LeadSort, Order> = {
  latest_updated: { key: 'l.updated_at', type: 'timestamptz', direction: 'desc', nullable: false },
  latest_contact: { key: 'l.last_message_at', type: 'timestamptz', direction: 'desc', nullable: true },
  first_contact: { key: 'l.created_at', type: 'timestamptz', direction: 'asc', nullable: false },
  name_asc: { key: 'l.name_key collate "C"', type: 'text', direction: 'asc', nullable: true },
  name_desc: { key: 'l.name_key collate "C"', type: 'text', direction: 'desc', nullable: true },
  budget_high_low: { key: 'l.budget_value', type: 'numeric', direction: 'desc', nullable: true },
  budget_low_high: { key: 'l.budget_value', type: 'numeric', direction: 'asc', nullable: true },
};

type Place = 'first' | 'after-key' | 'after-null';

/** Matching leads, from the counters that change with the leads themselves. */
function totalText(staged: boolean): string {
  return `select coalesce(sum(c.count), 0)::int from lead_counts c where c.organization_id = $1${staged ? ' and c.stage = $5' : ''}`;
}

function pageText(order: Order, place: Place, staged: boolean): string {
  const { key, type, direction } = order;
  const select = `select ${leadColumns}, ${key} as sort_key, (${totalText(staged)}) as total from leads l where l.organization_id = $1${staged ? ' and l.stage = $5' : ''}`;
  const sorted = `order by ${key} ${direction}${order.nullable ? ' nulls last' : ''}, l.thread_id limit $4`;
  const rest = `(${select} and ${key} is null and ($3::text is null or l.thread_id > $3) order by l.thread_id limit $4)`;
  if (place === 'first') return `${select} and $2::text is null and $3::text is null ${sorted}`;
  if (place === 'after-null') return rest.slice(1, -1).replace('and ($3', 'and $2::text is null and ($3');
  const further = direction === 'asc' ? '>' : '<';
  // The first comparison bounds the walk along the index, the second leaves out what the page before held.
  const walk = `${select} and ${key} ${further}= $2::${type} and (${key} ${further} $2::${type} or l.thread_id > $3) ${sorted}`;
  if (!order.nullable) return walk;
  const nulls = rest.replace('and ($3::text is null or l.thread_id > $3)', '');
  // Two walks, of which the second is short or empty, instead of an OR that would read from the beginning.
  return `select * from ((${walk}) union all ${nulls}) both_parts order by sort_key ${direction} nulls last, thread_id limit $4`;
}

const pages = new Map<string, Statement>();
for (const sort of leadSort.options) {
  for (const place of ['first', 'after-key', 'after-null'] as const) {
    for (const staged of [false, true]) {
      const id = `leads.${sort}.${place}${staged ? '.stage' : ''}`;
      pages.set(id, statement(id, pageText(orders[sort], place, staged)));
    }
  }
}

const totals = statement('leads.totals', 'select stage, count from lead_counts where organization_id = $1');

const searched = statement(
  'leads.search',
  `select found.total, ${leadColumns}, l.updated_at as k_updated, l.last_message_at as k_contact, l.created_at as k_created, l.name_key as k_name, l.budget_value as k_budget
   from search_leads($2, $3, $4, $5, $6, $7, $8) found
   left join lateral unnest(found.ids) with ordinality as hit (id, place) on true
   left join leads l on l.organization_id = $1 and l.thread_id = hit.id
   order by hit.place`,
  { prepare: false },
);

const searchKeys: Record<LeadSort, string> = {
  latest_updated: 'k_updated',
  latest_contact: 'k_contact',
  first_contact: 'k_created',
  name_asc: 'k_name',
  name_desc: 'k_name',
  budget_high_low: 'k_budget',
  budget_low_high: 'k_budget',
};

const keyOf = { timestamptz: cursorPart.instant, text: cursorPart.text, numeric: cursorPart.number } as const;

/** A cursor goes on in the sort that it was made in; its key is of that sort's type. */
function cursorParts(sort: LeadSort) {
  return z.tuple([z.literal(sort), keyOf[orders[sort].type].nullable(), cursorPart.text]);
}

interface Keyed {
  lead: Lead;
  key: string | null;
}

/** A page of leads: one round trip for the rows, one for the count; never a scan that grows with the tenant. */
export async function listLeads(context: Context, { query }: Input<List>): Promise<Reply<Lead[]>> {
  const { sort, stage, limit } = query;
  const found = await pageOf(context, query, decodeCursor(query.cursor, cursorParts(sort)));
  const reply = pageReply({
    items: found.items,
    limit,
    total: found.total,
    path: '/api/leads',
    query: {
      limit,
      search: query.search,
      searchMessages: query.searchMessages ? '1' : undefined,
      stage,
      sort,
    },
    cursorOf: ({ lead, key }) => encodeCursor([sort, key, lead.thread_id]),
  });
  return Object.assign(reply, { body: reply.body.map(({ lead }) => lead) });
}

/** Leads after a place in the list, and the place of the last one: for walking through all of them. */
export async function leadPage(
  context: Context,
  query: Query,
  after: After,
): Promise<{ leads: Lead[]; last: After }> {
  const { items } = await pageOf(context, query, after);
  const last = items.at(-1);
  return {
    leads: items.map(({ lead }) => lead),
    last: last ? [query.sort, last.key, last.lead.thread_id] : null,
  };
}

/** Up to one more than `limit`. */
function pageOf(context: Context, query: Query, after: After): Promise<{ items: Keyed[]; total: number }> {
  return query.search ? search(context, query.search, query, after) : page(context, query, after);
}

type Query = Omit<Input<List>['query'], 'cursor'>;
type After = z.output<ReturnType<typeof cursorParts>> | null;

async function page(
  context: Context,
  { sort, stage, limit }: Query,
  after: After,
): Promise<{ items: Keyed[]; total: number }> {
  const place: Place = after === null ? 'first' : after[1] === null ? 'after-null' : 'after-key';
  const prepared = pages.get(`leads.${sort}.${place}${stage ? '.stage' : ''}`);
  if (!prepared) throw new Error(`No statement for ${sort}.`);
  const values = [after?.[1] ?? null, after?.[2] ?? null, limit + 1, ...(stage ? [stage] : [])];
  const rows = await context.run(prepared, values);
  // A page beyond the last row still tells how many there are.
  const total = rows.length > 0 ? Number(rows[0]?.total) : await countOf(context, stage);
  return { items: rows.map((row) => keyed(row, row.sort_key, sort, context)), total };
}

async function search(
  context: Context,
  text: string,
  { sort, stage, limit, searchMessages }: Query,
  after: After,
): Promise<{ items: Keyed[]; total: number }> {
  const rows = await context.run(searched, [
    likePattern(text),
    stage ?? null,
    sort,
    after?.[1] ?? null,
    after?.[2] ?? null,
    limit + 1,
    searchMessages,
  ]);
  const hits = rows.filter((row) => row.thread_id !== null);
  return {
    items: hits.map((row) => keyed(row, row[searchKeys[sort]], sort, context)),
    total: Number(rows[0]?.total ?? 0),
  };
}

function keyed(row: Row, key: unknown, sort: LeadSort, context: Context): Keyed {
  const lead = leadOut(row, context.session.timezone);
  if (orders[sort].type === 'timestamptz') return { lead, key: isoInstant(key) };
  return { lead, key: typeof key === 'string' ? key : null };
}

/** Leads per stage, from the counters that change with the leads themselves. */
export async function stageCounts(
  context: Pick<Context, 'run'>,
): Promise<Record<z.infer<typeof leadStage>, number>> {
  const rows = await context.run(totals);
  const byStage = new Map(rows.map((row) => [row.stage, Number(row.count)]));
  const all = leadStage.options.map((stage) => [stage, byStage.get(stage) ?? 0] as const);
  return z.record(leadStage, z.number()).parse(Object.fromEntries(all));
}

async function countOf(context: Context, stage: z.infer<typeof leadStage> | undefined): Promise<number> {
  const byStage = await stageCounts(context);
  return stage ? byStage[stage] : Object.values(byStage).reduce((sum, count) => sum + count, 0);
}
