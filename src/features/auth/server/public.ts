/** What other features may use of sign-in. */
export { demoPassword, demoSignIns } from './demo-sign-ins.ts';
