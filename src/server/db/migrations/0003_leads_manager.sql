CREATE TABLE "ai_runs" (
	"id" uuid NOT NULL,
	"user_id" text,
	"job" text NOT NULL,
	"target_id" text NOT NULL,
	"engine" text NOT NULL,
	"prompt_version" text NOT NULL,
	"input_digest" text NOT NULL,
	"output" jsonb,
	"issues" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"usage_in" integer DEFAULT 0 NOT NULL,
	"usage_out" integer DEFAULT 0 NOT NULL,
	"cost_cents" double precision DEFAULT 0 NOT NULL,
	"latency_ms" integer,
	"outcome" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"organization_id" uuid DEFAULT nullif(current_setting('app.organization_id', true), '')::uuid NOT NULL,
	CONSTRAINT "ai_runs_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "ai_runs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "ai_settings" (
	"provider" text NOT NULL,
	"model" text,
	"sealed_key" text,
	"monthly_cap_cents" integer,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"organization_id" uuid DEFAULT nullif(current_setting('app.organization_id', true), '')::uuid NOT NULL,
	CONSTRAINT "ai_settings_organization_id_pk" PRIMARY KEY("organization_id")
);
--> statement-breakpoint
ALTER TABLE "ai_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "files" (
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"content_type" text NOT NULL,
	"size" integer NOT NULL,
	"uploaded_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"organization_id" uuid DEFAULT nullif(current_setting('app.organization_id', true), '')::uuid NOT NULL,
	CONSTRAINT "files_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "files" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "lead_summaries" (
	"thread_id" text NOT NULL,
	"summary" jsonb NOT NULL,
	"sources" jsonb NOT NULL,
	"issues" jsonb NOT NULL,
	"engine" text NOT NULL,
	"input_digest" text NOT NULL,
	"message_count" integer NOT NULL,
	"generated_at" timestamp (3) with time zone NOT NULL,
	"organization_id" uuid DEFAULT nullif(current_setting('app.organization_id', true), '')::uuid NOT NULL,
	CONSTRAINT "lead_summaries_organization_id_thread_id_pk" PRIMARY KEY("organization_id","thread_id")
);
--> statement-breakpoint
ALTER TABLE "lead_summaries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
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
CREATE TABLE "thread_moves" (
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"from_thread_id" text NOT NULL,
	"into_thread_id" text NOT NULL,
	"moved" jsonb NOT NULL,
	"actor" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"undone_at" timestamp (3) with time zone,
	"organization_id" uuid DEFAULT nullif(current_setting('app.organization_id', true), '')::uuid NOT NULL,
	CONSTRAINT "thread_moves_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "thread_moves" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "message_search" (
	"message_id" uuid NOT NULL,
	"search_text" text NOT NULL,
	"organization_id" uuid DEFAULT nullif(current_setting('app.organization_id', true), '')::uuid NOT NULL,
	CONSTRAINT "message_search_organization_id_message_id_pk" PRIMARY KEY("organization_id","message_id")
);
--> statement-breakpoint
ALTER TABLE "message_search" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "thread_notes" (
	"id" uuid NOT NULL,
	"thread_id" text NOT NULL,
	"author_id" uuid,
	"author" text NOT NULL,
	"content" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"organization_id" uuid DEFAULT nullif(current_setting('app.organization_id', true), '')::uuid NOT NULL,
	CONSTRAINT "thread_notes_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "thread_notes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "mailbox_folders" (
	"path" text NOT NULL,
	"role" text NOT NULL,
	"uid_validity" bigint NOT NULL,
	"last_uid" bigint NOT NULL,
	"first_next" bigint NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"older" integer DEFAULT 0 NOT NULL,
	"pending" integer DEFAULT 0 NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"organization_id" uuid DEFAULT nullif(current_setting('app.organization_id', true), '')::uuid NOT NULL,
	CONSTRAINT "mailbox_folders_organization_id_path_pk" PRIMARY KEY("organization_id","path")
);
--> statement-breakpoint
ALTER TABLE "mailbox_folders" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "mailbox_ledger" (
	"folder" text NOT NULL,
	"uid_validity" bigint NOT NULL,
	"uid" bigint NOT NULL,
	"message_id" text,
	"state" text NOT NULL,
	"reason" text,
	"received_at" timestamp (3) with time zone NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"organization_id" uuid DEFAULT nullif(current_setting('app.organization_id', true), '')::uuid NOT NULL,
	CONSTRAINT "mailbox_ledger_organization_id_folder_uid_validity_uid_pk" PRIMARY KEY("organization_id","folder","uid_validity","uid")
);
--> statement-breakpoint
ALTER TABLE "mailbox_ledger" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "mailboxes" (
	"account" text NOT NULL,
	"state" text NOT NULL,
	"last_success_at" timestamp (3) with time zone,
	"last_error" text,
	"leased_by" uuid,
	"leased_until" timestamp (3) with time zone,
	"check_requested_at" timestamp (3) with time zone,
	"last_check_at" timestamp (3) with time zone,
	"recovered" integer DEFAULT 0 NOT NULL,
	"organization_id" uuid DEFAULT nullif(current_setting('app.organization_id', true), '')::uuid NOT NULL,
	CONSTRAINT "mailboxes_organization_id_pk" PRIMARY KEY("organization_id")
);
--> statement-breakpoint
ALTER TABLE "mailboxes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "meeting_settings" (
	"working_hours" jsonb NOT NULL,
	"duration_minutes" integer NOT NULL,
	"buffer_minutes" integer NOT NULL,
	"notice_hours" integer NOT NULL,
	"link" text,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"organization_id" uuid DEFAULT nullif(current_setting('app.organization_id', true), '')::uuid NOT NULL,
	CONSTRAINT "meeting_settings_organization_id_pk" PRIMARY KEY("organization_id")
);
--> statement-breakpoint
ALTER TABLE "meeting_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "meetings" (
	"id" uuid NOT NULL,
	"thread_id" text NOT NULL,
	"host_id" uuid NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"link" text,
	"status" text NOT NULL,
	"sequence" integer NOT NULL,
	"token_hash" text NOT NULL,
	"client_name" text,
	"client_email" text,
	"stage_before" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"organization_id" uuid DEFAULT nullif(current_setting('app.organization_id', true), '')::uuid NOT NULL,
	CONSTRAINT "meetings_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "meetings_token" UNIQUE("organization_id","token_hash")
);
--> statement-breakpoint
ALTER TABLE "meetings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "notification_reads" (
	"notification_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"read_at" timestamp (3) with time zone NOT NULL,
	"organization_id" uuid DEFAULT nullif(current_setting('app.organization_id', true), '')::uuid NOT NULL,
	CONSTRAINT "notification_reads_organization_id_notification_id_user_id_pk" PRIMARY KEY("organization_id","notification_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "notification_reads" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"thread_id" text,
	"key" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"organization_id" uuid DEFAULT nullif(current_setting('app.organization_id', true), '')::uuid NOT NULL,
	CONSTRAINT "notifications_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "notifications_key" UNIQUE("organization_id","key")
);
--> statement-breakpoint
ALTER TABLE "notifications" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "suppressions" (
	"id" uuid NOT NULL,
	"address_digest" text NOT NULL,
	"address" text,
	"cause" text NOT NULL,
	"reason" text NOT NULL,
	"recorded_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"organization_id" uuid DEFAULT nullif(current_setting('app.organization_id', true), '')::uuid NOT NULL,
	CONSTRAINT "suppressions_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "suppressions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "outgoing_mail" ALTER COLUMN "body" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "lead_activity" ADD COLUMN "batch_id" uuid;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "returned" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "threads" ADD COLUMN "merged_into" text;--> statement-breakpoint
ALTER TABLE "email_settings" ADD COLUMN "imap" jsonb;--> statement-breakpoint
ALTER TABLE "email_settings" ADD COLUMN "imap_secret" text;--> statement-breakpoint
ALTER TABLE "email_settings" ADD COLUMN "smtp" jsonb;--> statement-breakpoint
ALTER TABLE "email_settings" ADD COLUMN "smtp_secret" text;--> statement-breakpoint
ALTER TABLE "email_settings" ADD COLUMN "daily_limit" integer;--> statement-breakpoint
ALTER TABLE "email_settings" ADD COLUMN "send_window" jsonb;--> statement-breakpoint
ALTER TABLE "outgoing_mail" ADD COLUMN "envelope" jsonb;--> statement-breakpoint
ALTER TABLE "outgoing_mail" ADD COLUMN "bytes" "bytea";--> statement-breakpoint
ALTER TABLE "outgoing_mail" ADD COLUMN "content_digest" text;--> statement-breakpoint
ALTER TABLE "outgoing_mail" ADD COLUMN "caller_key" text;--> statement-breakpoint
ALTER TABLE "outgoing_mail" ADD COLUMN "send_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "outgoing_mail" ADD COLUMN "claimed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_organization_id_uploaded_by_users_organization_id_id_fk" FOREIGN KEY ("organization_id","uploaded_by") REFERENCES "public"."users"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_summaries" ADD CONSTRAINT "lead_summaries_organization_id_thread_id_leads_organization_id_thread_id_fk" FOREIGN KEY ("organization_id","thread_id") REFERENCES "public"."leads"("organization_id","thread_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_filters" ADD CONSTRAINT "saved_filters_organization_id_user_id_users_organization_id_id_fk" FOREIGN KEY ("organization_id","user_id") REFERENCES "public"."users"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_moves" ADD CONSTRAINT "thread_moves_organization_id_from_thread_id_threads_organization_id_id_fk" FOREIGN KEY ("organization_id","from_thread_id") REFERENCES "public"."threads"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_moves" ADD CONSTRAINT "thread_moves_organization_id_into_thread_id_threads_organization_id_id_fk" FOREIGN KEY ("organization_id","into_thread_id") REFERENCES "public"."threads"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_search" ADD CONSTRAINT "message_search_organization_id_message_id_messages_organization_id_id_fk" FOREIGN KEY ("organization_id","message_id") REFERENCES "public"."messages"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_notes" ADD CONSTRAINT "thread_notes_organization_id_thread_id_threads_organization_id_id_fk" FOREIGN KEY ("organization_id","thread_id") REFERENCES "public"."threads"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_notes" ADD CONSTRAINT "thread_notes_organization_id_author_id_users_organization_id_id_fk" FOREIGN KEY ("organization_id","author_id") REFERENCES "public"."users"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailbox_ledger" ADD CONSTRAINT "mailbox_ledger_organization_id_folder_mailbox_folders_organization_id_path_fk" FOREIGN KEY ("organization_id","folder") REFERENCES "public"."mailbox_folders"("organization_id","path") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meetings" ADD CONSTRAINT "meetings_organization_id_thread_id_threads_organization_id_id_fk" FOREIGN KEY ("organization_id","thread_id") REFERENCES "public"."threads"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meetings" ADD CONSTRAINT "meetings_organization_id_host_id_users_organization_id_id_fk" FOREIGN KEY ("organization_id","host_id") REFERENCES "public"."users"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_reads" ADD CONSTRAINT "notification_reads_organization_id_notification_id_notifications_organization_id_id_fk" FOREIGN KEY ("organization_id","notification_id") REFERENCES "public"."notifications"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_reads" ADD CONSTRAINT "notification_reads_organization_id_user_id_users_organization_id_id_fk" FOREIGN KEY ("organization_id","user_id") REFERENCES "public"."users"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_organization_id_user_id_users_organization_id_id_fk" FOREIGN KEY ("organization_id","user_id") REFERENCES "public"."users"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_organization_id_thread_id_threads_organization_id_id_fk" FOREIGN KEY ("organization_id","thread_id") REFERENCES "public"."threads"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ai_runs_newest" ON "ai_runs" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "files_age" ON "files" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "files_uploader" ON "files" USING btree ("organization_id","uploaded_by");--> statement-breakpoint
CREATE INDEX "saved_filters_user" ON "saved_filters" USING btree ("organization_id","user_id");--> statement-breakpoint
CREATE INDEX "thread_moves_from" ON "thread_moves" USING btree ("organization_id","from_thread_id");--> statement-breakpoint
CREATE INDEX "thread_moves_into" ON "thread_moves" USING btree ("organization_id","into_thread_id");--> statement-breakpoint
CREATE INDEX "thread_notes_thread" ON "thread_notes" USING btree ("organization_id","thread_id","created_at");--> statement-breakpoint
CREATE INDEX "thread_notes_author" ON "thread_notes" USING btree ("organization_id","author_id");--> statement-breakpoint
CREATE INDEX "mailbox_ledger_received" ON "mailbox_ledger" USING btree ("organization_id","received_at");--> statement-breakpoint
CREATE INDEX "mailbox_ledger_gaps" ON "mailbox_ledger" USING btree ("organization_id","at") WHERE state in ('skipped', 'missing');--> statement-breakpoint
CREATE INDEX "meetings_thread" ON "meetings" USING btree ("organization_id","thread_id");--> statement-breakpoint
CREATE INDEX "meetings_host" ON "meetings" USING btree ("organization_id","host_id","starts_at");--> statement-breakpoint
CREATE INDEX "notification_reads_user" ON "notification_reads" USING btree ("organization_id","user_id");--> statement-breakpoint
CREATE INDEX "notifications_newest" ON "notifications" USING btree ("organization_id","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "notifications_user" ON "notifications" USING btree ("organization_id","user_id");--> statement-breakpoint
CREATE INDEX "notifications_thread" ON "notifications" USING btree ("organization_id","thread_id");--> statement-breakpoint
CREATE UNIQUE INDEX "suppressions_address" ON "suppressions" USING btree ("organization_id","address_digest","cause");--> statement-breakpoint
ALTER TABLE "threads" ADD CONSTRAINT "threads_organization_id_merged_into_threads_organization_id_id_fk" FOREIGN KEY ("organization_id","merged_into") REFERENCES "public"."threads"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lead_activity_batch" ON "lead_activity" USING btree ("organization_id","batch_id") WHERE batch_id is not null;--> statement-breakpoint
CREATE INDEX "threads_merged" ON "threads" USING btree ("organization_id","merged_into") WHERE merged_into is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "outgoing_mail_message" ON "outgoing_mail" USING btree ("organization_id","message_id");--> statement-breakpoint
CREATE UNIQUE INDEX "outgoing_mail_caller" ON "outgoing_mail" USING btree ("organization_id","caller_key") WHERE caller_key is not null;--> statement-breakpoint
CREATE INDEX "outgoing_mail_waiting" ON "outgoing_mail" USING btree ("organization_id","send_at") WHERE state in ('queued', 'sending');--> statement-breakpoint
CREATE POLICY "tenant" ON "ai_runs" AS PERMISSIVE FOR ALL TO "app_tenant" USING (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid)) WITH CHECK (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "ai_runs" AS PERMISSIVE FOR ALL TO "app_platform" USING (current_user = 'app_platform') WITH CHECK (current_user = 'app_platform');--> statement-breakpoint
CREATE POLICY "tenant" ON "ai_settings" AS PERMISSIVE FOR ALL TO "app_tenant" USING (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid)) WITH CHECK (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "ai_settings" AS PERMISSIVE FOR ALL TO "app_platform" USING (current_user = 'app_platform') WITH CHECK (current_user = 'app_platform');--> statement-breakpoint
CREATE POLICY "tenant" ON "files" AS PERMISSIVE FOR ALL TO "app_tenant" USING (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid)) WITH CHECK (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "files" AS PERMISSIVE FOR ALL TO "app_platform" USING (current_user = 'app_platform') WITH CHECK (current_user = 'app_platform');--> statement-breakpoint
CREATE POLICY "tenant" ON "lead_summaries" AS PERMISSIVE FOR ALL TO "app_tenant" USING (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid)) WITH CHECK (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "lead_summaries" AS PERMISSIVE FOR ALL TO "app_platform" USING (current_user = 'app_platform') WITH CHECK (current_user = 'app_platform');--> statement-breakpoint
CREATE POLICY "tenant" ON "saved_filters" AS PERMISSIVE FOR ALL TO "app_tenant" USING (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid)) WITH CHECK (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "saved_filters" AS PERMISSIVE FOR ALL TO "app_platform" USING (current_user = 'app_platform') WITH CHECK (current_user = 'app_platform');--> statement-breakpoint
CREATE POLICY "tenant" ON "thread_moves" AS PERMISSIVE FOR ALL TO "app_tenant" USING (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid)) WITH CHECK (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "thread_moves" AS PERMISSIVE FOR ALL TO "app_platform" USING (current_user = 'app_platform') WITH CHECK (current_user = 'app_platform');--> statement-breakpoint
CREATE POLICY "tenant" ON "message_search" AS PERMISSIVE FOR ALL TO "app_tenant" USING (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid)) WITH CHECK (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "message_search" AS PERMISSIVE FOR ALL TO "app_platform" USING (current_user = 'app_platform') WITH CHECK (current_user = 'app_platform');--> statement-breakpoint
CREATE POLICY "tenant" ON "thread_notes" AS PERMISSIVE FOR ALL TO "app_tenant" USING (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid)) WITH CHECK (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "thread_notes" AS PERMISSIVE FOR ALL TO "app_platform" USING (current_user = 'app_platform') WITH CHECK (current_user = 'app_platform');--> statement-breakpoint
CREATE POLICY "tenant" ON "mailbox_folders" AS PERMISSIVE FOR ALL TO "app_tenant" USING (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid)) WITH CHECK (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "mailbox_folders" AS PERMISSIVE FOR ALL TO "app_platform" USING (current_user = 'app_platform') WITH CHECK (current_user = 'app_platform');--> statement-breakpoint
CREATE POLICY "tenant" ON "mailbox_ledger" AS PERMISSIVE FOR ALL TO "app_tenant" USING (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid)) WITH CHECK (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "mailbox_ledger" AS PERMISSIVE FOR ALL TO "app_platform" USING (current_user = 'app_platform') WITH CHECK (current_user = 'app_platform');--> statement-breakpoint
CREATE POLICY "tenant" ON "mailboxes" AS PERMISSIVE FOR ALL TO "app_tenant" USING (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid)) WITH CHECK (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "mailboxes" AS PERMISSIVE FOR ALL TO "app_platform" USING (current_user = 'app_platform') WITH CHECK (current_user = 'app_platform');--> statement-breakpoint
CREATE POLICY "tenant" ON "meeting_settings" AS PERMISSIVE FOR ALL TO "app_tenant" USING (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid)) WITH CHECK (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "meeting_settings" AS PERMISSIVE FOR ALL TO "app_platform" USING (current_user = 'app_platform') WITH CHECK (current_user = 'app_platform');--> statement-breakpoint
CREATE POLICY "tenant" ON "meetings" AS PERMISSIVE FOR ALL TO "app_tenant" USING (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid)) WITH CHECK (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "meetings" AS PERMISSIVE FOR ALL TO "app_platform" USING (current_user = 'app_platform') WITH CHECK (current_user = 'app_platform');--> statement-breakpoint
CREATE POLICY "tenant" ON "notification_reads" AS PERMISSIVE FOR ALL TO "app_tenant" USING (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid)) WITH CHECK (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "notification_reads" AS PERMISSIVE FOR ALL TO "app_platform" USING (current_user = 'app_platform') WITH CHECK (current_user = 'app_platform');--> statement-breakpoint
CREATE POLICY "tenant" ON "notifications" AS PERMISSIVE FOR ALL TO "app_tenant" USING (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid)) WITH CHECK (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "notifications" AS PERMISSIVE FOR ALL TO "app_platform" USING (current_user = 'app_platform') WITH CHECK (current_user = 'app_platform');--> statement-breakpoint
CREATE POLICY "tenant" ON "suppressions" AS PERMISSIVE FOR ALL TO "app_tenant" USING (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid)) WITH CHECK (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "suppressions" AS PERMISSIVE FOR ALL TO "app_platform" USING (current_user = 'app_platform') WITH CHECK (current_user = 'app_platform');