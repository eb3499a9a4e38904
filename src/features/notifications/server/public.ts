/** What other features may use of notifications. */

export { asTenant, type TenantTx } from './as-tenant.ts';
export { type Notice, notify } from './notify.ts';
export { deliverMails, notifyOwners, ownersMail, tellOwners } from './tell-owners.ts';
