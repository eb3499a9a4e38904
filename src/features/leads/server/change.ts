import { eq } from 'drizzle-orm';
import { z } from 'zod';
import {
  fieldSource,
  type Lead,
  leadFieldNames,
  type leadsApi,
  leadUpdatedEvent,
} from '#features/leads/contract.ts';
import type { Context, Tx } from '#server/context.ts';
import { statement } from '#server/db/statement.ts';
import { newId } from '#server/ids.ts';
import type { Input } from '#shared/endpoint.ts';
import { notFound } from '#shared/errors.ts';
import { activeUser } from './active-user.ts';
import { remindOf } from './follow-up.ts';
import { leadColumns, leadOut } from './lead-row.ts';
import { leadSearchText, nameKey } from './lead-text.ts';
import { type FieldSource, leadSearch } from './tables.ts';

type Update = (typeof leadsApi)['endpoints']['update'];

const lock = statement(
  'leads.lock',
  `select ${leadColumns}, l.field_sources from leads l where l.organization_id = $1 and l.thread_id = $2 for update`,
);

/** The lead and who changed what, in one statement. */
const write = statement(
  'leads.write',
  `with recorded as (
     insert into lead_activity (organization_id, id, thread_id, at, actor, actor_id, action, from_value, to_value)
     select $1, change.id, $2, $3, $4, $5, change.action, change.before, change.after
     from jsonb_to_recordset($6) as change (id uuid, action text, before text, after text)
   )
   update leads l set updated_at = $7, stage = $8, name = $9, name_key = $10, company = $11, contact_email = $12, phone_number = $13,
     advertising_goal = $14, billboard = $15, budget = $16, duration = $17, period = $18, assignee_id = $19, follow_up_at = $20, field_sources = $21
   where l.organization_id = $1 and l.thread_id = $2 returning ${leadColumns}`,
);

const sourcesOf = z.record(z.string(), fieldSource);

/** Fields that hold text and carry where they were read. */
const textFields = [...leadFieldNames, 'contact_email'] as const;
const searchedFields = ['name', 'company', 'contact_email', 'advertising_goal'] as const;
const longestRecorded = 1000;

interface Change {
  action: string;
  before: string | null;
  after: string | null;
}

/** Changes stage, fields, assignee or follow-up. A field that a person set is never overwritten by what mail says. */
export function updateLead(context: Context, { params, body }: Input<Update>): Promise<Lead> {
  const { session, services } = context;
  return context.tx(async (tx) => {
    const [row] = await tx.run(lock, [params.thread_id]);
    if (!row) throw notFound('lead');
    const before = leadOut(row, session.timezone);
    const { after, changes, sources } = changed(before, sourcesOf.parse(row.field_sources), body);
    if (after.assignee_id !== null && after.assignee_id !== before.assignee_id) {
      after.assignee_id = await activeUser(tx, after.assignee_id);
    }
    if (changes.length === 0) return before;
    const now = services.clock.now();
    const updatedAt = new Date(Math.max(now.getTime(), Date.parse(before.updated_at) + 1));
    const records = changes.map((change) => ({ id: newId(), ...change }));
    const [written] = await tx.run(write, [
      before.thread_id,
      now,
      session.actor,
      session.userId ?? session.id,
      JSON.stringify(records),
      updatedAt,
      after.stage,
      after.name,
      nameKey(after.name),
      after.company,
      after.contact_email,
      after.phone_number,
      after.advertising_goal,
      after.billboard,
      after.budget,
      after.duration,
      after.period,
      after.assignee_id,
      after.follow_up_at,
      JSON.stringify(sources),
    ]);
    if (after.follow_up_at !== null && after.follow_up_at !== before.follow_up_at)
      await remindOf(tx, after.thread_id, after.follow_up_at);
    if (searchedFields.some((field) => after[field] !== before[field])) await writeSearchText(tx, after);
    tx.emit(leadUpdatedEvent, { thread_id: after.thread_id, name: after.name, company: after.company });
    return leadOut(written ?? row, session.timezone);
  });
}

interface Changed {
  after: Lead;
  changes: Change[];
  sources: Record<string, FieldSource>;
}

function changed(before: Lead, sources: Record<string, FieldSource>, body: Input<Update>['body']): Changed {
  const after = { ...before };
  const changes: Change[] = [];
  const record = (action: string, from: string | null, to: string | null) =>
    changes.push({
      action,
      before: from?.slice(0, longestRecorded) ?? null,
      after: to?.slice(0, longestRecorded) ?? null,
    });
  for (const field of textFields) {
    const given = body[field];
    if (given === undefined || (given || null) === before[field]) continue;
    after[field] = given || null;
    sources[field] = { message_id: null, quote: null, edited: true };
    record(field, before[field], after[field]);
  }
  if (body.stage !== undefined && body.stage !== before.stage) {
    after.stage = body.stage;
    record('stage', before.stage, after.stage);
  }
  if (body.assignee_id !== undefined && body.assignee_id !== before.assignee_id) {
    after.assignee_id = body.assignee_id;
    record('assignee', before.assignee_id, after.assignee_id);
  }
  const followUp = body.follow_up_at ? new Date(body.follow_up_at).toISOString() : body.follow_up_at;
  if (followUp !== undefined && followUp !== before.follow_up_at) {
    after.follow_up_at = followUp;
    record('follow_up', before.follow_up_at, followUp);
  }
  return { after, changes, sources };
}

async function writeSearchText(tx: Tx, lead: Lead): Promise<void> {
  const searchText = leadSearchText({
    name: lead.name,
    company: lead.company,
    contactEmail: lead.contact_email,
    advertisingGoal: lead.advertising_goal,
  });
  await tx.db.update(leadSearch).set({ searchText }).where(eq(leadSearch.threadId, lead.thread_id));
}
