/** What other features may use of sign-in. */
export { tenantOf } from './authenticate.ts';
export { demoPassword, demoSignIns } from './demo-sign-ins.ts';
export { withOwnPassword } from './own-password.ts';
