import { z } from 'zod';
import { leadStage } from '#features/leads/stage.ts';
import type { mailApi, Thread } from '#features/mail/contract.ts';
import type { Context } from '#server/context.ts';
import type { Row } from '#server/db/database.ts';
import { statement } from '#server/db/statement.ts';
import type { Reply } from '#server/http/route.ts';
import { cursorPart, decodeCursor, encodeCursor, pageReply } from '#server/page.ts';
import { likePattern } from '#server/search.ts';
import type { Input } from '#shared/endpoint.ts';

type List = (typeof mailApi)['endpoints']['threads'];

const columns = `t.id, t.subject, t.participants, t.message_count, t.last_message_at, t.snippet, l.name, l.company, l.stage`;
const fromThreads = `from threads t join leads l on l.organization_id = $1 and l.thread_id = t.id where t.organization_id = $1`;
const beyond = `($2::timestamptz is null or (t.last_message_at <= $2 and (t.last_message_at < $2 or t.id > $3)))`;

const page = statement(
  'threads.page',
  `select ${columns} ${fromThreads} and ${beyond} order by t.last_message_at desc, t.id limit $4`,
);
const total = statement(
  'threads.total',
  `select coalesce(sum(count), 0)::int as total from lead_counts where organization_id = $1`,
);

const matching = `(lower(t.subject) like $5 or exists (select from lead_search s where s.organization_id = $1 and s.thread_id = t.id and s.search_text like $5))`;
const searchPage = statement(
  'threads.search',
  `select ${columns} ${fromThreads} and ${beyond} and ${matching} order by t.last_message_at desc, t.id limit $4`,
  { prepare: false },
);
const searchTotal = statement(
  'threads.search-total',
  `select count(*)::int as total ${fromThreads} and ${matching.replaceAll('$5', '$2')}`,
  { prepare: false },
);

const participants = z.array(z.object({ name: z.string().nullable(), address: z.string() }));

/** Threads that belong to a lead, newest first. Search looks in the subject and in the lead's search fields. */
export async function listThreads(context: Context, { query }: Input<List>): Promise<Reply<Thread[]>> {
  const after = decodeCursor(query.cursor, z.tuple([cursorPart.instant, cursorPart.text]));
  const values = [after?.[0] ?? null, after?.[1] ?? null, query.limit + 1];
  const pattern = query.search ? likePattern(query.search) : null;
  const rows =
    pattern === null ? await context.run(page, values) : await context.run(searchPage, [...values, pattern]);
  const totals = pattern === null ? await context.run(total) : await context.run(searchTotal, [pattern]);
  return pageReply({
    items: rows.map(threadOf),
    limit: query.limit,
    total: Number(totals[0]?.total ?? 0),
    path: '/api/threads',
    query,
    cursorOf: (last) => encodeCursor([last.lastMessageAt, last.threadId]),
  });
}

function threadOf(row: Row): Thread {
  return {
    threadId: String(row.id),
    subject: String(row.subject),
    participants: participants.parse(row.participants),
    messageCount: Number(row.message_count),
    lastMessageAt: new Date(String(row.last_message_at)).toISOString(),
    snippet: String(row.snippet),
    lead: {
      thread_id: String(row.id),
      name: textOrNull(row.name),
      company: textOrNull(row.company),
      stage: leadStage.parse(row.stage),
    },
  };
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
