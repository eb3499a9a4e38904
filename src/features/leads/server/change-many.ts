import { and, eq } from 'drizzle-orm';
import {
  type BulkAnswer,
  type BulkChange,
  type leadListApi,
  leadsChangedEvent,
} from '#features/leads/list-contract.ts';
import { lockThreads } from '#features/mail/server/public.ts';
import type { Context, Tx } from '#server/context.ts';
import type { Row } from '#server/db/database.ts';
import { statement } from '#server/db/statement.ts';
import { newId } from '#server/ids.ts';
import type { Input } from '#shared/endpoint.ts';
import { AppError, notFound } from '#shared/errors.ts';
import { activeUser } from './active-user.ts';
import { selectedIds } from './select-leads.ts';
import { leadActivity } from './tables.ts';

type Endpoints = (typeof leadListApi)['endpoints'];
type Field = 'stage' | 'assignee';

const columns = { stage: 'stage', assignee: 'assignee_id' } as const;
const types = { stage: 'text', assignee: 'uuid' } as const;

/** Changes one column of many leads and records each change, in one statement; leads that hold the value already stay. */
function changeText(field: Field): string {
  const column = columns[field];
  return `with target as (
     select l.thread_id, l.${column} as before from leads l
     where l.organization_id = $1 and l.thread_id = any($2::text[]) and l.${column} is distinct from $3::${types[field]}
     order by l.thread_id for update
   ), written as (
     update leads l set ${column} = $3::${types[field]}, updated_at = greatest($4::timestamptz, l.updated_at + interval '1 millisecond')
     from target t where l.organization_id = $1 and l.thread_id = t.thread_id returning l.thread_id
   )
   insert into lead_activity (organization_id, id, thread_id, at, actor, actor_id, action, from_value, to_value, batch_id)
   select $1, gen_random_uuid(), t.thread_id, $4, $5, $6, '${field}', t.before::text, $3::text, $7::uuid
   from target t join written w on w.thread_id = t.thread_id returning thread_id`;
}

/** Puts back what a batch changed, where the lead still holds what the batch had set. */
function undoText(field: Field): string {
  const column = columns[field];
  return `with target as (
     select l.thread_id, l.${column} as before, a.from_value as back
     from lead_activity a join leads l on l.organization_id = $1 and l.thread_id = a.thread_id
     where a.organization_id = $1 and a.batch_id = $2::uuid and l.${column}::text is not distinct from a.to_value
     order by l.thread_id for update of l
   ), written as (
     update leads l set ${column} = t.back::${types[field]}, updated_at = greatest($3::timestamptz, l.updated_at + interval '1 millisecond')
     from target t where l.organization_id = $1 and l.thread_id = t.thread_id returning l.thread_id
   )
   insert into lead_activity (organization_id, id, thread_id, at, actor, actor_id, action, from_value, to_value)
   select $1, gen_random_uuid(), t.thread_id, $3, $4, $5, '${field}', t.before::text, t.back
   from target t join written w on w.thread_id = t.thread_id returning thread_id`;
}

const changes = {
  stage: statement('leads.change-many-stage', changeText('stage'), { prepare: false }),
  assignee: statement('leads.change-many-assignee', changeText('assignee'), { prepare: false }),
};
const undos = {
  stage: statement('leads.undo-many-stage', undoText('stage'), { prepare: false }),
  assignee: statement('leads.undo-many-assignee', undoText('assignee'), { prepare: false }),
};

/** A bulk action can be undone for this long. */
const undoMs = 3_600_000;

/** Changes stage or assignee of many leads in one transaction: all of them or none. */
export function changeMany(context: Context, { body }: Input<Endpoints['changeMany']>): Promise<BulkAnswer> {
  const { session, services } = context;
  return context.tx(async (tx) => {
    // Merges lock leads in their own order: one of both at a time.
    await lockThreads(tx);
    const ids = await selectedIds(tx, body.selection);
    const asked = 'ids' in body.selection ? new Set(body.selection.ids).size : ids.length;
    const { field, value } = await wanted(tx, body.change);
    const batchId = newId();
    const rows = await tx.run(changes[field], [
      ids,
      value,
      services.clock.now(),
      session.actor,
      session.userId ?? session.id,
      batchId,
    ]);
    return answer(tx, rows, asked, batchId);
  });
}

async function wanted(tx: Tx, change: BulkChange): Promise<{ field: Field; value: string | null }> {
  if ('stage' in change) return { field: 'stage', value: change.stage };
  const assignee = change.assignee_id;
  return { field: 'assignee', value: assignee === null ? null : await activeUser(tx, assignee) };
}

/**
 * Puts back what a bulk action changed. Leads that someone changed since are left alone.
 * @throws AppError conflict after an hour.
 */
export function undoMany(context: Context, { params }: Input<Endpoints['undoMany']>): Promise<BulkAnswer> {
  const { session, services } = context;
  return context.tx(async (tx) => {
    await lockThreads(tx);
    const batch = eq(leadActivity.batchId, params.batchId);
    const [first] = await tx.db.select().from(leadActivity).where(batch).limit(1);
    if (!first || (first.action !== 'stage' && first.action !== 'assignee')) throw notFound('action');
    const now = services.clock.now();
    if (now.getTime() - first.at.getTime() > undoMs) {
      throw new AppError(
        'conflict',
        'This was done more than an hour ago and can no longer be undone in one go.',
      );
    }
    const total = await tx.db.$count(leadActivity, and(batch));
    const rows = await tx.run(undos[first.action], [
      params.batchId,
      now,
      session.actor,
      session.userId ?? session.id,
    ]);
    // Undone once: what people do from now on is theirs.
    await tx.db.update(leadActivity).set({ batchId: null }).where(batch);
    return answer(tx, rows, total, null);
  });
}

function answer(tx: Tx, rows: Row[], asked: number, batchId: string | null): BulkAnswer {
  if (rows.length > 0) tx.emit(leadsChangedEvent, { count: rows.length });
  return {
    changed: rows.length,
    unchanged: asked - rows.length,
    batch_id: rows.length > 0 ? batchId : null,
  };
}
