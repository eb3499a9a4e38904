CREATE TABLE "support_sources" (
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"article_id" uuid,
	"article_version" integer,
	"digest" text,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"changed_at" timestamp (3) with time zone,
	"next_check_at" timestamp (3) with time zone,
	"organization_id" uuid DEFAULT nullif(current_setting('app.organization_id', true), '')::uuid NOT NULL,
	CONSTRAINT "support_sources_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "support_sources" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "support_sources_created" ON "support_sources" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "support_sources_due" ON "support_sources" USING btree ("next_check_at");--> statement-breakpoint
CREATE POLICY "tenant" ON "support_sources" AS PERMISSIVE FOR ALL TO "app_tenant" USING (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid)) WITH CHECK (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "support_sources" AS PERMISSIVE FOR ALL TO "app_platform" USING (current_user = 'app_platform') WITH CHECK (current_user = 'app_platform');--> statement-breakpoint
select hub_wall('support_sources');
