CREATE TABLE "released_slugs" (
	"digest" text PRIMARY KEY NOT NULL,
	"organization_id" uuid,
	"released_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "released_slugs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP INDEX "organizations_domain";--> statement-breakpoint
CREATE INDEX "released_slugs_of" ON "released_slugs" USING btree ("organization_id");--> statement-breakpoint
-- Two could take one domain at the same moment before: it stays with the older.
ALTER TABLE organizations NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
update organizations o set domain = null where exists (select from organizations e where e.domain = o.domain and e.id < o.id);--> statement-breakpoint
ALTER TABLE organizations FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE UNIQUE INDEX "organizations_one_domain" ON "organizations" USING btree ("domain") WHERE domain is not null;--> statement-breakpoint
CREATE POLICY "platform" ON "released_slugs" AS PERMISSIVE FOR ALL TO "app_platform" USING (current_user = 'app_platform') WITH CHECK (current_user = 'app_platform');