import { z } from 'zod';

/** The six statuses (spec section 4). People set any of them; the system sets only `email_sent` and `responded`. */
export const prospectStatuses = [
  'not_contacted',
  'email_sent',
  'responded',
  'qualified',
  'not_interested',
  'follow_up',
] as const;
export const prospectStatus = z.enum(prospectStatuses);
export type ProspectStatus = z.infer<typeof prospectStatus>;

export const prospectStatusNames: Record<ProspectStatus, string> = {
  not_contacted: 'Not Contacted',
  email_sent: 'Email Sent',
  responded: 'Responded',
  qualified: 'Qualified',
  not_interested: 'Not Interested',
  follow_up: 'Follow Up',
};

/** They answered or said no: a person writes to them, not a sequence. */
export const settledStatuses: ReadonlySet<ProspectStatus> = new Set([
  'responded',
  'qualified',
  'not_interested',
]);
