/** What other features may use of mail. */

export { threadLimit } from './correspondence.ts';
export { deleteThread } from './delete-thread.ts';
export { type IngestOptions, type IngestOutcome, ingest, lockThreads } from './ingest.ts';
export { rawThread, rawThreadJoin } from './raw-thread.ts';
