ALTER TABLE "subscriptions" ADD COLUMN "ends_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "stripe_ending" boolean DEFAULT false NOT NULL;