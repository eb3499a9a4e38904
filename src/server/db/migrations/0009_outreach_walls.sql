select hub_wall('prospects');--> statement-breakpoint
select hub_wall('prospect_search');--> statement-breakpoint
select hub_wall('prospect_counts');--> statement-breakpoint
select hub_wall('prospect_activity');--> statement-breakpoint
select hub_wall('prospect_imports');--> statement-breakpoint
select hub_wall('prospect_import_rows');--> statement-breakpoint
select hub_wall('prospect_import_changes');--> statement-breakpoint
select hub_wall('prospect_import_mappings');--> statement-breakpoint

alter table prospects add constraint prospects_consent check (
  (consent_basis is null) = (consent_source is null) and (consent_basis is null) = (consent_at is null)
);--> statement-breakpoint

-- Prospects by status, in the transaction that changes a prospect. Rows are taken in one order, so two changes cannot lock
-- each other out. An import counts what it wrote by itself, as its last statement: a counter is locked until the commit, and
-- everyone else who changes a prospect would wait for the whole import.
create function prospect_counts_insert() returns trigger language plpgsql set search_path = public, pg_catalog as $$
begin
  if current_setting('app.prospects_counted_later', true) = 'on' then
    return null;
  end if;
  insert into prospect_counts as c (organization_id, status, count)
  select organization_id, status, count(*) from new_rows group by 1, 2 order by 1, 2
  on conflict (organization_id, status) do update set count = c.count + excluded.count;
  return null;
end $$;--> statement-breakpoint
create function prospect_counts_delete() returns trigger language plpgsql set search_path = public, pg_catalog as $$
begin
  insert into prospect_counts as c (organization_id, status, count)
  select organization_id, status, -count(*) from old_rows group by 1, 2 order by 1, 2
  on conflict (organization_id, status) do update set count = c.count + excluded.count;
  return null;
end $$;--> statement-breakpoint
create function prospect_counts_update() returns trigger language plpgsql set search_path = public, pg_catalog as $$
begin
  insert into prospect_counts as c (organization_id, status, count)
  select organization_id, status, sum(n) from (
    select organization_id, status, 1 as n from new_rows union all select organization_id, status, -1 from old_rows
  ) changes group by 1, 2 having sum(n) <> 0 order by 1, 2
  on conflict (organization_id, status) do update set count = c.count + excluded.count;
  return null;
end $$;--> statement-breakpoint
create trigger prospect_counts_insert after insert on prospects referencing new table as new_rows for each statement execute function prospect_counts_insert();--> statement-breakpoint
create trigger prospect_counts_delete after delete on prospects referencing old table as old_rows for each statement execute function prospect_counts_delete();--> statement-breakpoint
create trigger prospect_counts_update after update on prospects referencing old table as old_rows new table as new_rows for each statement execute function prospect_counts_update();--> statement-breakpoint

-- Search over prospects, in the way of `search_leads`: a role of its own reads past row level security, and the function
-- filters by the organization itself.
create index prospect_search_text on prospect_search using gin (organization_id, search_text gin_trgm_ops);--> statement-breakpoint
create policy search on prospect_search for select to app_search using (true);--> statement-breakpoint
create policy search on prospects for select to app_search using (true);--> statement-breakpoint
grant select on prospect_search, prospects to app_search;--> statement-breakpoint
create function search_prospects(
  pattern text, only_status text, sort text, after_key text, after_id uuid, page_size integer
) returns table (total bigint, ids uuid[]) language plpgsql stable security definer set search_path = public, pg_catalog as $$
declare
  key text;
  type text;
  direction text;
  further text;
  beyond text;
begin
  select k, t, d into strict key, type, direction from (values
    ('businessName', 'p.name_key collate "C"', 'text', 'asc'),
    ('businessName_desc', 'p.name_key collate "C"', 'text', 'desc'),
    ('industry_asc', 'p.industry_key collate "C"', 'text', 'asc'),
    ('industry_desc', 'p.industry_key collate "C"', 'text', 'desc'),
    ('lastContactedAt_recent', 'p.last_contacted_at', 'timestamptz', 'desc'),
    ('lastContactedAt_oldest', 'p.last_contacted_at', 'timestamptz', 'asc')
  ) as sorts (s, k, t, d) where s = sort;
  further := case direction when 'asc' then '>' else '<' end;
  beyond := case
    when after_id is null then 'true'
    when after_key is null then format('key is null and id %s $5', further)
    else format('(key %s $4::%s or (key = $4::%s and id %s $5) or key is null)', further, type, type, further)
  end;
  -- EXECUTE plans each search with its own values: a prepared plan cannot know how rare the text is.
  return query execute format(
    'with hits as materialized (
       select p.id, %s as key from prospect_search s join prospects p on p.organization_id = $1 and p.id = s.prospect_id
       where s.organization_id = $1 and s.search_text like $2 and ($3 is null or p.status = $3)
     ), page as (
       select id, key from hits where %s order by key %s nulls last, id %s limit $6
     )
     select (select count(*) from hits), coalesce(array(select id from page order by key %s nulls last, id %s), ''{}'')',
    key, beyond, direction, direction, direction, direction
  ) using nullif(current_setting('app.organization_id', true), '')::uuid, pattern, only_status, after_key, after_id, page_size;
end $$;--> statement-breakpoint
revoke execute on function search_prospects(text, text, text, text, uuid, integer) from public;--> statement-breakpoint
grant execute on function search_prospects(text, text, text, text, uuid, integer) to app_tenant;--> statement-breakpoint
do $$
begin
  -- A role that is not a superuser must be a member, for this moment, to hand the function over.
  execute format('grant app_search to %I', current_user);
  grant create on schema public to app_search;
  alter function search_prospects(text, text, text, text, uuid, integer) owner to app_search;
  revoke create on schema public from app_search;
  execute format('revoke app_search from %I', current_user);
end $$;
