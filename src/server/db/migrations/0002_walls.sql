-- A tenant table: the policies bind the owner too, and the organization must exist. Later migrations call this for theirs.
create function hub_wall(name regclass) returns void language plpgsql set search_path = public, pg_catalog as $$
begin
  execute format('alter table %s force row level security', name);
  execute format('alter table %s add foreign key (organization_id) references organizations (id) on delete cascade', name);
end $$;--> statement-breakpoint
revoke execute on function hub_wall(regclass) from public;--> statement-breakpoint
alter table organizations force row level security;--> statement-breakpoint
do $$
declare
  name regclass;
begin
  for name in
    select a.attrelid::regclass from pg_attribute a join pg_class c on c.oid = a.attrelid
    where a.attname = 'organization_id' and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
  loop
    perform hub_wall(name);
  end loop;
end $$;--> statement-breakpoint
-- The audit log can be added to and read, never changed, by what serves requests.
revoke update, delete, truncate on audit_log from app_tenant;--> statement-breakpoint
revoke insert, delete on organizations from app_tenant;--> statement-breakpoint
revoke all on rate_counters from app_tenant, app_platform;--> statement-breakpoint

-- Leads per stage, in the transaction that changes a lead. Rows are taken in one order, so two changes cannot lock each other out.
create function lead_counts_insert() returns trigger language plpgsql set search_path = public, pg_catalog as $$
begin
  insert into lead_counts as c (organization_id, stage, count)
  select organization_id, stage, count(*) from new_rows group by 1, 2 order by 1, 2
  on conflict (organization_id, stage) do update set count = c.count + excluded.count;
  return null;
end $$;--> statement-breakpoint
create function lead_counts_delete() returns trigger language plpgsql set search_path = public, pg_catalog as $$
begin
  insert into lead_counts as c (organization_id, stage, count)
  select organization_id, stage, -count(*) from old_rows group by 1, 2 order by 1, 2
  on conflict (organization_id, stage) do update set count = c.count + excluded.count;
  return null;
end $$;--> statement-breakpoint
create function lead_counts_update() returns trigger language plpgsql set search_path = public, pg_catalog as $$
begin
  insert into lead_counts as c (organization_id, stage, count)
  select organization_id, stage, sum(n) from (
    select organization_id, stage, 1 as n from new_rows union all select organization_id, stage, -1 from old_rows
  ) changes group by 1, 2 having sum(n) <> 0 order by 1, 2
  on conflict (organization_id, stage) do update set count = c.count + excluded.count;
  return null;
end $$;--> statement-breakpoint
create trigger lead_counts_insert after insert on leads referencing new table as new_rows for each statement execute function lead_counts_insert();--> statement-breakpoint
create trigger lead_counts_delete after delete on leads referencing old table as old_rows for each statement execute function lead_counts_delete();--> statement-breakpoint
create trigger lead_counts_update after update on leads referencing old table as old_rows new table as new_rows for each statement execute function lead_counts_update();--> statement-breakpoint

-- Search. Row level security keeps the planner from using a text index, since LIKE is not leak-proof. So a function
-- that filters by the organization itself runs as a role of its own, which nobody is a member of.
create index lead_search_text on lead_search using gin (organization_id, search_text gin_trgm_ops);--> statement-breakpoint
create policy search on lead_search for select to app_search using (true);--> statement-breakpoint
create policy search on leads for select to app_search using (true);--> statement-breakpoint
grant select on lead_search, leads to app_search;--> statement-breakpoint
create function search_leads(
  pattern text, only_stage text, sort text, after_key text, after_id text, page_size integer
) returns table (total bigint, ids text[]) language plpgsql stable security definer set search_path = public, pg_catalog as $$
declare
  key text;
  type text;
  direction text;
  beyond text;
begin
  select k, t, d into strict key, type, direction from (values
    ('latest_updated', 'l.updated_at', 'timestamptz', 'desc'),
    ('latest_contact', 'l.last_message_at', 'timestamptz', 'desc'),
    ('first_contact', 'l.created_at', 'timestamptz', 'asc'),
    ('name_asc', 'l.name_key collate "C"', 'text', 'asc'),
    ('name_desc', 'l.name_key collate "C"', 'text', 'desc'),
    ('budget_high_low', 'l.budget_value', 'numeric', 'desc'),
    ('budget_low_high', 'l.budget_value', 'numeric', 'asc')
  ) as sorts (s, k, t, d) where s = sort;
  beyond := case
    when after_id is null then 'true'
    when after_key is null then 'key is null and thread_id > $5'
    else format('(key %s $4::%s or (key = $4::%s and thread_id > $5) or key is null)', case direction when 'asc' then '>' else '<' end, type, type)
  end;
  -- EXECUTE plans each search with its own values: a prepared plan cannot know how rare the text is.
  return query execute format(
    'with hits as materialized (
       select l.thread_id, %s as key from lead_search s join leads l using (organization_id, thread_id)
       where s.organization_id = $1 and s.search_text like $2 and ($3 is null or l.stage = $3)
     ), page as (
       select thread_id, key from hits where %s order by key %s nulls last, thread_id limit $6
     )
     select (select count(*) from hits), coalesce(array(select thread_id from page order by key %s nulls last, thread_id), ''{}'')',
    key, beyond, direction, direction
  ) using nullif(current_setting('app.organization_id', true), '')::uuid, pattern, only_stage, after_key, after_id, page_size;
end $$;--> statement-breakpoint
revoke execute on function search_leads(text, text, text, text, text, integer) from public;--> statement-breakpoint
grant execute on function search_leads(text, text, text, text, text, integer) to app_tenant;--> statement-breakpoint
do $$
begin
  -- A role that is not a superuser must be a member, for this moment, to hand the function over.
  execute format('grant app_search to %I', current_user);
  grant create on schema public to app_search;
  alter function search_leads(text, text, text, text, text, integer) owner to app_search;
  revoke create on schema public from app_search;
  execute format('revoke app_search from %I', current_user);
end $$;
