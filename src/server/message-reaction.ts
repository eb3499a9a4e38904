import type { OrganizationContext, Tx } from './context.ts';

/** A message that was just stored, as other features react to it. */
export interface StoredMessage {
  id: string;
  threadId: string;
  direction: 'inbound' | 'outbound';
  /** Sent by a machine or to a list: auto-replies, bounces, newsletters. Never the beginning of a lead. */
  automatic: boolean;
  /** A report about a mail of ours that came back or is late: it belongs to the conversation, but nobody wrote it. */
  returned?: boolean;
  /** Message-IDs that it answers, the most telling first. */
  answers?: readonly string[];
  /** Its receiver complained of this mail of ours (row of the gate's ledger) as spam. */
  complaintAbout?: string | null;
  /** Old mail that came in late: nobody is told of each message. */
  quiet?: boolean;
  /** The iCalendar object (RFC 5545) that came with it. */
  calendar?: string | null;
  sentAt: Date;
  from: { name: string | null; address: string } | null;
  subject: string;
  /** What the sender wrote, without quoted history. */
  content: string;
  /** The sender's signature where it was cut off. */
  signature: string | null;
  /** Where answers go, if not to the sender. */
  replyTo: string | null;
}

export interface ReactionResult {
  /** thread_id of the lead that the message belongs to now. */
  lead: string | null;
  created: boolean;
}

/** What a feature does, in the same transaction, when a message has been stored. */
export type MessageReaction = (
  context: OrganizationContext,
  tx: Tx,
  message: StoredMessage,
  organization: { timezone: string },
) => Promise<ReactionResult>;

/** A message that came in and has no thread yet. Reports about mail of ours are none of these. */
export interface ArrivingMessage {
  /** Message-IDs that it answers, the most telling first. */
  answers: readonly string[];
  direction: 'inbound' | 'outbound';
  subject: string;
  /** What the sender wrote, without quoted history. */
  content: string;
}

/**
 * What a feature does, in the same transaction, before a message is threaded: it stores mail of its own that the message
 * answers, and says where it knows that a machine wrote it. Null for anything else.
 */
export type ArrivalReaction = (
  context: OrganizationContext,
  tx: Tx,
  message: ArrivingMessage,
) => Promise<{ automatic: boolean } | null>;
