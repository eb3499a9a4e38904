CREATE TABLE "images" (
	"id" uuid NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"content_type" text NOT NULL,
	"size" integer NOT NULL,
	"variants" jsonb NOT NULL,
	"uploaded_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"unused_since" timestamp (3) with time zone,
	"organization_id" uuid DEFAULT nullif(current_setting('app.organization_id', true), '')::uuid NOT NULL,
	CONSTRAINT "images_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "images" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "images" ADD CONSTRAINT "images_organization_id_uploaded_by_users_organization_id_id_fk" FOREIGN KEY ("organization_id","uploaded_by") REFERENCES "public"."users"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "images_unused" ON "images" USING btree ("organization_id","unused_since");--> statement-breakpoint
CREATE INDEX "images_uploader" ON "images" USING btree ("organization_id","uploaded_by");--> statement-breakpoint
CREATE POLICY "tenant" ON "images" AS PERMISSIVE FOR ALL TO "app_tenant" USING (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid)) WITH CHECK (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "images" AS PERMISSIVE FOR ALL TO "app_platform" USING (current_user = 'app_platform') WITH CHECK (current_user = 'app_platform');--> statement-breakpoint
select hub_wall('images');
