import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '#server/context.ts';
import { statement } from '#server/db/statement.ts';
import { prospectImports, type StoredProblem } from '../tables.ts';

const reset = statement(
  'outreach.unjudge-rows',
  `update prospect_import_rows r set state = 'ok', matched_by = null, existing_id = null, existing_line = null
   where r.organization_id = $1 and r.import_id = $2 and r.state = 'duplicate'`,
  { prepare: false },
);

/** Same email first, then same name and address; a prospect that is there first, then an earlier row of the file. */
const judge = statement(
  'outreach.judge-rows',
  `with own as (
     select r.line, r.match_email, r.match_name,
       min(r.line) over (partition by r.match_email) as first_email, min(r.line) over (partition by r.match_name) as first_name
     from prospect_import_rows r where r.organization_id = $1 and r.import_id = $2 and r.state = 'ok'
   ), same_email as (
     select distinct on (p.match_email) p.match_email, p.id from prospects p
     where p.organization_id = $1 and p.match_email in (select o.match_email from own o) order by p.match_email, p.id
   ), same_name as (
     select distinct on (p.match_name) p.match_name, p.id from prospects p
     where p.organization_id = $1 and p.match_name in (select o.match_name from own o) order by p.match_name, p.id
   ), found as (
     select o.line, e.id as email_id, n.id as name_id,
       case when o.match_email is not null and o.first_email < o.line then o.first_email end as email_line,
       case when o.first_name < o.line then o.first_name end as name_line
     from own o left join same_email e on e.match_email = o.match_email left join same_name n on n.match_name = o.match_name
   )
   update prospect_import_rows r set state = 'duplicate',
     matched_by = case when f.email_id is null and f.email_line is null then 'name_and_address' else 'email' end,
     existing_id = case when f.email_id is null and f.email_line is null then f.name_id else f.email_id end,
     existing_line = case when f.email_id is not null then null when f.email_line is not null then f.email_line when f.name_id is null then f.name_line end
   from found f
   where r.organization_id = $1 and r.import_id = $2 and r.line = f.line
     and (f.email_id is not null or f.name_id is not null or f.email_line is not null or f.name_line is not null)`,
  { prepare: false },
);

const grouped = statement(
  'outreach.group-rows',
  `select r.state, r.reason_kind, r.warning_kind, r.matched_by, count(*)::int as count from prospect_import_rows r
   where r.organization_id = $1 and r.import_id = $2 group by 1, 2, 3, 4`,
  { prepare: false },
);
const groups = z.array(
  z.object({
    state: z.enum(['ok', 'duplicate', 'rejected']),
    reason_kind: z.string().nullable(),
    warning_kind: z.string().nullable(),
    matched_by: z.string().nullable(),
    count: z.number(),
  }),
);

export interface Judgement {
  okCount: number;
  duplicateCount: number;
  rejectedCount: number;
  problems: StoredProblem[];
}

/** As long as the embedded database lets a statement run: one over 200,000 rows takes longer than those of a screen. */
const longestMs = 60_000;

/**
 * One import of an organization at a time: what is judged stays true until the commit. The rows of a file are newer than
 * the planner's statistics, which take 100,000 of them for one, or an index full of dead rows for an empty one, and would
 * compare each with each: until the commit it joins by hashes instead.
 */
export async function lockImports(tx: Tx): Promise<void> {
  await tx.db.execute(
    sql`select pg_advisory_xact_lock(hashtext('prospect-import'), hashtext(${tx.organizationId})),
      set_config('enable_nestloop', 'off', true), set_config('statement_timeout', ${String(longestMs)}, true)`,
  );
}

/**
 * Finds duplicates among the rows of an import. Under `lockImports`; the import's own row is left alone, so that it can be
 * cancelled while its rows are written.
 */
export async function judgeRows(tx: Tx, importId: string): Promise<Judgement> {
  await tx.run(reset, [importId]);
  await tx.run(judge, [importId]);
  const rows = groups.parse(await tx.run(grouped, [importId]));
  const sum = (state: string) =>
    rows.filter((row) => row.state === state).reduce((total, { count }) => total + count, 0);
  return {
    okCount: sum('ok'),
    duplicateCount: sum('duplicate'),
    rejectedCount: sum('rejected'),
    problems: problemsOf(rows),
  };
}

/** Judges a file that was read, and has it wait for its import. Under `lockImports`. */
export async function judgeImport(
  tx: Tx,
  importId: string,
  set: Partial<typeof prospectImports.$inferInsert> = {},
): Promise<Judgement> {
  const judgement = await judgeRows(tx, importId);
  await tx.db
    .update(prospectImports)
    .set({ ...judgement, ...set, state: 'ready' })
    .where(eq(prospectImports.id, importId));
  return judgement;
}

function problemsOf(rows: z.output<typeof groups>): StoredProblem[] {
  const counts = new Map<string, StoredProblem>();
  const add = (state: StoredProblem['state'], kind: string | null, count: number) => {
    if (kind === null) return;
    const key = `${state} ${kind}`;
    counts.set(key, { state, kind, count: (counts.get(key)?.count ?? 0) + count });
  };
  for (const { state, reason_kind, warning_kind, matched_by, count } of rows) {
    if (state === 'rejected') add('rejected', reason_kind, count);
    else add('warning', warning_kind, count);
    if (state === 'duplicate') add('duplicate', matched_by, count);
  }
  return [...counts.values()].toSorted((a, b) => b.count - a.count);
}
