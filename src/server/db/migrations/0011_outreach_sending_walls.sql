select hub_wall('outreach_settings');--> statement-breakpoint
select hub_wall('outreach_sequences');--> statement-breakpoint
select hub_wall('outreach_enrolments');--> statement-breakpoint
select hub_wall('outreach_emails');--> statement-breakpoint
select hub_wall('outreach_hours');--> statement-breakpoint

-- A draft has no mail, everything else has.
alter table outreach_emails add constraint outreach_emails_mail_of_state check (
  state in ('draft', 'cancelled', 'held') or (mail_id is not null and message_id is not null)
);--> statement-breakpoint
alter table outreach_emails add constraint outreach_emails_step_of_enrolment check ((enrolment_id is null) = (step is null));--> statement-breakpoint
alter table outreach_settings add constraint outreach_settings_pause check (
  (paused_at is null) = (paused_by is null) and (paused_at is null) = (pause_reason is null)
);
