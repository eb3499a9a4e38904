ALTER TABLE "support_articles" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "support_articles_deleted" ON "support_articles" USING btree ("deleted_at");