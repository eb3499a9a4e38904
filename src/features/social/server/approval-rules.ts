import type { Context } from '#server/context.ts';
import { roleAtLeast } from '#shared/access.ts';
import type { SettingsRow } from './channels.ts';
import type { PostRow } from './post-row.ts';

const weekMs = 7 * 86_400_000;

/** Whether this person may approve posts: the one who was named, else every owner and admin. An API key never may. */
export function mayApprove({ session }: Pick<Context, 'session'>, settings: SettingsRow | null): boolean {
  if (session.userId === null) return false;
  if (settings?.approverId) return settings.approverId === session.userId;
  return roleAtLeast(session.role, 'admin');
}

/** Whether a post of this person has to be approved by somebody else. */
export function needsOthers(context: Pick<Context, 'session'>, settings: SettingsRow | null): boolean {
  return settings?.requireApproval === true && !mayApprove(context, settings);
}

type ApprovalColumns = Pick<
  PostRow,
  'approvalState' | 'approvalToken' | 'approvalAt' | 'approvalExpiresAt' | 'approvalBy' | 'approvalNote'
>;

export const noApproval: ApprovalColumns = {
  approvalState: null,
  approvalToken: null,
  approvalAt: null,
  approvalExpiresAt: null,
  approvalBy: null,
  approvalNote: null,
};

/** Until when a post can be approved: its time, or a week. */
export function approvalEnd(scheduledFor: Date | null, now: Date): Date {
  return scheduledFor !== null && scheduledFor > now ? scheduledFor : new Date(now.getTime() + weekMs);
}

/** What a decision sets; the link of the mail goes on showing it. */
export function decided(
  state: 'approved' | 'declined',
  by: string,
  note: string | null,
  now: Date,
): Omit<ApprovalColumns, 'approvalToken' | 'approvalExpiresAt'> {
  return { approvalState: state, approvalAt: now, approvalBy: by, approvalNote: note };
}

/** Approved by the act of someone who may. */
export function approvedBy(
  by: string,
  scheduledFor: Date | null,
  now: Date,
): Omit<ApprovalColumns, 'approvalToken'> {
  return {
    ...decided('approved', by, null, now),
    approvalExpiresAt: approvalEnd(scheduledFor, now),
  };
}
