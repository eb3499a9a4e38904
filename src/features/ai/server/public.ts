/** What other features may use of AI. */

export { engineSeesPictures } from './choose-engine.ts';
export { type JobAnswer, type JobRequest, runJob } from './run-job.ts';
