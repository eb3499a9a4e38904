CREATE TABLE "social_accounts" (
	"platform" text NOT NULL,
	"account_id" text NOT NULL,
	"name" text NOT NULL,
	"token" text NOT NULL,
	"refresh_token" text,
	"expires_at" timestamp (3) with time zone,
	"refresh_expires_at" timestamp (3) with time zone,
	"dead_reason" text,
	"last_checked_at" timestamp (3) with time zone,
	"tended_at" timestamp (3) with time zone,
	"last_error" text,
	"warned_days" integer,
	"connected_at" timestamp (3) with time zone NOT NULL,
	"connected_by" text,
	"organization_id" uuid DEFAULT nullif(current_setting('app.organization_id', true), '')::uuid NOT NULL,
	CONSTRAINT "social_accounts_organization_id_platform_pk" PRIMARY KEY("organization_id","platform")
);
--> statement-breakpoint
ALTER TABLE "social_accounts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "social_connect_attempts" (
	"id" uuid NOT NULL,
	"platform" text NOT NULL,
	"user_id" uuid NOT NULL,
	"state_hash" text NOT NULL,
	"verifier" text,
	"offered" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"organization_id" uuid DEFAULT nullif(current_setting('app.organization_id', true), '')::uuid NOT NULL,
	CONSTRAINT "social_connect_attempts_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "social_connect_attempts_state" UNIQUE("organization_id","state_hash")
);
--> statement-breakpoint
ALTER TABLE "social_connect_attempts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "social_deliveries" (
	"id" uuid NOT NULL,
	"post_id" uuid NOT NULL,
	"event_id" text NOT NULL,
	"mode" text NOT NULL,
	"cause" text NOT NULL,
	"outcome" text NOT NULL,
	"status_code" integer,
	"reason" text,
	"answer" text,
	"started_at" timestamp (3) with time zone NOT NULL,
	"handed_over_at" timestamp (3) with time zone,
	"duration_ms" integer,
	"actor" text,
	"organization_id" uuid DEFAULT nullif(current_setting('app.organization_id', true), '')::uuid NOT NULL,
	CONSTRAINT "social_deliveries_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "social_deliveries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "social_post_counts" (
	"state" text NOT NULL,
	"platform" text NOT NULL,
	"count" integer NOT NULL,
	"organization_id" uuid DEFAULT nullif(current_setting('app.organization_id', true), '')::uuid NOT NULL,
	CONSTRAINT "social_post_counts_organization_id_state_platform_pk" PRIMARY KEY("organization_id","state","platform")
);
--> statement-breakpoint
ALTER TABLE "social_post_counts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "social_post_search" (
	"post_id" uuid NOT NULL,
	"search_text" text NOT NULL,
	"organization_id" uuid DEFAULT nullif(current_setting('app.organization_id', true), '')::uuid NOT NULL,
	CONSTRAINT "social_post_search_organization_id_post_id_pk" PRIMARY KEY("organization_id","post_id")
);
--> statement-breakpoint
ALTER TABLE "social_post_search" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "social_posts" (
	"id" uuid NOT NULL,
	"entry_id" uuid NOT NULL,
	"platform" text NOT NULL,
	"content" text NOT NULL,
	"state" text NOT NULL,
	"scheduled_for" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"published_at" timestamp (3) with time zone,
	"permalink" text,
	"external_id" text,
	"published_by" text,
	"failure_reason" text,
	"failure_fix" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp (3) with time zone,
	"is_due_by_hand" boolean DEFAULT false NOT NULL,
	"event_number" integer DEFAULT 1 NOT NULL,
	"claim_id" uuid,
	"claimed_at" timestamp (3) with time zone,
	"image_id" uuid,
	"image_url" text,
	"image_alt" text,
	"engagement" jsonb,
	"engagement_at" timestamp (3) with time zone,
	"author_id" uuid,
	"author" text,
	"approval_state" text,
	"approval_token" text,
	"approval_at" timestamp (3) with time zone,
	"approval_expires_at" timestamp (3) with time zone,
	"approval_by" text,
	"approval_note" text,
	"list_group" text GENERATED ALWAYS AS (case when state = 'published' then 'published' when state in ('scheduled', 'sending') then 'scheduled' else 'draft' end) STORED NOT NULL,
	"calendar_at" timestamp (3) with time zone GENERATED ALWAYS AS (coalesce(published_at, scheduled_for)) STORED,
	"due_at" timestamp (3) with time zone GENERATED ALWAYS AS (coalesce(next_try_at, scheduled_for)) STORED,
	"organization_id" uuid DEFAULT nullif(current_setting('app.organization_id', true), '')::uuid NOT NULL,
	CONSTRAINT "social_posts_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "social_posts_approval" UNIQUE("organization_id","approval_token")
);
--> statement-breakpoint
ALTER TABLE "social_posts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "social_reports" (
	"event_id" text NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"organization_id" uuid DEFAULT nullif(current_setting('app.organization_id', true), '')::uuid NOT NULL,
	CONSTRAINT "social_reports_organization_id_event_id_pk" PRIMARY KEY("organization_id","event_id")
);
--> statement-breakpoint
ALTER TABLE "social_reports" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "social_settings" (
	"mode" text NOT NULL,
	"platform_modes" jsonb NOT NULL,
	"webhook_url" text,
	"webhook_secret" text,
	"webhook_secret_next" text,
	"webhook_stopped" text,
	"slots" jsonb NOT NULL,
	"require_approval" boolean NOT NULL,
	"approver_id" uuid,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"organization_id" uuid DEFAULT nullif(current_setting('app.organization_id', true), '')::uuid NOT NULL,
	CONSTRAINT "social_settings_organization_id_pk" PRIMARY KEY("organization_id")
);
--> statement-breakpoint
ALTER TABLE "social_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "post_id" uuid;--> statement-breakpoint
ALTER TABLE "social_connect_attempts" ADD CONSTRAINT "social_connect_attempts_organization_id_user_id_users_organization_id_id_fk" FOREIGN KEY ("organization_id","user_id") REFERENCES "public"."users"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social_deliveries" ADD CONSTRAINT "social_deliveries_organization_id_post_id_social_posts_organization_id_id_fk" FOREIGN KEY ("organization_id","post_id") REFERENCES "public"."social_posts"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social_post_search" ADD CONSTRAINT "social_post_search_organization_id_post_id_social_posts_organization_id_id_fk" FOREIGN KEY ("organization_id","post_id") REFERENCES "public"."social_posts"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social_posts" ADD CONSTRAINT "social_posts_organization_id_image_id_images_organization_id_id_fk" FOREIGN KEY ("organization_id","image_id") REFERENCES "public"."images"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social_posts" ADD CONSTRAINT "social_posts_organization_id_author_id_users_organization_id_id_fk" FOREIGN KEY ("organization_id","author_id") REFERENCES "public"."users"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social_settings" ADD CONSTRAINT "social_settings_organization_id_approver_id_users_organization_id_id_fk" FOREIGN KEY ("organization_id","approver_id") REFERENCES "public"."users"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "social_connect_attempts_user" ON "social_connect_attempts" USING btree ("organization_id","user_id");--> statement-breakpoint
CREATE INDEX "social_deliveries_post" ON "social_deliveries" USING btree ("organization_id","post_id","started_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "social_posts_newest" ON "social_posts" USING btree ("organization_id","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "social_posts_group" ON "social_posts" USING btree ("organization_id","list_group","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "social_posts_platform" ON "social_posts" USING btree ("organization_id","platform","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "social_posts_platform_group" ON "social_posts" USING btree ("organization_id","platform","list_group","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "social_posts_soonest" ON "social_posts" USING btree ("organization_id","list_group","scheduled_for","id");--> statement-breakpoint
CREATE INDEX "social_posts_calendar" ON "social_posts" USING btree ("organization_id","calendar_at","id");--> statement-breakpoint
CREATE INDEX "social_posts_entry" ON "social_posts" USING btree ("organization_id","entry_id");--> statement-breakpoint
CREATE INDEX "social_posts_permalink" ON "social_posts" USING btree ("organization_id","permalink");--> statement-breakpoint
CREATE INDEX "social_posts_due" ON "social_posts" USING btree ("organization_id","due_at") WHERE state = 'scheduled';--> statement-breakpoint
CREATE INDEX "social_posts_sending" ON "social_posts" USING btree ("claimed_at") WHERE state = 'sending';--> statement-breakpoint
CREATE INDEX "social_posts_image" ON "social_posts" USING btree ("organization_id","image_id");--> statement-breakpoint
CREATE INDEX "social_posts_author" ON "social_posts" USING btree ("organization_id","author_id");--> statement-breakpoint
CREATE INDEX "social_reports_age" ON "social_reports" USING btree ("organization_id","received_at");--> statement-breakpoint
CREATE INDEX "social_settings_approver" ON "social_settings" USING btree ("organization_id","approver_id");--> statement-breakpoint
CREATE POLICY "tenant" ON "social_accounts" AS PERMISSIVE FOR ALL TO "app_tenant" USING (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid)) WITH CHECK (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "social_accounts" AS PERMISSIVE FOR ALL TO "app_platform" USING (current_user = 'app_platform') WITH CHECK (current_user = 'app_platform');--> statement-breakpoint
CREATE POLICY "tenant" ON "social_connect_attempts" AS PERMISSIVE FOR ALL TO "app_tenant" USING (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid)) WITH CHECK (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "social_connect_attempts" AS PERMISSIVE FOR ALL TO "app_platform" USING (current_user = 'app_platform') WITH CHECK (current_user = 'app_platform');--> statement-breakpoint
CREATE POLICY "tenant" ON "social_deliveries" AS PERMISSIVE FOR ALL TO "app_tenant" USING (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid)) WITH CHECK (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "social_deliveries" AS PERMISSIVE FOR ALL TO "app_platform" USING (current_user = 'app_platform') WITH CHECK (current_user = 'app_platform');--> statement-breakpoint
CREATE POLICY "tenant" ON "social_post_counts" AS PERMISSIVE FOR ALL TO "app_tenant" USING (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid)) WITH CHECK (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "social_post_counts" AS PERMISSIVE FOR ALL TO "app_platform" USING (current_user = 'app_platform') WITH CHECK (current_user = 'app_platform');--> statement-breakpoint
CREATE POLICY "tenant" ON "social_post_search" AS PERMISSIVE FOR ALL TO "app_tenant" USING (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid)) WITH CHECK (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "social_post_search" AS PERMISSIVE FOR ALL TO "app_platform" USING (current_user = 'app_platform') WITH CHECK (current_user = 'app_platform');--> statement-breakpoint
CREATE POLICY "tenant" ON "social_posts" AS PERMISSIVE FOR ALL TO "app_tenant" USING (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid)) WITH CHECK (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "social_posts" AS PERMISSIVE FOR ALL TO "app_platform" USING (current_user = 'app_platform') WITH CHECK (current_user = 'app_platform');--> statement-breakpoint
CREATE POLICY "tenant" ON "social_reports" AS PERMISSIVE FOR ALL TO "app_tenant" USING (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid)) WITH CHECK (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "social_reports" AS PERMISSIVE FOR ALL TO "app_platform" USING (current_user = 'app_platform') WITH CHECK (current_user = 'app_platform');--> statement-breakpoint
CREATE POLICY "tenant" ON "social_settings" AS PERMISSIVE FOR ALL TO "app_tenant" USING (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid)) WITH CHECK (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "social_settings" AS PERMISSIVE FOR ALL TO "app_platform" USING (current_user = 'app_platform') WITH CHECK (current_user = 'app_platform');