select hub_wall('meetings');--> statement-breakpoint
select hub_wall('meeting_settings');--> statement-breakpoint
-- No host is in two meetings at once, whatever the application does.
alter table meetings add constraint meetings_order check (starts_at < ends_at);--> statement-breakpoint
alter table meetings add constraint meetings_one_at_a_time exclude using gist (
  organization_id with =, host_id with =, tstzrange(starts_at, ends_at) with &&
) where (status <> 'cancelled');--> statement-breakpoint
select hub_wall('notifications');--> statement-breakpoint
select hub_wall('notification_reads');--> statement-breakpoint
select hub_wall('ai_settings');--> statement-breakpoint
select hub_wall('ai_runs');--> statement-breakpoint
select hub_wall('lead_summaries');--> statement-breakpoint
select hub_wall('mailboxes');--> statement-breakpoint
select hub_wall('mailbox_folders');--> statement-breakpoint
select hub_wall('mailbox_ledger');--> statement-breakpoint
select hub_wall('saved_filters');--> statement-breakpoint
select hub_wall('message_search');--> statement-breakpoint
select hub_wall('suppressions');--> statement-breakpoint
select hub_wall('thread_moves');--> statement-breakpoint
select hub_wall('thread_notes');--> statement-breakpoint
select hub_wall('files');--> statement-breakpoint

-- Search over leads, and with `in_messages` over what was written in their threads as well. As before, a role of its own
-- reads past row level security and the function filters by the organization itself.
set local role app_platform;--> statement-breakpoint
insert into message_search (organization_id, message_id, search_text)
select organization_id, id, lower(left(subject || E'\u0001' || content, 50000)) from messages;--> statement-breakpoint
reset role;--> statement-breakpoint
create index message_search_text on message_search using gin (organization_id, search_text gin_trgm_ops);--> statement-breakpoint
create policy search on message_search for select to app_search using (true);--> statement-breakpoint
create policy search on messages for select to app_search using (true);--> statement-breakpoint
grant select on message_search, messages to app_search;--> statement-breakpoint
create function search_leads(
  pattern text, only_stage text, sort text, after_key text, after_id text, page_size integer, in_messages boolean
) returns table (total bigint, ids text[]) language plpgsql stable security definer set search_path = public, pg_catalog as $$
declare
  key text;
  type text;
  direction text;
  beyond text;
  found text;
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
  found := 'select s.thread_id from lead_search s where s.organization_id = $1 and s.search_text like $2';
  if in_messages then
    found := found || ' union select m.thread_id from message_search s join messages m on m.organization_id = $1 and m.id = s.message_id where s.organization_id = $1 and s.search_text like $2';
  end if;
  -- EXECUTE plans each search with its own values: a prepared plan cannot know how rare the text is.
  return query execute format(
    'with hits as materialized (
       select l.thread_id, %s as key from (%s) s join leads l on l.organization_id = $1 and l.thread_id = s.thread_id
       where $3 is null or l.stage = $3
     ), page as (
       select thread_id, key from hits where %s order by key %s nulls last, thread_id limit $6
     )
     select (select count(*) from hits), coalesce(array(select thread_id from page order by key %s nulls last, thread_id), ''{}'')',
    key, found, beyond, direction, direction
  ) using nullif(current_setting('app.organization_id', true), '')::uuid, pattern, only_stage, after_key, after_id, page_size;
end $$;--> statement-breakpoint
revoke execute on function search_leads(text, text, text, text, text, integer, boolean) from public;--> statement-breakpoint
grant execute on function search_leads(text, text, text, text, text, integer, boolean) to app_tenant;--> statement-breakpoint
do $$
begin
  -- A role that is not a superuser must be a member, for this moment, to hand the function over and to drop the one before.
  execute format('grant app_search to %I', current_user);
  grant create on schema public to app_search;
  alter function search_leads(text, text, text, text, text, integer, boolean) owner to app_search;
  drop function search_leads(text, text, text, text, text, integer);
  revoke create on schema public from app_search;
  execute format('revoke app_search from %I', current_user);
end $$;
