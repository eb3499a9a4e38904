import type { MailState } from '#shared/mail-states.ts';
import type { OrganizationContext, Tx } from '../context.ts';
import type { Database } from '../db/database.ts';
import type { outgoingMail } from '../db/tables.ts';
import type { Mailer, SmtpServer } from './mailer.ts';
import type { Seal } from './seal.ts';
import type { MailPurpose } from './send-rules.ts';
import type { ReadSender } from './sender.ts';

export type OutgoingRow = typeof outgoingMail.$inferSelect;

/** A mail that has come to another state, as features react to it. */
export interface MailProgress {
  id: string;
  messageId: string;
  purpose: MailPurpose;
  state: MailState;
  /** Of a mail that came back: a report says that the address itself takes no mail. */
  isDead?: boolean;
}

/** What a feature does, in the same transaction, when an outgoing mail has come to another state. */
export type MailReaction = (context: OrganizationContext, tx: Tx, mail: MailProgress) => Promise<void>;

/**
 * Keeps a due mail back, with the reason for people: until an instant, or held. What is held keeps its bytes until somebody
 * lets it go again, except `forGood`.
 */
export type MailHold = { until: Date; reason: string } | { held: string; forGood?: boolean };

/**
 * What a feature asks, in the transaction that takes a due mail in hand, before one of its purposes leaves. Null lets it
 * go; what it counts then is counted for this mail.
 */
export type MailGuard = (context: OrganizationContext, tx: Tx, mail: OutgoingRow) => Promise<MailHold | null>;

export interface GateOptions {
  database: Database;
  mailer: Mailer;
  /** The platform's own server; null = mail without an own server stays in the local outbox. */
  platformServer: SmtpServer | null;
  seal: Seal;
  /** The platform's sender, with or without a name. */
  from: string;
  publicUrl: string;
  readSender: ReadSender;
  /** The organization's context for work without a request. */
  organization: (organizationId: string) => OrganizationContext;
  now: () => Date;
  report: (error: unknown, message: string) => void;
}
