import type { Plan } from '#shared/modules.ts';
import type { SubscriptionStatus } from './contract.ts';

export const planNames: Record<Plan, string> = { starter: 'Starter', pro: 'Pro', enterprise: 'Enterprise' };

export const cycleNames = { monthly: 'Monthly', yearly: 'Yearly' } as const;

export const statusNames: Record<SubscriptionStatus, string> = {
  trial: 'Trial',
  active: 'Active',
  suspended: 'Suspended',
  cancelled: 'Cancelled',
};

/** Green active, blue trial, red suspended, grey the rest (specification section 4). */
export function statusTone({
  status,
}: {
  status: SubscriptionStatus;
}): 'success' | 'info' | 'danger' | 'neutral' {
  if (status === 'active') return 'success';
  if (status === 'trial') return 'info';
  return status === 'suspended' ? 'danger' : 'neutral';
}

/** 'Active', 'Ended' or 'Not applicable' (Admin Panel, Subscription). */
export function trialState(trialEndsAt: string | null, now: Date): string {
  if (trialEndsAt === null) return 'Not applicable';
  return new Date(trialEndsAt) > now ? 'Active' : 'Ended';
}
