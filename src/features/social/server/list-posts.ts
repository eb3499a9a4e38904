import { and, asc, count, desc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type PostDetails, postLimits, type SocialPost, type socialApi } from '#features/social/contract.ts';
import type { Platform } from '#features/social/platforms.ts';
import { groupOf, type PostGroup } from '#features/social/post-state.ts';
import type { Context, OrganizationContext } from '#server/context.ts';
import { statement } from '#server/db/statement.ts';
import { Reply } from '#server/http/route.ts';
import { cursorPart, decodeCursor, encodeCursor, pageReply } from '#server/page.ts';
import { likePattern } from '#server/search.ts';
import type { Input, Output } from '#shared/endpoint.ts';
import { AppError } from '#shared/errors.ts';
import { detailsOut, type PostRow, postsOut } from './post-row.ts';
import { socialPostCounts, socialPosts } from './tables.ts';

type Endpoints = (typeof socialApi)['endpoints'];
type Query = Input<Endpoints['list']>['query'];

const dayMs = 86_400_000;
/** Of all texts in one answer of the calendar. */
const calendarCharacters = 8_000_000;

const searched = statement(
  'social.search',
  'select total, ids from search_posts($2, $3, $4, $5, $6, $7, $8) where $1::uuid is not null',
  { prepare: false },
);

export async function listPosts(context: Context, { query }: { query: Query }): Promise<Reply<SocialPost[]>> {
  return page(context, query, '/api/social-posts', (rows) => postsOut(context, rows));
}

export async function listEntries(
  context: Context,
  { query }: { query: Query },
): Promise<Reply<PostDetails[]>> {
  return page(context, query, '/api/social-entries', (rows) => detailsOut(context, rows));
}

function cursorParts(sort: Query['sort']) {
  return z.tuple([z.literal(sort), cursorPart.instant.nullable(), cursorPart.id]);
}
type After = z.output<ReturnType<typeof cursorParts>> | null;

function keyOf(row: PostRow, sort: Query['sort']): string | null {
  const at = sort === 'newest' ? row.createdAt : row.scheduledFor;
  return at?.toISOString() ?? null;
}

async function page<Out>(
  context: Context,
  query: Query,
  path: string,
  out: (rows: PostRow[]) => Promise<Out[]>,
): Promise<Reply<Out[]>> {
  if (query.from !== undefined || query.to !== undefined) {
    const rows = await calendar(context, query);
    return new Reply(await out(rows), { headers: { 'x-total-count': String(rows.length) } });
  }
  const after = decodeCursor(query.cursor, cursorParts(query.sort));
  const { rows, total } = query.search
    ? await search(context, query.search, query, after)
    : await walk(context, query, after);
  const reply = pageReply({
    items: rows,
    limit: query.limit,
    total,
    path,
    query: {
      limit: query.limit,
      search: query.search,
      status: query.status,
      platform: query.platform,
      sort: query.sort,
    },
    cursorOf: (last) => encodeCursor([query.sort, keyOf(last, query.sort), last.id]),
  });
  return new Reply(await out(reply.body), { headers: reply.headers });
}

/** Posts of some days, by the time at which they are scheduled or were published. */
async function calendar({ db }: Context, query: Query): Promise<PostRow[]> {
  const { from, to } = query;
  const issue = (path: string, message: string) =>
    new AppError('invalid', message, { issues: [{ path, message }] });
  if (from === undefined || to === undefined)
    throw issue(
      from === undefined ? 'from' : 'to',
      'A calendar has a beginning and an end: give from and to.',
    );
  const [begin, end] = [new Date(from), new Date(to)];
  if (end <= begin) throw issue('to', 'The end comes after the beginning.');
  // An hour more: the days of the range may hold the end of daylight saving.
  if (end.getTime() - begin.getTime() > postLimits.calendarDays * dayMs + 3_600_000)
    throw issue('to', `Ask for at most ${postLimits.calendarDays} days at once.`);
  const inDays = and(gte(socialPosts.calendarAt, begin), lt(socialPosts.calendarAt, end), ...chosen(query));
  const [size] = await db
    .select({ posts: count(), characters: sql<string>`coalesce(sum(length(${socialPosts.content})), 0)` })
    .from(socialPosts)
    .where(inDays);
  if (size && (size.posts > postLimits.calendarPosts || Number(size.characters) > calendarCharacters))
    throw issue('to', 'These days hold more posts than one answer can. Ask for fewer days.');
  return db
    .select()
    .from(socialPosts)
    .where(inDays)
    .orderBy(socialPosts.calendarAt, socialPosts.id)
    .limit(postLimits.calendarPosts);
}

function chosen({ status, platform }: Pick<Query, 'status' | 'platform'>): SQL[] {
  return [
    ...(status ? [eq(socialPosts.group, status)] : []),
    ...(platform ? [eq(socialPosts.platform, platform)] : []),
  ];
}

async function walk(
  context: Context,
  query: Query,
  after: After,
): Promise<{ rows: PostRow[]; total: number }> {
  const newest = query.sort === 'newest';
  const key = newest ? socialPosts.createdAt : socialPosts.scheduledFor;
  const beyond = after ? afterPlace(key, newest, after) : undefined;
  const rows = await context.db
    .select()
    .from(socialPosts)
    .where(and(...chosen(query), beyond))
    .orderBy(newest ? desc(key) : asc(key), socialPosts.id)
    .limit(query.limit + 1);
  const counts = await countPosts(context);
  const total = counts
    .filter((one) => query.platform === undefined || one.platform === query.platform)
    .filter((one) => query.status === undefined || one.group === query.status)
    .reduce((sum, one) => sum + one.count, 0);
  return { rows, total };
}

/** The first comparison bounds the walk along the index, the second leaves out what the page before held. */
function afterPlace(
  key: typeof socialPosts.createdAt | typeof socialPosts.scheduledFor,
  newest: boolean,
  [, at, id]: NonNullable<After>,
): SQL {
  if (at === null) return sql`${key} is null and ${socialPosts.id} > ${id}::uuid`;
  return newest
    ? sql`${key} <= ${at}::timestamptz and (${key} < ${at}::timestamptz or ${socialPosts.id} > ${id}::uuid)`
    : sql`(${key} >= ${at}::timestamptz or ${key} is null) and (${key} > ${at}::timestamptz or ${socialPosts.id} > ${id}::uuid or ${key} is null)`;
}

async function search(
  context: Context,
  text: string,
  { status, platform, sort, limit }: Query,
  after: After,
): Promise<{ rows: PostRow[]; total: number }> {
  const [found] = await context.run(searched, [
    likePattern(text),
    status ?? null,
    platform ?? null,
    sort,
    after?.[1] ?? null,
    after?.[2] ?? null,
    limit + 1,
  ]);
  const ids = z.array(z.string()).parse(found?.ids ?? []);
  const rows =
    ids.length === 0 ? [] : await context.db.select().from(socialPosts).where(inArray(socialPosts.id, ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return { rows: ids.flatMap((id) => byId.get(id) ?? []), total: Number(found?.total ?? 0) };
}

interface Counted {
  group: PostGroup;
  platform: Platform;
  count: number;
}

/** Posts by group and platform, from the counters that change with the posts themselves. */
async function countPosts({ db }: Pick<OrganizationContext, 'db'>): Promise<Counted[]> {
  const rows = await db.select().from(socialPostCounts);
  return rows.map(({ state, platform, count }) => ({ group: groupOf(state), platform, count }));
}

/** Counts for the hub's tiles and its chart, and for the dashboard. */
export async function readOverview(
  context: Pick<OrganizationContext, 'db'>,
): Promise<Output<Endpoints['overview']>> {
  const counts = await countPosts(context);
  const sum = (of: (one: Counted) => boolean) =>
    counts.filter(of).reduce((total, { count }) => total + count, 0);
  return {
    draft: sum(({ group }) => group === 'draft'),
    scheduled: sum(({ group }) => group === 'scheduled'),
    published: sum(({ group }) => group === 'published'),
    byPlatform: {
      linkedin: sum(({ platform }) => platform === 'linkedin'),
      facebook: sum(({ platform }) => platform === 'facebook'),
      instagram: sum(({ platform }) => platform === 'instagram'),
    },
  };
}
