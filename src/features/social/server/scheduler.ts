import { sql } from 'drizzle-orm';
import { latestHours } from '#features/social/post-state.ts';
import type { Background, BackgroundContext } from '#server/background.ts';
import { type DueQuery, doDueWork, mostOfOne } from '#server/due-work.ts';
import { publishDue } from './publish-due.ts';
import { lostAfterMs, settleLost } from './settle-lost.ts';

/**
 * Publishes scheduled posts of all organizations; who locks a post first sends it. Organizations that may not write at
 * this time are passed over: their posts pause (contract section 5).
 */
export function publishScheduled(context: BackgroundContext): Background {
  return doDueWork(context, {
    what: 'due posts',
    query: dueQuery,
    work: async (organization, { id, state }, stopping) => {
      if (state === 'sending') await settleLost(organization, id);
      else await publishDue(organization, id, stopping);
      return null;
    },
  });
}

/**
 * Due posts of organizations that may write, posts that are too late in any case, and tries that were lost, the oldest
 * first. Organizations with scheduled posts are walked through along the index, and of each as many are taken as may be
 * on their way, so that no backlog stands before the posts of others.
 */
function dueQuery({ now, passed, going, room }: DueQuery) {
  const at = now.toISOString();
  const late = new Date(now.getTime() - latestHours * 3_600_000).toISOString();
  const lost = new Date(now.getTime() - lostAfterMs).toISOString();
  const [passedIds, goingIds] = [`{${passed.join(',')}}`, `{${going.join(',')}}`];
  return sql`
    with recursive owners as (
      (select organization_id from social_posts where state = 'scheduled' order by organization_id limit 1)
      union all
      select (select p.organization_id from social_posts p
               where p.state = 'scheduled' and p.organization_id > o.organization_id
               order by p.organization_id limit 1)
        from owners o where o.organization_id is not null
    ), able as (
      select o.organization_id,
             (s.organization_id is null or s.status = 'active'
               or (s.status = 'trial' and (s.trial_ends_at is null or greatest(s.trial_ends_at, s.payment_expected_until) > ${at}::timestamptz)))
             and exists (select from subscription_modules m
                          where m.organization_id = o.organization_id and m.module_type = 'social_media'
                            and m.is_active and (m.ends_at is null or m.ends_at > ${at}::timestamptz)) as writes
        from owners o left join subscriptions s on s.organization_id = o.organization_id
       where o.organization_id is not null and o.organization_id <> all(${passedIds}::uuid[])
    )
    (select a.organization_id, p.id, p.state from able a
       cross join lateral (
         select id, state, due_at from social_posts d
          where d.organization_id = a.organization_id and d.state = 'scheduled' and d.id <> all(${goingIds}::uuid[])
            and d.due_at <= case when a.writes then ${at}::timestamptz else ${late}::timestamptz end
          order by d.due_at limit ${mostOfOne}) p
      order by p.due_at limit ${room})
    union all
    (select p.organization_id, p.id, p.state from social_posts p
      where p.state = 'sending' and p.claimed_at < ${lost}::timestamptz and p.id <> all(${goingIds}::uuid[])
      order by p.claimed_at limit ${room})`;
}
