import { z } from 'zod';
import {
  type Prospect,
  type ProspectOverview,
  type ProspectSort,
  prospectSort,
  type prospectsApi,
} from '#features/outreach/contract.ts';
import { type ProspectStatus, prospectStatus } from '#features/outreach/prospect-status.ts';
import type { Context, OrganizationContext } from '#server/context.ts';
import type { Row } from '#server/db/database.ts';
import { type Statement, statement } from '#server/db/statement.ts';
import { Reply } from '#server/http/route.ts';
import { cursorPart, decodeCursor, encodeCursor, pageReply } from '#server/page.ts';
import { likePattern } from '#server/search.ts';
import type { Input } from '#shared/endpoint.ts';
import { prospectColumns, prospectsOut, type StoredProspect, storedProspect } from './prospect-row.ts';

type List = (typeof prospectsApi)['endpoints']['list'];

interface Order {
  key: string;
  type: 'timestamptz' | 'text';
  direction: 'asc' | 'desc';
  /** Prospects without the key come last, both ways. */
  nullable: boolean;
}

const byName = { key: 'p.name_key collate "C"', type: 'text', nullable: false } as const;
const byIndustry = { key: 'p.industry_key collate "C"', type: 'text', nullable: true } as const;
const byContact = { key: 'p.last_contacted_at', type: 'timestamptz', nullable: true } as const;

/** The specification's sorts (section 9). Ties go by id in the same direction: one index serves both ways. */
const orders: Record<ProspectSort, Order> = {
  businessName: { ...byName, direction: 'asc' },
  businessName_desc: { ...byName, direction: 'desc' },
  industry_asc: { ...byIndustry, direction: 'asc' },
  industry_desc: { ...byIndustry, direction: 'desc' },
  lastContactedAt_recent: { ...byContact, direction: 'desc' },
  lastContactedAt_oldest: { ...byContact, direction: 'asc' },
};

type Place = 'first' | 'after-key' | 'after-null';

/** Matching prospects, from the counters that change with the prospects themselves. */
function totalText(staged: boolean): string {
  return `select coalesce(sum(c.count), 0)::int as total from prospect_counts c where c.organization_id = $1${staged ? ' and c.status = $5' : ''}`;
}

function pageText({ key, type, direction, nullable }: Order, place: Place, filtered: boolean): string {
  const further = direction === 'asc' ? '>' : '<';
  const select = `select ${prospectColumns}, ${key} as sort_key from prospects p where p.organization_id = $1${filtered ? ' and p.status = $5' : ''}`;
  const unused = 'and $2::text is null and $3::text is null';
  // The first comparison bounds the walk along the index, the second leaves out what the page before held.
  const beyond =
    place === 'first'
      ? unused
      : `and ${key} ${further}= $2::${type} and (${key} ${further} $2::${type} or p.id ${further} $3::uuid)`;
  const walk = `(${select} and ${key} is not null ${beyond} order by ${key} ${direction}, p.id ${direction} limit $4)`;
  const rest = place === 'after-null' ? `and $2::text is null and p.id ${further} $3::uuid` : '';
  const nulls = `(${select} and ${key} is null ${rest} order by p.id ${direction} limit $4)`;
  // Two walks, of which the second is short or empty, instead of an OR that would read from the beginning.
  const parts = place === 'after-null' ? nulls : nullable ? `${walk} union all ${nulls}` : walk;
  const sortKey = type === 'text' ? 'sort_key collate "C"' : 'sort_key';
  // Nothing is walked where nothing is: the rows of an import that is being written would all be looked at in vain.
  const counted = `with counted as materialized (${totalText(filtered)})`;
  const total = '(select counted.total from counted)';
  const walked = `select parts.*, ${total} as total from (${parts}) parts where ${total} > 0`;
  return `${counted} ${walked} order by ${sortKey} ${direction} nulls last, id ${direction} limit $4`;
}

const pages = new Map<string, Statement>();
for (const sort of prospectSort.options) {
  for (const place of ['first', 'after-key', 'after-null'] as const) {
    for (const filtered of [false, true]) {
      const id = `outreach.${sort}.${place}${filtered ? '.status' : ''}`;
      pages.set(id, statement(id, pageText(orders[sort], place, filtered)));
    }
  }
}

const totals = statement(
  'outreach.totals',
  'select status, count from prospect_counts where organization_id = $1',
);

const searched = statement(
  'outreach.search',
  `select found.total, ${prospectColumns}, p.name_key, p.industry_key
   from search_prospects($2, $3, $4, $5, $6, $7) found
   left join lateral unnest(found.ids) with ordinality as hit (id, place) on true
   left join prospects p on p.organization_id = $1 and p.id = hit.id
   order by hit.place`,
  { prepare: false },
);

function cursorParts(sort: ProspectSort) {
  const key = orders[sort].type === 'text' ? cursorPart.text : cursorPart.instant;
  return z.tuple([z.literal(sort), key.nullable(), cursorPart.id]);
}

interface Keyed {
  prospect: StoredProspect;
  key: string | null;
}
export type ListQuery = Omit<Input<List>['query'], 'cursor'>;
export type ListPlace = z.output<ReturnType<typeof cursorParts>> | null;

/** A page of prospects; never a scan that grows with the tenant. */
export async function listProspects(context: Context, { query }: Input<List>): Promise<Reply<Prospect[]>> {
  const { sort, status, limit } = query;
  const found = await pageOf(context, query, decodeCursor(query.cursor, cursorParts(sort)));
  const reply = pageReply({
    items: found.items,
    limit,
    total: found.total,
    path: '/api/prospects',
    query: { limit, search: query.search, status, sort },
    cursorOf: ({ prospect, key }) => encodeCursor([sort, key, prospect.id]),
  });
  const body = await prospectsOut(
    context,
    reply.body.map(({ prospect }) => prospect),
  );
  return new Reply(body, { headers: reply.headers });
}

/** Up to one more than `limit` prospects after a place, and the place of the last one: for walking through all. */
export async function prospectPage(
  context: Pick<OrganizationContext, 'run'>,
  query: ListQuery,
  after: ListPlace,
): Promise<{ prospects: StoredProspect[]; last: ListPlace }> {
  const { items } = await pageOf(context, query, after);
  const last = items.at(-1);
  return {
    prospects: items.map(({ prospect }) => prospect),
    last: last ? [query.sort, last.key, last.prospect.id] : null,
  };
}

async function pageOf(
  context: Pick<OrganizationContext, 'run'>,
  query: ListQuery,
  after: ListPlace,
): Promise<{ items: Keyed[]; total: number }> {
  const { sort, status, limit, search } = query;
  const place = [after?.[1] ?? null, after?.[2] ?? null, limit + 1];
  if (search) {
    const rows = await context.run(searched, [likePattern(search), status ?? null, sort, ...place]);
    const hits = rows.filter((row) => row.id !== null);
    return { items: hits.map((row) => keyed(row, sort)), total: Number(rows[0]?.total ?? 0) };
  }
  const part: Place = after === null ? 'first' : after[1] === null ? 'after-null' : 'after-key';
  const prepared = pages.get(`outreach.${sort}.${part}${status ? '.status' : ''}`);
  if (!prepared) throw new Error(`No statement for ${sort}.`);
  const rows = await context.run(prepared, [...place, ...(status ? [status] : [])]);
  // A page beyond the last row still tells how many there are.
  const total = rows.length > 0 ? Number(rows[0]?.total) : await countOf(context, status);
  return { items: rows.map((row) => keyed(row, sort)), total };
}

function keyed(row: Row, sort: ProspectSort): Keyed {
  const prospect = storedProspect(row);
  if (orders[sort].type === 'timestamptz') return { prospect, key: prospect.lastContactedAt };
  const key = row.sort_key ?? (orders[sort].nullable ? row.industry_key : row.name_key);
  return { prospect, key: typeof key === 'string' ? key : null };
}

/** Prospects by status, from the counters that change with the prospects themselves. */
export async function readProspectOverview(
  context: Pick<OrganizationContext, 'run'>,
): Promise<ProspectOverview> {
  const rows = await context.run(totals);
  const counts = new Map(rows.map((row) => [row.status, Number(row.count)]));
  const entries = prospectStatus.options.map((status) => [status, counts.get(status) ?? 0] as const);
  const byStatus = z.record(prospectStatus, z.number()).parse(Object.fromEntries(entries));
  return { total: entries.reduce((sum, [, count]) => sum + count, 0), byStatus };
}

async function countOf(
  context: Pick<OrganizationContext, 'run'>,
  status: ProspectStatus | undefined,
): Promise<number> {
  const { total, byStatus } = await readProspectOverview(context);
  return status ? byStatus[status] : total;
}
