import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { RateCounter } from './http/rate-counter.ts';
import type { FileStore } from './integrations/file-store.ts';
import type { MailReaction } from './integrations/gate-options.ts';
import type { Passwords } from './integrations/passwords.ts';
import type { Seal } from './integrations/seal.ts';
import type { SendGate } from './integrations/send-gate.ts';
import type { DeadLetter } from './jobs/dead-letters.ts';
import type { MessageReaction } from './message-reaction.ts';

/** What lies outside the database, one of each per process; tests put fakes in. */
export interface Services {
  config: Config;
  clock: Clock;
  passwords: Passwords;
  rates: RateCounter;
  gate: SendGate;
  seal: Seal;
  files: FileStore;
  /** What features do when a message has been stored, in the order of the features. */
  /** Jobs that failed for good, of all organizations. */
  failedJobs: () => Promise<DeadLetter[]>;
  /** Work over all organizations; only for endpoints of the platform owner. */
  asPlatform: Database['asPlatform'];
  onMessage: readonly MessageReaction[];
  /** What features do when an outgoing mail has come to another state. */
  onMail: readonly MailReaction[];
}
