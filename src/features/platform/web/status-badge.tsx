import type { SubscriptionStatus } from '#features/billing/contract.ts';
import { statusNames, statusTone } from '#features/billing/subscription-names.ts';
import { Badge } from '#web/ui/badge.tsx';

/** How a tenant stands; 'Inactive' is one without a subscription. */
export function StatusBadge({ subscription }: { subscription: { status: SubscriptionStatus } | null }) {
  if (!subscription) return <Badge>Inactive</Badge>;
  return <Badge tone={statusTone(subscription)}>{statusNames[subscription.status]}</Badge>;
}
