import type { MailAddress, MailContent } from './compose-mail.ts';
import type { MailPurpose } from './send-rules.ts';
import type { Sender } from './sender.ts';

/** A mail about an account: always allowed to leave, also to suppressed addresses and while a tenant is suspended. */
export interface AccountMail {
  to: string;
  subject: string;
  text: string;
}

/** A mail of a tenant to people. */
export interface OutgoingMail {
  /** Of its row, from `newId`, where its text or headers name it; otherwise the gate makes one. */
  id?: string;
  /** Without angle brackets, of a mail that is made anew; otherwise the gate makes one. */
  messageId?: string;
  purpose: Exclude<MailPurpose, 'account'>;
  to: readonly MailAddress[];
  cc?: readonly MailAddress[];
  subject: string;
  text: string;
  /** What duplicates are found by, where no two texts are the same, such as for a link of their own. */
  comparedText?: string;
  html?: string;
  attachments?: MailContent['attachments'];
  calendar?: MailContent['calendar'];
  /** Without angle brackets. */
  inReplyTo?: string | null;
  /** Oldest first, without angle brackets. */
  references?: readonly string[];
  headers?: Readonly<Record<string, string>>;
  /** Who pressed, for 'sent because …'. */
  by: string;
  /** No person pressed for it: it keeps to the send window, and is held instead of refused. */
  automatic?: boolean;
  /** Whoever sends it asks again later: when it may not leave it is refused also where it is automatic, and leaves no row. */
  orThrow?: boolean;
  /** It tells of what has happened in any case: when it may not leave, it is held with the reason instead of refused. */
  orHeld?: boolean;
  /** Sent once under this name; a repeat answers with the first. */
  callerKey?: string;
  /** So long it can be taken back, seconds. */
  undoSeconds?: number;
}

/** A mail as bytes, with its id: ready for the gate's transaction. */
export interface ComposedMail {
  /** Of the row that `send` writes. */
  id: string;
  mail: OutgoingMail;
  sender: Sender;
  from: MailAddress;
  messageId: string;
  envelope: { from: string; to: string[] };
  bytes: Buffer;
  composedAt: Date;
}

/** How a mail leaves: through the tenant's server, the platform's, or not at all (the local outbox). */
export type Transport = 'tenant' | 'platform' | 'outbox';
