/** What other features may use of AI. */

export { type JobAnswer, type JobRequest, runJob } from './run-job.ts';
