CREATE TABLE "saved_filters" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"search" text NOT NULL,
	"search_messages" boolean NOT NULL,
	"stage" text,
	"sort" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"organization_id" uuid DEFAULT nullif(current_setting('app.organization_id', true), '')::uuid NOT NULL,
	CONSTRAINT "saved_filters_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "saved_filters" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "message_search" (
	"message_id" uuid NOT NULL,
	"search_text" text NOT NULL,
	"organization_id" uuid DEFAULT nullif(current_setting('app.organization_id', true), '')::uuid NOT NULL,
	CONSTRAINT "message_search_organization_id_message_id_pk" PRIMARY KEY("organization_id","message_id")
);
--> statement-breakpoint
ALTER TABLE "message_search" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "lead_activity" ADD COLUMN "batch_id" uuid;--> statement-breakpoint
ALTER TABLE "email_settings" ADD COLUMN "imap" jsonb;--> statement-breakpoint
ALTER TABLE "email_settings" ADD COLUMN "imap_secret" text;--> statement-breakpoint
ALTER TABLE "email_settings" ADD COLUMN "smtp" jsonb;--> statement-breakpoint
ALTER TABLE "email_settings" ADD COLUMN "smtp_secret" text;--> statement-breakpoint
ALTER TABLE "email_settings" ADD COLUMN "daily_limit" integer;--> statement-breakpoint
ALTER TABLE "email_settings" ADD COLUMN "send_window" jsonb;--> statement-breakpoint
ALTER TABLE "saved_filters" ADD CONSTRAINT "saved_filters_organization_id_user_id_users_organization_id_id_fk" FOREIGN KEY ("organization_id","user_id") REFERENCES "public"."users"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_search" ADD CONSTRAINT "message_search_organization_id_message_id_messages_organization_id_id_fk" FOREIGN KEY ("organization_id","message_id") REFERENCES "public"."messages"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "saved_filters_user" ON "saved_filters" USING btree ("organization_id","user_id");--> statement-breakpoint
CREATE INDEX "lead_activity_batch" ON "lead_activity" USING btree ("organization_id","batch_id") WHERE batch_id is not null;--> statement-breakpoint
CREATE POLICY "tenant" ON "saved_filters" AS PERMISSIVE FOR ALL TO "app_tenant" USING (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid)) WITH CHECK (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "saved_filters" AS PERMISSIVE FOR ALL TO "app_platform" USING (current_user = 'app_platform') WITH CHECK (current_user = 'app_platform');--> statement-breakpoint
CREATE POLICY "tenant" ON "message_search" AS PERMISSIVE FOR ALL TO "app_tenant" USING (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid)) WITH CHECK (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "message_search" AS PERMISSIVE FOR ALL TO "app_platform" USING (current_user = 'app_platform') WITH CHECK (current_user = 'app_platform');