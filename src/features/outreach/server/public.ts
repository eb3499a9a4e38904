/** What other features may use of outreach. */

export { readProspectOverview } from './list-prospects.ts';
export { keysOf } from './match-keys.ts';
export { renderStep } from './sequences/render-step.ts';
