CREATE TABLE "support_article_versions" (
	"article_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"saved_by" text NOT NULL,
	"saved_at" timestamp (3) with time zone NOT NULL,
	"organization_id" uuid DEFAULT nullif(current_setting('app.organization_id', true), '')::uuid NOT NULL,
	CONSTRAINT "support_article_versions_organization_id_article_id_version_pk" PRIMARY KEY("organization_id","article_id","version")
);
--> statement-breakpoint
ALTER TABLE "support_article_versions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "support_articles" (
	"id" uuid NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"state" text NOT NULL,
	"version" integer NOT NULL,
	"created_by" text NOT NULL,
	"updated_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"published_at" timestamp (3) with time zone,
	"organization_id" uuid DEFAULT nullif(current_setting('app.organization_id', true), '')::uuid NOT NULL,
	CONSTRAINT "support_articles_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "support_articles" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "support_passages" (
	"id" uuid NOT NULL,
	"article_id" uuid NOT NULL,
	"ordinal" integer NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"length" integer NOT NULL,
	"organization_id" uuid DEFAULT nullif(current_setting('app.organization_id', true), '')::uuid NOT NULL,
	CONSTRAINT "support_passages_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "support_passages" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "support_questions" (
	"id" uuid NOT NULL,
	"words" text NOT NULL,
	"question" text NOT NULL,
	"count" integer NOT NULL,
	"first_asked_at" timestamp (3) with time zone NOT NULL,
	"last_asked_at" timestamp (3) with time zone NOT NULL,
	"state" text NOT NULL,
	"article_id" uuid,
	"organization_id" uuid DEFAULT nullif(current_setting('app.organization_id', true), '')::uuid NOT NULL,
	CONSTRAINT "support_questions_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "support_questions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "support_synonyms" (
	"groups" jsonb DEFAULT '[]' NOT NULL,
	"organization_id" uuid DEFAULT nullif(current_setting('app.organization_id', true), '')::uuid NOT NULL,
	CONSTRAINT "support_synonyms_organization_id_pk" PRIMARY KEY("organization_id")
);
--> statement-breakpoint
ALTER TABLE "support_synonyms" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "support_terms" (
	"lexeme" text NOT NULL,
	"passage_id" uuid NOT NULL,
	"count" real NOT NULL,
	"in_title" boolean NOT NULL,
	"organization_id" uuid DEFAULT nullif(current_setting('app.organization_id', true), '')::uuid NOT NULL,
	CONSTRAINT "support_terms_organization_id_lexeme_passage_id_pk" PRIMARY KEY("organization_id","lexeme","passage_id")
);
--> statement-breakpoint
ALTER TABLE "support_terms" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "support_article_versions" ADD CONSTRAINT "support_article_versions_organization_id_article_id_support_articles_organization_id_id_fk" FOREIGN KEY ("organization_id","article_id") REFERENCES "public"."support_articles"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_passages" ADD CONSTRAINT "support_passages_organization_id_article_id_support_articles_organization_id_id_fk" FOREIGN KEY ("organization_id","article_id") REFERENCES "public"."support_articles"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_terms" ADD CONSTRAINT "support_terms_organization_id_passage_id_support_passages_organization_id_id_fk" FOREIGN KEY ("organization_id","passage_id") REFERENCES "public"."support_passages"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "support_articles_updated" ON "support_articles" USING btree ("organization_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "support_passages_article" ON "support_passages" USING btree ("organization_id","article_id","ordinal");--> statement-breakpoint
CREATE UNIQUE INDEX "support_questions_words" ON "support_questions" USING btree ("organization_id","words");--> statement-breakpoint
CREATE INDEX "support_questions_state" ON "support_questions" USING btree ("organization_id","state","count","last_asked_at","id");--> statement-breakpoint
CREATE INDEX "support_terms_passage" ON "support_terms" USING btree ("organization_id","passage_id");--> statement-breakpoint
CREATE POLICY "tenant" ON "support_article_versions" AS PERMISSIVE FOR ALL TO "app_tenant" USING (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid)) WITH CHECK (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "support_article_versions" AS PERMISSIVE FOR ALL TO "app_platform" USING (current_user = 'app_platform') WITH CHECK (current_user = 'app_platform');--> statement-breakpoint
CREATE POLICY "tenant" ON "support_articles" AS PERMISSIVE FOR ALL TO "app_tenant" USING (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid)) WITH CHECK (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "support_articles" AS PERMISSIVE FOR ALL TO "app_platform" USING (current_user = 'app_platform') WITH CHECK (current_user = 'app_platform');--> statement-breakpoint
CREATE POLICY "tenant" ON "support_passages" AS PERMISSIVE FOR ALL TO "app_tenant" USING (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid)) WITH CHECK (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "support_passages" AS PERMISSIVE FOR ALL TO "app_platform" USING (current_user = 'app_platform') WITH CHECK (current_user = 'app_platform');--> statement-breakpoint
CREATE POLICY "tenant" ON "support_questions" AS PERMISSIVE FOR ALL TO "app_tenant" USING (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid)) WITH CHECK (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "support_questions" AS PERMISSIVE FOR ALL TO "app_platform" USING (current_user = 'app_platform') WITH CHECK (current_user = 'app_platform');--> statement-breakpoint
CREATE POLICY "tenant" ON "support_synonyms" AS PERMISSIVE FOR ALL TO "app_tenant" USING (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid)) WITH CHECK (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "support_synonyms" AS PERMISSIVE FOR ALL TO "app_platform" USING (current_user = 'app_platform') WITH CHECK (current_user = 'app_platform');--> statement-breakpoint
CREATE POLICY "tenant" ON "support_terms" AS PERMISSIVE FOR ALL TO "app_tenant" USING (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid)) WITH CHECK (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "support_terms" AS PERMISSIVE FOR ALL TO "app_platform" USING (current_user = 'app_platform') WITH CHECK (current_user = 'app_platform');--> statement-breakpoint
select hub_wall('support_articles');--> statement-breakpoint
select hub_wall('support_article_versions');--> statement-breakpoint
select hub_wall('support_passages');--> statement-breakpoint
select hub_wall('support_terms');--> statement-breakpoint
select hub_wall('support_synonyms');--> statement-breakpoint
select hub_wall('support_questions');
