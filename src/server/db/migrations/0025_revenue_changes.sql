ALTER TABLE "subscription_changes" ADD COLUMN "delta_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "subscription_changes_revenue" ON "subscription_changes" USING btree ("at","organization_id","delta_cents") WHERE delta_cents <> 0;--> statement-breakpoint

-- What the rows that are there changed, from what each of them says was brought in.
set local role app_platform;--> statement-breakpoint
update subscription_changes c set delta_cents = c.monthly_cents - b.before_cents
from (
  select organization_id, id, coalesce(lag(monthly_cents) over (partition by organization_id order by at, id), 0) as before_cents
  from subscription_changes
) b
where b.organization_id = c.organization_id and b.id = c.id and c.monthly_cents <> b.before_cents;--> statement-breakpoint
reset role;
