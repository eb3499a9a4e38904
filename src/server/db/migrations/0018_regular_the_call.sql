CREATE TABLE "organization_deletions" (
	"requested_at" timestamp (3) with time zone NOT NULL,
	"requested_by" text NOT NULL,
	"by_operator" boolean NOT NULL,
	"reason" text,
	"due_at" timestamp (3) with time zone NOT NULL,
	"week_told_at" timestamp (3) with time zone,
	"day_told_at" timestamp (3) with time zone,
	"begun_at" timestamp (3) with time zone,
	"organization_id" uuid DEFAULT nullif(current_setting('app.organization_id', true), '')::uuid NOT NULL,
	CONSTRAINT "organization_deletions_organization_id_pk" PRIMARY KEY("organization_id")
);
--> statement-breakpoint
ALTER TABLE "organization_deletions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "organization_deletions_due" ON "organization_deletions" USING btree ("due_at");--> statement-breakpoint
CREATE POLICY "tenant" ON "organization_deletions" AS PERMISSIVE FOR ALL TO "app_tenant" USING (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid)) WITH CHECK (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "organization_deletions" AS PERMISSIVE FOR ALL TO "app_platform" USING (current_user = 'app_platform') WITH CHECK (current_user = 'app_platform');--> statement-breakpoint
select hub_wall('organization_deletions');
