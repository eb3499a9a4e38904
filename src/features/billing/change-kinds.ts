/** What can happen to a subscription. */
export const changeKinds = [
  'started',
  'payment',
  'setup_fee',
  'plan',
  'billing_cycle',
  'module_added',
  'module_removed',
  'suspended',
  'reactivated',
  'cancelled',
  'period_ended',
  'payment_failed',
  'ending',
  'kept',
] as const;
export type ChangeKind = (typeof changeKinds)[number];
