/** A header of a quoted or forwarded message, as the mail programs label it. */
export type BlockField = 'from' | 'to' | 'cc' | 'date' | 'subject' | 'replyTo';

/** Each string is a list of words divided by '|', lower case. */
export interface MailLanguage {
  /** Words that open "On <date>, <name> wrote:". */
  openers?: string;
  /** The verb of that line, wherever it stands. */
  wrote: string;
  /** The name follows the verb: 'Am 3. Mai schrieb Nora:'. Elsewhere the verb ends the line. */
  verbBeforeName?: true;
  labels: Partial<Record<BlockField, string>>;
  /** Between dashes: "Original Message". */
  original: string;
  /** Between dashes: "Forwarded message"; also, with a colon and without dashes, Apple's and MailMate's line. */
  forwarded: string;
  /** Beginnings of "Sent from my iPhone"; the whole line, with a '…' in it, where a customer's sentence begins like it too. */
  sentFrom?: string;
  /** Subject prefixes without the colon. */
  reply?: string;
  forward?: string;
}
