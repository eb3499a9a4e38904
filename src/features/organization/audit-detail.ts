import { z } from 'zod';
import { role } from '#shared/access.ts';
import type { AuditEntry } from './contract.ts';
import { roleNames } from './role-names.ts';

const userDetails = z.object({
  role: role.optional(),
  roleBefore: role.optional(),
  isActive: z.boolean().optional(),
  isActiveBefore: z.boolean().optional(),
});

/** What is said of an entry that was not done; null for one that was. */
export const refusalNames = {
  ok: null,
  denied: 'Denied',
  failed: 'Failed',
} as const satisfies Record<AuditEntry['outcome'], string | null>;

/** 'user.updated' reads 'user updated'. */
export function actionText(action: string): string {
  return action.replaceAll(/[._-]/g, ' ');
}

/** What an entry changed, in words: 'Role from User to Admin', 'Deactivated'. Empty where its action says it all. */
export function auditDetail({ action, details }: Pick<AuditEntry, 'action' | 'details'>): string {
  if (action !== 'user.updated' && action !== 'user.added') return '';
  const read = userDetails.safeParse(details);
  if (!read.success) return '';
  const { role: now, roleBefore, isActive, isActiveBefore } = read.data;
  if (action === 'user.added') return now ? `Role ${roleNames[now]}` : '';
  const changes = [
    now && roleBefore ? `Role from ${roleNames[roleBefore]} to ${roleNames[now]}` : '',
    isActiveBefore === undefined || isActive === undefined ? '' : isActive ? 'Activated' : 'Deactivated',
  ];
  return changes.filter(Boolean).join(', ');
}
