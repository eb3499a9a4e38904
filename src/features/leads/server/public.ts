/** What other features may use of leads. */
export { stageCounts } from './list.ts';
