/** What other features may use of leads. */
export { updateLead } from './change.ts';
export { stageCounts } from './list.ts';
