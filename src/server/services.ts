import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { Browsable, Exportable, StoredFiles } from './feature.ts';
import type { GuestDoor } from './http/guest-sockets.ts';
import type { RateCounter } from './http/rate-counter.ts';
import type { WrittenPage } from './http/written-pages.ts';
import type { DnsRecords } from './integrations/dns-records.ts';
import type { FileStore } from './integrations/file-store.ts';
import type { MailGuard, MailReaction } from './integrations/gate-options.ts';
import type { HttpClient } from './integrations/http-client.ts';
import type { Passwords } from './integrations/passwords.ts';
import type { Seal } from './integrations/seal.ts';
import type { SendGate } from './integrations/send-gate.ts';
import type { SocialNetworks } from './integrations/social/provider.ts';
import type { StripePayments } from './integrations/stripe/stripe-payments.ts';
import type { DeadLetter } from './jobs/dead-letters.ts';
import type { ArrivalReaction, MessageReaction } from './message-reaction.ts';

/** What lies outside the database, one of each per process; tests put fakes in. */
export interface Services {
  config: Config;
  clock: Clock;
  passwords: Passwords;
  rates: RateCounter;
  gate: SendGate;
  seal: Seal;
  files: FileStore;
  /** For addresses that a tenant named. */
  http: HttpClient;
  social: SocialNetworks;
  /** Null: payments are recorded by the platform owner. */
  stripe: StripePayments | null;
  /** For the check of a sender's domain. */
  dns: DnsRecords;
  /** Jobs that failed for good, of one organization or of all, newest first; 200 at most. */
  failedJobs: (organizationId?: string) => Promise<DeadLetter[]>;
  /** Work over all organizations; only for endpoints of the platform owner. */
  asPlatform: Database['asPlatform'];
  /** What features do before a message that came in has its thread. */
  onArrival: readonly ArrivalReaction[];
  /** What features do when a message has been stored, in the order of the features. */
  onMessage: readonly MessageReaction[];
  /** What features do when an outgoing mail has come to another state. */
  onMail: readonly MailReaction[];
  /** What features ask before a due mail leaves. */
  beforeMail: readonly MailGuard[];
  /** Pages that features write instead of the web application. */
  pages: readonly WrittenPage[];
  /** Sockets of features for people who are not signed in. */
  guests: readonly GuestDoor[];
  /** What features put into the export of a whole organization. */
  exportable: readonly Exportable[];
  /** The files that go with it. */
  storedFiles: readonly StoredFiles[];
  /** What features show in the database browser. */
  browsable: readonly Browsable[];
}
