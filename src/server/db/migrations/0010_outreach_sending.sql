CREATE TABLE "outreach_emails" (
	"id" uuid NOT NULL,
	"prospect_id" uuid NOT NULL,
	"enrolment_id" uuid,
	"step" integer,
	"state" text NOT NULL,
	"reason" text NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"content" text NOT NULL,
	"engine" text,
	"issues" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"consent_basis" text,
	"warning" text,
	"mail_id" uuid,
	"message_id" text,
	"is_hard_bounce" boolean DEFAULT false NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"send_at" timestamp (3) with time zone,
	"counted_hour" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"bounced_at" timestamp (3) with time zone,
	"complained_at" timestamp (3) with time zone,
	"replied_at" timestamp (3) with time zone,
	"organization_id" uuid DEFAULT nullif(current_setting('app.organization_id', true), '')::uuid NOT NULL,
	CONSTRAINT "outreach_emails_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "outreach_emails" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "outreach_enrolments" (
	"id" uuid NOT NULL,
	"sequence_id" uuid NOT NULL,
	"prospect_id" uuid NOT NULL,
	"state" text NOT NULL,
	"steps_done" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp (3) with time zone,
	"reason" text NOT NULL,
	"batch_id" uuid NOT NULL,
	"company" text,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"organization_id" uuid DEFAULT nullif(current_setting('app.organization_id', true), '')::uuid NOT NULL,
	CONSTRAINT "outreach_enrolments_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "outreach_enrolments" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "outreach_hours" (
	"hour" timestamp (3) with time zone NOT NULL,
	"sent" integer NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"organization_id" uuid DEFAULT nullif(current_setting('app.organization_id', true), '')::uuid NOT NULL,
	CONSTRAINT "outreach_hours_organization_id_hour_pk" PRIMARY KEY("organization_id","hour")
);
--> statement-breakpoint
ALTER TABLE "outreach_hours" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "outreach_sequences" (
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"state" text NOT NULL,
	"steps" jsonb NOT NULL,
	"stops_company" boolean NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"organization_id" uuid DEFAULT nullif(current_setting('app.organization_id', true), '')::uuid NOT NULL,
	CONSTRAINT "outreach_sequences_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "outreach_sequences" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "outreach_settings" (
	"require_consent_basis" boolean DEFAULT false NOT NULL,
	"tone" text DEFAULT 'friendly' NOT NULL,
	"length" text DEFAULT 'short' NOT NULL,
	"approved_sentences" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"signature" text DEFAULT '' NOT NULL,
	"daily_cap" integer,
	"hourly_cap" integer,
	"ramp_up" jsonb,
	"ramp_from" text,
	"send_window" jsonb,
	"spread" boolean DEFAULT true NOT NULL,
	"dkim_selector" text,
	"paused_at" timestamp (3) with time zone,
	"paused_by" text,
	"pause_reason" text,
	"is_paused_by_hub" boolean DEFAULT false NOT NULL,
	"bounces_since" timestamp (3) with time zone,
	"dns_items" jsonb,
	"dns_domain" text,
	"dns_checked_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"organization_id" uuid DEFAULT nullif(current_setting('app.organization_id', true), '')::uuid NOT NULL,
	CONSTRAINT "outreach_settings_organization_id_pk" PRIMARY KEY("organization_id")
);
--> statement-breakpoint
ALTER TABLE "outreach_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "outreach_emails" ADD CONSTRAINT "outreach_emails_organization_id_prospect_id_prospects_organization_id_id_fk" FOREIGN KEY ("organization_id","prospect_id") REFERENCES "public"."prospects"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outreach_emails" ADD CONSTRAINT "outreach_emails_organization_id_enrolment_id_outreach_enrolments_organization_id_id_fk" FOREIGN KEY ("organization_id","enrolment_id") REFERENCES "public"."outreach_enrolments"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outreach_enrolments" ADD CONSTRAINT "outreach_enrolments_organization_id_sequence_id_outreach_sequences_organization_id_id_fk" FOREIGN KEY ("organization_id","sequence_id") REFERENCES "public"."outreach_sequences"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outreach_enrolments" ADD CONSTRAINT "outreach_enrolments_organization_id_prospect_id_prospects_organization_id_id_fk" FOREIGN KEY ("organization_id","prospect_id") REFERENCES "public"."prospects"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "outreach_emails_step" ON "outreach_emails" USING btree ("organization_id","enrolment_id","step") WHERE enrolment_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "outreach_emails_message" ON "outreach_emails" USING btree ("organization_id","message_id") WHERE message_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "outreach_emails_mail" ON "outreach_emails" USING btree ("organization_id","mail_id") WHERE mail_id is not null;--> statement-breakpoint
CREATE INDEX "outreach_emails_prospect" ON "outreach_emails" USING btree ("organization_id","prospect_id","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "outreach_emails_drafts" ON "outreach_emails" USING btree ("organization_id","created_at","id") WHERE state = 'draft';--> statement-breakpoint
CREATE INDEX "outreach_emails_sent" ON "outreach_emails" USING btree ("organization_id","sent_at") WHERE sent_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "outreach_enrolments_running" ON "outreach_enrolments" USING btree ("organization_id","prospect_id") WHERE state in ('active', 'approval', 'paused');--> statement-breakpoint
CREATE INDEX "outreach_enrolments_due" ON "outreach_enrolments" USING btree ("organization_id","next_at") WHERE state in ('active', 'paused') and next_at is not null;--> statement-breakpoint
CREATE INDEX "outreach_enrolments_newest" ON "outreach_enrolments" USING btree ("organization_id","sequence_id","updated_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "outreach_enrolments_prospect" ON "outreach_enrolments" USING btree ("organization_id","prospect_id");--> statement-breakpoint
CREATE INDEX "outreach_enrolments_batch" ON "outreach_enrolments" USING btree ("organization_id","batch_id");--> statement-breakpoint
CREATE INDEX "outreach_enrolments_company" ON "outreach_enrolments" USING btree ("organization_id","company") WHERE company is not null and state in ('active', 'approval', 'paused');--> statement-breakpoint
CREATE INDEX "outreach_sequences_newest" ON "outreach_sequences" USING btree ("organization_id","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE POLICY "tenant" ON "outreach_emails" AS PERMISSIVE FOR ALL TO "app_tenant" USING (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid)) WITH CHECK (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "outreach_emails" AS PERMISSIVE FOR ALL TO "app_platform" USING (current_user = 'app_platform') WITH CHECK (current_user = 'app_platform');--> statement-breakpoint
CREATE POLICY "tenant" ON "outreach_enrolments" AS PERMISSIVE FOR ALL TO "app_tenant" USING (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid)) WITH CHECK (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "outreach_enrolments" AS PERMISSIVE FOR ALL TO "app_platform" USING (current_user = 'app_platform') WITH CHECK (current_user = 'app_platform');--> statement-breakpoint
CREATE POLICY "tenant" ON "outreach_hours" AS PERMISSIVE FOR ALL TO "app_tenant" USING (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid)) WITH CHECK (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "outreach_hours" AS PERMISSIVE FOR ALL TO "app_platform" USING (current_user = 'app_platform') WITH CHECK (current_user = 'app_platform');--> statement-breakpoint
CREATE POLICY "tenant" ON "outreach_sequences" AS PERMISSIVE FOR ALL TO "app_tenant" USING (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid)) WITH CHECK (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "outreach_sequences" AS PERMISSIVE FOR ALL TO "app_platform" USING (current_user = 'app_platform') WITH CHECK (current_user = 'app_platform');--> statement-breakpoint
CREATE POLICY "tenant" ON "outreach_settings" AS PERMISSIVE FOR ALL TO "app_tenant" USING (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid)) WITH CHECK (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "outreach_settings" AS PERMISSIVE FOR ALL TO "app_platform" USING (current_user = 'app_platform') WITH CHECK (current_user = 'app_platform');