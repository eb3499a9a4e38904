import { and, eq, isNotNull } from 'drizzle-orm';
import { type ProspectBulkAnswer, type prospectsApi, prospectsChanged } from '#features/outreach/contract.ts';
import type { Context, Tx } from '#server/context.ts';
import { statement } from '#server/db/statement.ts';
import { newId } from '#server/ids.ts';
import type { Input } from '#shared/endpoint.ts';
import { AppError, notFound } from '#shared/errors.ts';
import { selectedProspects } from './select-prospects.ts';
import { prospectActivity } from './tables.ts';

type Endpoints = (typeof prospectsApi)['endpoints'];

/** Changes the status of many prospects and records each change, in one statement; those that hold it already stay. */
const change = statement(
  'outreach.change-many',
  `with target as (
     select p.id, p.status as before from prospects p
     where p.organization_id = $1 and p.id = any($2::uuid[]) and p.status <> $3 order by p.id for update
   ), written as (
     update prospects p set status = $3, updated_at = greatest($4::timestamptz, p.updated_at + interval '1 millisecond')
     from target t where p.organization_id = $1 and p.id = t.id returning p.id
   )
   insert into prospect_activity (organization_id, id, prospect_id, at, actor, actor_id, action, from_value, to_value, batch_id)
   select $1, gen_random_uuid(), t.id, $4, $5, $6, 'status', t.before, $3, $7::uuid
   from target t join written w on w.id = t.id returning prospect_id`,
  { prepare: false },
);

/** Puts back what a batch changed, where the prospect still holds what the batch had set. */
const undo = statement(
  'outreach.undo-many',
  `with target as (
     select p.id, p.status as before, a.from_value as back
     from prospect_activity a join prospects p on p.organization_id = $1 and p.id = a.prospect_id
     where a.organization_id = $1 and a.batch_id = $2::uuid and p.status = a.to_value order by p.id for update of p
   ), written as (
     update prospects p set status = t.back, updated_at = greatest($3::timestamptz, p.updated_at + interval '1 millisecond')
     from target t where p.organization_id = $1 and p.id = t.id returning p.id
   )
   insert into prospect_activity (organization_id, id, prospect_id, at, actor, actor_id, action, from_value, to_value)
   select $1, gen_random_uuid(), t.id, $3, $4, $5, 'status_undone', t.before, t.back
   from target t join written w on w.id = t.id returning prospect_id`,
  { prepare: false },
);

/** A bulk action can be undone for this long. */
const undoMs = 3_600_000;

/** Changes the status of many prospects in one transaction: all of them or none. */
export function changeMany(
  context: Context,
  { body }: Input<Endpoints['changeMany']>,
): Promise<ProspectBulkAnswer> {
  const { session, services } = context;
  return context.tx(async (tx) => {
    const ids = await selectedProspects(tx, body.selection);
    const asked = 'ids' in body.selection ? new Set(body.selection.ids).size : ids.length;
    const batchId = newId();
    const rows = await tx.run(change, [
      ids,
      body.status,
      services.clock.now(),
      session.actor,
      session.userId ?? session.id,
      batchId,
    ]);
    return answer(tx, rows.length, asked, batchId);
  });
}

/**
 * Puts back what a bulk action changed. Prospects that someone changed since are left alone.
 * @throws AppError conflict after an hour.
 */
export function undoMany(
  context: Context,
  { params }: Input<Endpoints['undoMany']>,
): Promise<ProspectBulkAnswer> {
  const { session, services } = context;
  return context.tx(async (tx) => {
    const batch = and(eq(prospectActivity.batchId, params.batchId), isNotNull(prospectActivity.batchId));
    const [first] = await tx.db.select().from(prospectActivity).where(batch).limit(1);
    if (!first) throw notFound('action');
    const now = services.clock.now();
    if (now.getTime() - first.at.getTime() > undoMs) {
      throw new AppError(
        'conflict',
        'This was done more than an hour ago and can no longer be undone in one go.',
      );
    }
    const total = await tx.db.$count(prospectActivity, batch);
    const rows = await tx.run(undo, [params.batchId, now, session.actor, session.userId ?? session.id]);
    // Undone once: what people do from now on is theirs.
    await tx.db.update(prospectActivity).set({ batchId: null }).where(batch);
    return answer(tx, rows.length, total, null);
  });
}

function answer(tx: Tx, changed: number, asked: number, batchId: string | null): ProspectBulkAnswer {
  if (changed > 0) tx.emit(prospectsChanged, { count: changed });
  return { changed, unchanged: asked - changed, batchId: changed > 0 ? batchId : null };
}
