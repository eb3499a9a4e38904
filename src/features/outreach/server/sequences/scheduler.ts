import { sql } from 'drizzle-orm';
import { sequencesChanged } from '#features/outreach/sequence-contract.ts';
import type { Background, BackgroundContext } from '#server/background.ts';
import { type DueQuery, doDueWork, mostOfOne } from '#server/due-work.ts';
import { sendStep } from './send-step.ts';

/**
 * Sends due steps of the sequences of all organizations; who locks an enrolment first sends its step. Organizations that
 * may not write or have paused are passed over.
 */
export function runSequences(context: BackgroundContext): Background {
  return doDueWork(context, {
    what: 'due steps of sequences',
    query: dueQuery,
    work: (organization, { id }) => sendStep(organization, id),
    // One message for all that moved since the last one: screens read once, however many mails leave.
    onProgress: async (organizationIds) => {
      for (const id of organizationIds)
        await context.organization(id).tx(async (tx) => tx.emit(sequencesChanged, { id: null }));
    },
  });
}

/**
 * Due steps of organizations that may write and have not paused, the oldest first; as many of each as may be in hand, so
 * that no backlog stands before the steps of others. Organizations are walked through along the index.
 */
function dueQuery({ now, passed, going, room }: DueQuery) {
  const at = now.toISOString();
  const [passedIds, goingIds] = [`{${passed.join(',')}}`, `{${going.join(',')}}`];
  const due = sql`state in ('active', 'paused') and next_at is not null`;
  return sql`
    with recursive owners as (
      (select organization_id from outreach_enrolments where ${due} order by organization_id limit 1)
      union all
      select (select e.organization_id from outreach_enrolments e
               where ${due} and e.organization_id > o.organization_id order by e.organization_id limit 1)
        from owners o where o.organization_id is not null
    ), able as (
      select o.organization_id
        from owners o
        left join subscriptions s on s.organization_id = o.organization_id
        left join outreach_settings t on t.organization_id = o.organization_id
       where o.organization_id is not null and o.organization_id <> all(${passedIds}::uuid[])
         and t.paused_at is null
         and (s.organization_id is null or s.status = 'active'
               or (s.status = 'trial' and (s.trial_ends_at is null or greatest(s.trial_ends_at, s.payment_expected_until) > ${at}::timestamptz)))
         and exists (select from subscription_modules m
                      where m.organization_id = o.organization_id and m.module_type = 'outreach'
                        and m.is_active and (m.ends_at is null or m.ends_at > ${at}::timestamptz))
    )
    select a.organization_id, d.id, d.state from able a
     cross join lateral (
       select e.id, e.state, e.next_at from outreach_enrolments e
         join outreach_sequences q on q.organization_id = e.organization_id and q.id = e.sequence_id and q.state = 'active'
        where e.organization_id = a.organization_id and e.state in ('active', 'paused') and e.next_at <= ${at}::timestamptz
          and e.id <> all(${goingIds}::uuid[])
        order by e.next_at limit ${mostOfOne}) d
    order by d.next_at limit ${room}`;
}
