CREATE TABLE "support_canned_replies" (
	"id" uuid NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"updated_by" text NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"organization_id" uuid DEFAULT nullif(current_setting('app.organization_id', true), '')::uuid NOT NULL,
	CONSTRAINT "support_canned_replies_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "support_canned_replies_title" UNIQUE("organization_id","title")
);
--> statement-breakpoint
ALTER TABLE "support_canned_replies" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "support_messages" (
	"conversation_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"sender" text NOT NULL,
	"author_id" uuid,
	"author" text,
	"text" text NOT NULL,
	"action" text,
	"citations" jsonb DEFAULT '[]' NOT NULL,
	"engine" text,
	"client_key" text,
	"at" timestamp (3) with time zone NOT NULL,
	"organization_id" uuid DEFAULT nullif(current_setting('app.organization_id', true), '')::uuid NOT NULL,
	CONSTRAINT "support_messages_organization_id_conversation_id_seq_pk" PRIMARY KEY("organization_id","conversation_id","seq")
);
--> statement-breakpoint
ALTER TABLE "support_messages" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "support_conversation_notes" (
	"id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"author_id" uuid,
	"author" text NOT NULL,
	"text" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"organization_id" uuid DEFAULT nullif(current_setting('app.organization_id', true), '')::uuid NOT NULL,
	CONSTRAINT "support_conversation_notes_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "support_conversation_notes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "support_conversations" (
	"id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"state" text NOT NULL,
	"owner_id" uuid,
	"owner" text,
	"revision" integer NOT NULL,
	"last_seq" integer NOT NULL,
	"visitor_name" text,
	"visitor_email" text,
	"language" text NOT NULL,
	"page" text,
	"subject" text NOT NULL,
	"last_text" text NOT NULL,
	"last_sender" text NOT NULL,
	"turn_due_at" timestamp (3) with time zone,
	"turn_from_seq" integer,
	"misses" integer DEFAULT 0 NOT NULL,
	"waiting_since" timestamp (3) with time zone,
	"handoff_reason" text,
	"pack" jsonb,
	"alert_stage" integer DEFAULT 0 NOT NULL,
	"rating" text,
	"rating_comment" text,
	"visitor_read_seq" integer DEFAULT 0 NOT NULL,
	"team_read_seq" integer DEFAULT 0 NOT NULL,
	"mailed_seq" integer DEFAULT 0 NOT NULL,
	"minute_from" timestamp (3) with time zone NOT NULL,
	"minute_count" integer NOT NULL,
	"lead_thread_id" text,
	"lead_seq" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"organization_id" uuid DEFAULT nullif(current_setting('app.organization_id', true), '')::uuid NOT NULL,
	CONSTRAINT "support_conversations_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "support_conversations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "support_settings" (
	"origins" jsonb NOT NULL,
	"colour" text NOT NULL,
	"side" text NOT NULL,
	"greeting" text NOT NULL,
	"hours" jsonb,
	"away_text" text NOT NULL,
	"alert_email" text,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"organization_id" uuid DEFAULT nullif(current_setting('app.organization_id', true), '')::uuid NOT NULL,
	CONSTRAINT "support_settings_organization_id_pk" PRIMARY KEY("organization_id")
);
--> statement-breakpoint
ALTER TABLE "support_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "conversation_id" uuid;--> statement-breakpoint
ALTER TABLE "support_messages" ADD CONSTRAINT "support_messages_organization_id_conversation_id_support_conversations_organization_id_id_fk" FOREIGN KEY ("organization_id","conversation_id") REFERENCES "public"."support_conversations"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_conversation_notes" ADD CONSTRAINT "support_conversation_notes_organization_id_conversation_id_support_conversations_organization_id_id_fk" FOREIGN KEY ("organization_id","conversation_id") REFERENCES "public"."support_conversations"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "support_messages_key" ON "support_messages" USING btree ("organization_id","conversation_id","client_key") WHERE client_key is not null;--> statement-breakpoint
CREATE INDEX "support_conversation_notes_of" ON "support_conversation_notes" USING btree ("organization_id","conversation_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "support_conversations_token" ON "support_conversations" USING btree ("organization_id","token_hash");--> statement-breakpoint
CREATE INDEX "support_conversations_newest" ON "support_conversations" USING btree ("organization_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "support_conversations_state" ON "support_conversations" USING btree ("organization_id","state","updated_at");--> statement-breakpoint
CREATE INDEX "support_conversations_turn" ON "support_conversations" USING btree ("organization_id","turn_due_at") WHERE turn_due_at is not null;--> statement-breakpoint
CREATE POLICY "tenant" ON "support_canned_replies" AS PERMISSIVE FOR ALL TO "app_tenant" USING (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid)) WITH CHECK (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "support_canned_replies" AS PERMISSIVE FOR ALL TO "app_platform" USING (current_user = 'app_platform') WITH CHECK (current_user = 'app_platform');--> statement-breakpoint
CREATE POLICY "tenant" ON "support_messages" AS PERMISSIVE FOR ALL TO "app_tenant" USING (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid)) WITH CHECK (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "support_messages" AS PERMISSIVE FOR ALL TO "app_platform" USING (current_user = 'app_platform') WITH CHECK (current_user = 'app_platform');--> statement-breakpoint
CREATE POLICY "tenant" ON "support_conversation_notes" AS PERMISSIVE FOR ALL TO "app_tenant" USING (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid)) WITH CHECK (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "support_conversation_notes" AS PERMISSIVE FOR ALL TO "app_platform" USING (current_user = 'app_platform') WITH CHECK (current_user = 'app_platform');--> statement-breakpoint
CREATE POLICY "tenant" ON "support_conversations" AS PERMISSIVE FOR ALL TO "app_tenant" USING (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid)) WITH CHECK (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "support_conversations" AS PERMISSIVE FOR ALL TO "app_platform" USING (current_user = 'app_platform') WITH CHECK (current_user = 'app_platform');--> statement-breakpoint
CREATE POLICY "tenant" ON "support_settings" AS PERMISSIVE FOR ALL TO "app_tenant" USING (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid)) WITH CHECK (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "support_settings" AS PERMISSIVE FOR ALL TO "app_platform" USING (current_user = 'app_platform') WITH CHECK (current_user = 'app_platform');--> statement-breakpoint
select hub_wall('support_conversations');--> statement-breakpoint
select hub_wall('support_messages');--> statement-breakpoint
select hub_wall('support_conversation_notes');--> statement-breakpoint
select hub_wall('support_canned_replies');--> statement-breakpoint
select hub_wall('support_settings');
