CREATE TABLE "prospect_activity" (
	"id" uuid NOT NULL,
	"prospect_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor" text NOT NULL,
	"actor_id" text,
	"action" text NOT NULL,
	"field" text,
	"from_value" text,
	"to_value" text,
	"batch_id" uuid,
	"organization_id" uuid DEFAULT nullif(current_setting('app.organization_id', true), '')::uuid NOT NULL,
	CONSTRAINT "prospect_activity_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "prospect_activity" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "prospect_counts" (
	"status" text NOT NULL,
	"count" integer NOT NULL,
	"organization_id" uuid DEFAULT nullif(current_setting('app.organization_id', true), '')::uuid NOT NULL,
	CONSTRAINT "prospect_counts_organization_id_status_pk" PRIMARY KEY("organization_id","status")
);
--> statement-breakpoint
ALTER TABLE "prospect_counts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "prospect_import_changes" (
	"import_id" uuid NOT NULL,
	"prospect_id" uuid NOT NULL,
	"before" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"organization_id" uuid DEFAULT nullif(current_setting('app.organization_id', true), '')::uuid NOT NULL,
	CONSTRAINT "prospect_import_changes_organization_id_import_id_prospect_id_pk" PRIMARY KEY("organization_id","import_id","prospect_id")
);
--> statement-breakpoint
ALTER TABLE "prospect_import_changes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "prospect_import_mappings" (
	"header_digest" text NOT NULL,
	"fields" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"organization_id" uuid DEFAULT nullif(current_setting('app.organization_id', true), '')::uuid NOT NULL,
	CONSTRAINT "prospect_import_mappings_organization_id_header_digest_pk" PRIMARY KEY("organization_id","header_digest")
);
--> statement-breakpoint
ALTER TABLE "prospect_import_mappings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "prospect_import_rows" (
	"import_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"cells" text NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"reason_kind" text,
	"warning" text,
	"warning_kind" text,
	"prospect_id" uuid NOT NULL,
	"business_name" text NOT NULL,
	"address" text NOT NULL,
	"contact_email" text NOT NULL,
	"contact_phone" text NOT NULL,
	"industry" text NOT NULL,
	"summary" text NOT NULL,
	"notes" text NOT NULL,
	"name_key" text NOT NULL,
	"industry_key" text,
	"match_email" text,
	"match_name" text NOT NULL,
	"search_text" text NOT NULL,
	"matched_by" text,
	"existing_id" uuid,
	"existing_line" integer,
	"organization_id" uuid DEFAULT nullif(current_setting('app.organization_id', true), '')::uuid NOT NULL,
	CONSTRAINT "prospect_import_rows_organization_id_import_id_line_pk" PRIMARY KEY("organization_id","import_id","line")
);
--> statement-breakpoint
ALTER TABLE "prospect_import_rows" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "prospect_imports" (
	"id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"format" text NOT NULL,
	"columns" jsonb NOT NULL,
	"notes" jsonb NOT NULL,
	"row_count" integer DEFAULT 0 NOT NULL,
	"ok_count" integer DEFAULT 0 NOT NULL,
	"duplicate_count" integer DEFAULT 0 NOT NULL,
	"rejected_count" integer DEFAULT 0 NOT NULL,
	"problems" jsonb NOT NULL,
	"duplicates" text,
	"consent_basis" text,
	"consent_source" text,
	"done" integer DEFAULT 0 NOT NULL,
	"is_cancel_requested" boolean DEFAULT false NOT NULL,
	"created_count" integer DEFAULT 0 NOT NULL,
	"updated_count" integer DEFAULT 0 NOT NULL,
	"skipped_count" integer DEFAULT 0 NOT NULL,
	"created_by" text NOT NULL,
	"created_by_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"claimed_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"organization_id" uuid DEFAULT nullif(current_setting('app.organization_id', true), '')::uuid NOT NULL,
	CONSTRAINT "prospect_imports_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "prospect_imports" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "prospect_search" (
	"prospect_id" uuid NOT NULL,
	"search_text" text NOT NULL,
	"organization_id" uuid DEFAULT nullif(current_setting('app.organization_id', true), '')::uuid NOT NULL,
	CONSTRAINT "prospect_search_organization_id_prospect_id_pk" PRIMARY KEY("organization_id","prospect_id")
);
--> statement-breakpoint
ALTER TABLE "prospect_search" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "prospects" (
	"id" uuid NOT NULL,
	"business_name" text NOT NULL,
	"address" text NOT NULL,
	"contact_email" text NOT NULL,
	"contact_phone" text NOT NULL,
	"industry" text NOT NULL,
	"summary" text NOT NULL,
	"notes" text NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"last_contacted_at" timestamp (3) with time zone,
	"country" text,
	"consent_basis" text,
	"consent_source" text,
	"consent_at" timestamp (3) with time zone,
	"created_by" text NOT NULL,
	"import_id" uuid,
	"name_key" text NOT NULL,
	"industry_key" text,
	"match_email" text,
	"match_name" text NOT NULL,
	"organization_id" uuid DEFAULT nullif(current_setting('app.organization_id', true), '')::uuid NOT NULL,
	CONSTRAINT "prospects_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "prospects" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "prospect_activity" ADD CONSTRAINT "prospect_activity_organization_id_prospect_id_prospects_organization_id_id_fk" FOREIGN KEY ("organization_id","prospect_id") REFERENCES "public"."prospects"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prospect_import_changes" ADD CONSTRAINT "prospect_import_changes_organization_id_import_id_prospect_imports_organization_id_id_fk" FOREIGN KEY ("organization_id","import_id") REFERENCES "public"."prospect_imports"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prospect_import_changes" ADD CONSTRAINT "prospect_import_changes_organization_id_prospect_id_prospects_organization_id_id_fk" FOREIGN KEY ("organization_id","prospect_id") REFERENCES "public"."prospects"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prospect_import_rows" ADD CONSTRAINT "prospect_import_rows_organization_id_import_id_prospect_imports_organization_id_id_fk" FOREIGN KEY ("organization_id","import_id") REFERENCES "public"."prospect_imports"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prospect_search" ADD CONSTRAINT "prospect_search_organization_id_prospect_id_prospects_organization_id_id_fk" FOREIGN KEY ("organization_id","prospect_id") REFERENCES "public"."prospects"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prospects" ADD CONSTRAINT "prospects_organization_id_import_id_prospect_imports_organization_id_id_fk" FOREIGN KEY ("organization_id","import_id") REFERENCES "public"."prospect_imports"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "prospect_activity_batch" ON "prospect_activity" USING btree ("organization_id","batch_id") WHERE batch_id is not null;--> statement-breakpoint
CREATE INDEX "prospect_activity_newest" ON "prospect_activity" USING btree ("organization_id","prospect_id","at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "prospect_import_changes_prospect" ON "prospect_import_changes" USING btree ("organization_id","prospect_id");--> statement-breakpoint
CREATE INDEX "prospect_imports_newest" ON "prospect_imports" USING btree ("organization_id","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "prospect_imports_open" ON "prospect_imports" USING btree ("created_at") WHERE state in ('reading', 'running');--> statement-breakpoint
CREATE INDEX "prospects_name" ON "prospects" USING btree ("organization_id",name_key collate "C","id");--> statement-breakpoint
CREATE INDEX "prospects_industry" ON "prospects" USING btree ("organization_id",industry_key collate "C","id");--> statement-breakpoint
CREATE INDEX "prospects_contacted" ON "prospects" USING btree ("organization_id","last_contacted_at","id");--> statement-breakpoint
CREATE INDEX "prospects_status_name" ON "prospects" USING btree ("organization_id","status",name_key collate "C","id");--> statement-breakpoint
CREATE INDEX "prospects_status_industry" ON "prospects" USING btree ("organization_id","status",industry_key collate "C","id");--> statement-breakpoint
CREATE INDEX "prospects_status_contacted" ON "prospects" USING btree ("organization_id","status","last_contacted_at","id");--> statement-breakpoint
CREATE INDEX "prospects_match_email" ON "prospects" USING btree ("organization_id","match_email");--> statement-breakpoint
CREATE INDEX "prospects_match_name" ON "prospects" USING btree ("organization_id","match_name");--> statement-breakpoint
CREATE INDEX "prospects_import" ON "prospects" USING btree ("organization_id","import_id") WHERE import_id is not null;--> statement-breakpoint
CREATE POLICY "tenant" ON "prospect_activity" AS PERMISSIVE FOR ALL TO "app_tenant" USING (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid)) WITH CHECK (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "prospect_activity" AS PERMISSIVE FOR ALL TO "app_platform" USING (current_user = 'app_platform') WITH CHECK (current_user = 'app_platform');--> statement-breakpoint
CREATE POLICY "tenant" ON "prospect_counts" AS PERMISSIVE FOR ALL TO "app_tenant" USING (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid)) WITH CHECK (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "prospect_counts" AS PERMISSIVE FOR ALL TO "app_platform" USING (current_user = 'app_platform') WITH CHECK (current_user = 'app_platform');--> statement-breakpoint
CREATE POLICY "tenant" ON "prospect_import_changes" AS PERMISSIVE FOR ALL TO "app_tenant" USING (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid)) WITH CHECK (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "prospect_import_changes" AS PERMISSIVE FOR ALL TO "app_platform" USING (current_user = 'app_platform') WITH CHECK (current_user = 'app_platform');--> statement-breakpoint
CREATE POLICY "tenant" ON "prospect_import_mappings" AS PERMISSIVE FOR ALL TO "app_tenant" USING (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid)) WITH CHECK (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "prospect_import_mappings" AS PERMISSIVE FOR ALL TO "app_platform" USING (current_user = 'app_platform') WITH CHECK (current_user = 'app_platform');--> statement-breakpoint
CREATE POLICY "tenant" ON "prospect_import_rows" AS PERMISSIVE FOR ALL TO "app_tenant" USING (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid)) WITH CHECK (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "prospect_import_rows" AS PERMISSIVE FOR ALL TO "app_platform" USING (current_user = 'app_platform') WITH CHECK (current_user = 'app_platform');--> statement-breakpoint
CREATE POLICY "tenant" ON "prospect_imports" AS PERMISSIVE FOR ALL TO "app_tenant" USING (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid)) WITH CHECK (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "prospect_imports" AS PERMISSIVE FOR ALL TO "app_platform" USING (current_user = 'app_platform') WITH CHECK (current_user = 'app_platform');--> statement-breakpoint
CREATE POLICY "tenant" ON "prospect_search" AS PERMISSIVE FOR ALL TO "app_tenant" USING (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid)) WITH CHECK (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "prospect_search" AS PERMISSIVE FOR ALL TO "app_platform" USING (current_user = 'app_platform') WITH CHECK (current_user = 'app_platform');--> statement-breakpoint
CREATE POLICY "tenant" ON "prospects" AS PERMISSIVE FOR ALL TO "app_tenant" USING (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid)) WITH CHECK (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "prospects" AS PERMISSIVE FOR ALL TO "app_platform" USING (current_user = 'app_platform') WITH CHECK (current_user = 'app_platform');