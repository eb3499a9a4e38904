/** What other features may use of notifications. */

export { type Notice, notify } from './notify.ts';
