/** What other features may use of payments. */
export { onTenant, operatorName } from './operator/on-tenant.ts';
export { leaveStripe, refuseWithoutStripe } from './stripe/leave-stripe.ts';
export { tellOperator } from './tell-operator.ts';
