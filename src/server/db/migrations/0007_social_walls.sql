select hub_wall('social_posts');--> statement-breakpoint
select hub_wall('social_post_search');--> statement-breakpoint
select hub_wall('social_post_counts');--> statement-breakpoint
select hub_wall('social_deliveries');--> statement-breakpoint
select hub_wall('social_settings');--> statement-breakpoint
select hub_wall('social_accounts');--> statement-breakpoint
select hub_wall('social_connect_attempts');--> statement-breakpoint
select hub_wall('social_reports');--> statement-breakpoint

-- What is being sent has a try that sends it, and nothing else has.
alter table social_posts add constraint social_posts_claim check ((state = 'sending') = (claim_id is not null and claimed_at is not null));--> statement-breakpoint
alter table social_posts add constraint social_posts_out check ((state = 'published') = (published_at is not null));--> statement-breakpoint

-- Posts by state and platform, in the transaction that changes a post. Rows are taken in one order, so two changes cannot lock each other out.
create function social_post_counts_insert() returns trigger language plpgsql set search_path = public, pg_catalog as $$
begin
  insert into social_post_counts as c (organization_id, state, platform, count)
  select organization_id, state, platform, count(*) from new_rows group by 1, 2, 3 order by 1, 2, 3
  on conflict (organization_id, state, platform) do update set count = c.count + excluded.count;
  return null;
end $$;--> statement-breakpoint
create function social_post_counts_delete() returns trigger language plpgsql set search_path = public, pg_catalog as $$
begin
  insert into social_post_counts as c (organization_id, state, platform, count)
  select organization_id, state, platform, -count(*) from old_rows group by 1, 2, 3 order by 1, 2, 3
  on conflict (organization_id, state, platform) do update set count = c.count + excluded.count;
  return null;
end $$;--> statement-breakpoint
create function social_post_counts_update() returns trigger language plpgsql set search_path = public, pg_catalog as $$
begin
  insert into social_post_counts as c (organization_id, state, platform, count)
  select organization_id, state, platform, sum(n) from (
    select organization_id, state, platform, 1 as n from new_rows union all select organization_id, state, platform, -1 from old_rows
  ) changes group by 1, 2, 3 having sum(n) <> 0 order by 1, 2, 3
  on conflict (organization_id, state, platform) do update set count = c.count + excluded.count;
  return null;
end $$;--> statement-breakpoint
create trigger social_post_counts_insert after insert on social_posts referencing new table as new_rows for each statement execute function social_post_counts_insert();--> statement-breakpoint
create trigger social_post_counts_delete after delete on social_posts referencing old table as old_rows for each statement execute function social_post_counts_delete();--> statement-breakpoint
create trigger social_post_counts_update after update on social_posts referencing old table as old_rows new table as new_rows for each statement execute function social_post_counts_update();--> statement-breakpoint

-- Search over posts, in the way of `search_leads`: a role of its own reads past row level security, and the function
-- filters by the organization itself.
create index social_post_search_text on social_post_search using gin (organization_id, search_text gin_trgm_ops);--> statement-breakpoint
create policy search on social_post_search for select to app_search using (true);--> statement-breakpoint
create policy search on social_posts for select to app_search using (true);--> statement-breakpoint
grant select on social_post_search, social_posts to app_search;--> statement-breakpoint
create function search_posts(
  pattern text, only_group text, only_platform text, sort text, after_key timestamptz, after_id uuid, page_size integer
) returns table (total bigint, ids uuid[]) language plpgsql stable security definer set search_path = public, pg_catalog as $$
declare
  key text;
  direction text;
  beyond text;
begin
  select k, d into strict key, direction from (values
    ('newest', 'p.created_at', 'desc'),
    ('soonest', 'p.scheduled_for', 'asc')
  ) as sorts (s, k, d) where s = sort;
  beyond := case
    when after_id is null then 'true'
    when after_key is null then 'key is null and id > $6'
    else format('(key %s $5 or (key = $5 and id > $6) or key is null)', case direction when 'asc' then '>' else '<' end)
  end;
  -- EXECUTE plans each search with its own values: a prepared plan cannot know how rare the text is.
  return query execute format(
    'with hits as materialized (
       select p.id, %s as key from social_post_search s join social_posts p on p.organization_id = $1 and p.id = s.post_id
       where s.organization_id = $1 and s.search_text like $2
         and ($3 is null or p.list_group = $3) and ($4 is null or p.platform = $4)
     ), page as (
       select id, key from hits where %s order by key %s nulls last, id limit $7
     )
     select (select count(*) from hits), coalesce(array(select id from page order by key %s nulls last, id), ''{}'')',
    key, beyond, direction, direction
  ) using nullif(current_setting('app.organization_id', true), '')::uuid, pattern, only_group, only_platform, after_key, after_id, page_size;
end $$;--> statement-breakpoint
revoke execute on function search_posts(text, text, text, text, timestamptz, uuid, integer) from public;--> statement-breakpoint
grant execute on function search_posts(text, text, text, text, timestamptz, uuid, integer) to app_tenant;--> statement-breakpoint
do $$
begin
  -- A role that is not a superuser must be a member, for this moment, to hand the function over.
  execute format('grant app_search to %I', current_user);
  grant create on schema public to app_search;
  alter function search_posts(text, text, text, text, timestamptz, uuid, integer) owner to app_search;
  revoke create on schema public from app_search;
  execute format('revoke app_search from %I', current_user);
end $$;
