CREATE TABLE "subscription_changes" (
	"id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"plan" text NOT NULL,
	"billing_cycle" text NOT NULL,
	"modules" jsonb NOT NULL,
	"monthly_cents" integer NOT NULL,
	"actor" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"organization_id" uuid DEFAULT nullif(current_setting('app.organization_id', true), '')::uuid NOT NULL,
	CONSTRAINT "subscription_changes_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "subscription_changes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "billing_requests" (
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"billing_cycle" text,
	"note" text NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"answer" text,
	"organization_id" uuid DEFAULT nullif(current_setting('app.organization_id', true), '')::uuid NOT NULL,
	CONSTRAINT "billing_requests_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "billing_requests" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "invoice_settings" (
	"next_number" integer DEFAULT 1 NOT NULL,
	"seller_name" text DEFAULT '' NOT NULL,
	"seller_details" text DEFAULT '' NOT NULL,
	"tax_rules" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"organization_id" uuid DEFAULT nullif(current_setting('app.organization_id', true), '')::uuid NOT NULL,
	CONSTRAINT "invoice_settings_organization_id_pk" PRIMARY KEY("organization_id")
);
--> statement-breakpoint
ALTER TABLE "invoice_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" uuid NOT NULL,
	"number" integer NOT NULL,
	"purpose" text NOT NULL,
	"state" text NOT NULL,
	"currency" text NOT NULL,
	"lines" jsonb NOT NULL,
	"subtotal_cents" integer NOT NULL,
	"tax_label" text NOT NULL,
	"tax_cents" integer NOT NULL,
	"total_cents" integer NOT NULL,
	"seller" jsonb NOT NULL,
	"buyer" jsonb NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"paid_at" timestamp (3) with time zone,
	"period_start" timestamp (3) with time zone,
	"period_end" timestamp (3) with time zone,
	"external_id" text,
	"organization_id" uuid DEFAULT nullif(current_setting('app.organization_id', true), '')::uuid NOT NULL,
	CONSTRAINT "invoices_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "invoices_number" UNIQUE("organization_id","number")
);
--> statement-breakpoint
ALTER TABLE "invoices" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"currency" text NOT NULL,
	"method" text NOT NULL,
	"note" text NOT NULL,
	"paid_until" timestamp (3) with time zone,
	"received_at" timestamp (3) with time zone NOT NULL,
	"recorded_by" text NOT NULL,
	"invoice_id" uuid,
	"organization_id" uuid DEFAULT nullif(current_setting('app.organization_id', true), '')::uuid NOT NULL,
	CONSTRAINT "payments_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "payments" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "next_billing_cycle" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "state_reason" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "past_due_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "payment_problem" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "stripe_customer_id" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "stripe_subscription_id" text;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_organization_id_invoice_id_invoices_organization_id_id_fk" FOREIGN KEY ("organization_id","invoice_id") REFERENCES "public"."invoices"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "subscription_changes_latest" ON "subscription_changes" USING btree ("organization_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "billing_requests_open" ON "billing_requests" USING btree ("organization_id","kind") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "billing_requests_newest" ON "billing_requests" USING btree ("organization_id","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_external" ON "invoices" USING btree ("organization_id","external_id") WHERE external_id is not null;--> statement-breakpoint
CREATE INDEX "payments_newest" ON "payments" USING btree ("organization_id","received_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "payments_invoice" ON "payments" USING btree ("organization_id","invoice_id");--> statement-breakpoint
CREATE POLICY "tenant" ON "subscription_changes" AS PERMISSIVE FOR ALL TO "app_tenant" USING (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid)) WITH CHECK (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "subscription_changes" AS PERMISSIVE FOR ALL TO "app_platform" USING (current_user = 'app_platform') WITH CHECK (current_user = 'app_platform');--> statement-breakpoint
CREATE POLICY "tenant" ON "billing_requests" AS PERMISSIVE FOR ALL TO "app_tenant" USING (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid)) WITH CHECK (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "billing_requests" AS PERMISSIVE FOR ALL TO "app_platform" USING (current_user = 'app_platform') WITH CHECK (current_user = 'app_platform');--> statement-breakpoint
CREATE POLICY "tenant" ON "invoice_settings" AS PERMISSIVE FOR ALL TO "app_tenant" USING (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid)) WITH CHECK (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "invoice_settings" AS PERMISSIVE FOR ALL TO "app_platform" USING (current_user = 'app_platform') WITH CHECK (current_user = 'app_platform');--> statement-breakpoint
CREATE POLICY "tenant" ON "invoices" AS PERMISSIVE FOR ALL TO "app_tenant" USING (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid)) WITH CHECK (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "invoices" AS PERMISSIVE FOR ALL TO "app_platform" USING (current_user = 'app_platform') WITH CHECK (current_user = 'app_platform');--> statement-breakpoint
CREATE POLICY "tenant" ON "payments" AS PERMISSIVE FOR ALL TO "app_tenant" USING (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid)) WITH CHECK (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "payments" AS PERMISSIVE FOR ALL TO "app_platform" USING (current_user = 'app_platform') WITH CHECK (current_user = 'app_platform');--> statement-breakpoint
select hub_wall('subscription_changes');--> statement-breakpoint
select hub_wall('billing_requests');--> statement-breakpoint
select hub_wall('invoice_settings');--> statement-breakpoint
select hub_wall('invoices');--> statement-breakpoint
select hub_wall('payments');--> statement-breakpoint

-- What was billed and paid is written by the platform; history is added to and never changed.
revoke insert, update, delete, truncate on invoices, payments, invoice_settings from app_tenant;--> statement-breakpoint
revoke update, delete, truncate on subscription_changes from app_tenant;--> statement-breakpoint
alter table invoices add constraint invoices_sum check (subtotal_cents + tax_cents = total_cents);--> statement-breakpoint
alter table invoices add constraint invoices_paid check ((state = 'paid') = (paid_at is not null));--> statement-breakpoint
alter table billing_requests add constraint billing_requests_closed check ((state = 'closed') = (closed_at is not null));--> statement-breakpoint

-- The present state of each subscription as the first row of its history. Nothing could change one's status before, so it
-- has been like this since it was made. Prices as in shared/modules.ts on the day of this migration.
set local role app_platform;--> statement-breakpoint
insert into subscription_changes (organization_id, id, at, kind, status, plan, billing_cycle, modules, monthly_cents, actor, note)
select s.organization_id, gen_random_uuid(), s.created_at, 'started', s.status, s.plan, s.billing_cycle, m.keys,
  case when s.status = 'active' then m.list_cents - case when m.core = 3 then 9800 else 0 end else 0 end, 'AI Hub', ''
from subscriptions s cross join lateral (
  select coalesce(jsonb_agg(module_type order by module_type), '[]') as keys,
    coalesce(sum(case module_type when 'social_media' then 6900 when 'leads_manager' then 19900 when 'outreach' then 12900 else 30000 end), 0) as list_cents,
    count(*) filter (where module_type <> 'support_agent') as core
  from subscription_modules one
  where one.organization_id = s.organization_id and one.is_active and (one.ends_at is null or one.ends_at > now())
) m;--> statement-breakpoint
reset role;
