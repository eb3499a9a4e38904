-- Roles that rows are reached through. They cannot log in: every transaction switches to one of them.
-- A managed server where roles are made by hand may hold them already (docs/postgresql.md has the statements).
do $$
declare
  name text;
begin
  foreach name in array array['app_tenant', 'app_platform', 'app_search'] loop
    begin
      if not exists (select from pg_roles where rolname = name) then
        execute format('create role %I nologin nosuperuser nobypassrls', name);
      end if;
    exception when duplicate_object or unique_violation then
      null; -- another database of the same server made it in the same moment
    end;
  end loop;
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant app_tenant, app_platform to %I', current_user);
  end if;
end $$;--> statement-breakpoint
create extension if not exists pg_trgm;--> statement-breakpoint
create extension if not exists btree_gin;--> statement-breakpoint
create extension if not exists btree_gist;--> statement-breakpoint
grant usage on schema public to app_tenant, app_platform, app_search;--> statement-breakpoint
alter default privileges in schema public grant select, insert, update, delete on tables to app_tenant, app_platform;
