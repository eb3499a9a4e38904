/** What other features may use of mail. */

export { threadLimit } from './correspondence.ts';
export { deleteThread } from './delete-thread.ts';
export { type IngestOptions, type IngestOutcome, ingest, lockThreads } from './ingest.ts';
export { readSender } from './sender.ts';
export { rawThread, rawThreadJoin } from './raw-thread.ts';
export { cutQuotes } from './reading/cut-quotes.ts';
export { splitForward } from './reading/forwarded.ts';
