CREATE TABLE "payment_reversals" (
	"external_id" text NOT NULL,
	"invoice_external_id" text NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"currency" text NOT NULL,
	"reason" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"organization_id" uuid DEFAULT nullif(current_setting('app.organization_id', true), '')::uuid NOT NULL,
	CONSTRAINT "payment_reversals_organization_id_external_id_pk" PRIMARY KEY("organization_id","external_id")
);
--> statement-breakpoint
ALTER TABLE "payment_reversals" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "payment_reversals_invoice" ON "payment_reversals" USING btree ("organization_id","invoice_external_id");--> statement-breakpoint
CREATE POLICY "tenant" ON "payment_reversals" AS PERMISSIVE FOR ALL TO "app_tenant" USING (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid)) WITH CHECK (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "payment_reversals" AS PERMISSIVE FOR ALL TO "app_platform" USING (current_user = 'app_platform') WITH CHECK (current_user = 'app_platform');--> statement-breakpoint
select hub_wall('payment_reversals');
