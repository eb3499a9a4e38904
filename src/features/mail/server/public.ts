/** What other features may use of mail. */

export { type Answer, answerIn } from './answer.ts';
export { deliveryOf, itemOf, noteItem, threadLimit } from './correspondence.ts';
export { deleteThread } from './delete-thread.ts';
export { type IngestOptions, type IngestOutcome, ingest, lockThreads } from './ingest.ts';
export {
  answersTo,
  branchThread,
  contentOf,
  partOf,
  placeInThread,
  redirectThread,
} from './move-messages.ts';
export { isSameSubject, type OwnMail, storeOwnMail } from './own-mail.ts';
export { rawThread, rawThreadJoin } from './raw-thread.ts';
export { cutQuotes } from './reading/cut-quotes.ts';
export { splitForward } from './reading/forwarded.ts';
export { recountThread, type ThreadCount } from './recount.ts';
export { readSender } from './sender.ts';
export { storeOutgoing } from './store-outgoing.ts';
