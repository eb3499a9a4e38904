CREATE TABLE "legacy_sessions" (
	"id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"code_digest" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"organization_id" uuid DEFAULT nullif(current_setting('app.organization_id', true), '')::uuid NOT NULL,
	CONSTRAINT "legacy_sessions_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "legacy_sessions_token" UNIQUE("organization_id","token_hash")
);
--> statement-breakpoint
ALTER TABLE "legacy_sessions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "legacy_sessions_expiry" ON "legacy_sessions" USING btree ("organization_id","expires_at");--> statement-breakpoint
CREATE POLICY "tenant" ON "legacy_sessions" AS PERMISSIVE FOR ALL TO "app_tenant" USING (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid)) WITH CHECK (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "legacy_sessions" AS PERMISSIVE FOR ALL TO "app_platform" USING (current_user = 'app_platform') WITH CHECK (current_user = 'app_platform');--> statement-breakpoint
select hub_wall('legacy_sessions');
