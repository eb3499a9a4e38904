/** One address of a header, RFC 5322 section 3.4. `address` keeps its case; compare case-folded. */
export interface ReadAddress {
  name: string | null;
  address: string;
}

/** A part that is a file. `bytes` is null where the source left the content out (Gmail's `attachmentId`). */
export interface ReadAttachment {
  name: string | null;
  /** Lower-case media type without parameters, `application/octet-stream` when none is declared. */
  contentType: string;
  /** Octets after transfer decoding. */
  size: number;
  /** Without <>. A part shown inside the HTML body has one. */
  contentId: string | null;
  bytes: Uint8Array | null;
}

export type EmailType = 'original' | 'reply' | 'forward';

/**
 * A message as the rest of the product sees it. No string holds NUL or a lone surrogate (PostgreSQL refuses
 * both): NUL is dropped, a lone surrogate becomes U+FFFD. Line ends are `\n`.
 */
export interface ReadMessage {
  /** Message-ID without <>. */
  messageId: string | null;
  inReplyTo: string | null;
  /** Message-IDs without <>, oldest first, each once, at most 200 (the newest are kept). */
  references: string[];
  gmailId: string | null;
  gmailThreadId: string | null;
  labels: string[];
  /** ISO 8601 UTC with milliseconds. Gmail's internalDate wins over the Date header. */
  date: string | null;
  subject: string;
  /** The writer. A Google-group rewrite ('Dana via Sales') is undone. */
  from: ReadAddress | null;
  to: ReadAddress[];
  cc: ReadAddress[];
  replyTo: ReadAddress[];
  /** At most 200 characters on one line: the source's, else the beginning of `visible`. */
  snippet: string;
  /** The whole readable text, before anything is cut. */
  text: string;
  /** `text` without quoted history and signature; never empty while `text` is not. */
  visible: string;
  /** What was cut as quoted history, null if nothing was. */
  quoted: string | null;
  /** What was cut as the writer's signature, null if nothing was. */
  signature: string | null;
  /** The decoded HTML body as sent. Hostile: never put it on a page. */
  html: string | null;
  emailType: EmailType;
  /** Lower-case name to decoded value; a repeated header keeps its first value (the latest hop's for traces). */
  headers: Map<string, string>;
  /** RFC 3834: Auto-Submitted is present and not `no`, or an equivalent vendor header. */
  autoSubmitted: boolean;
  /** List-Unsubscribe (not a Google group's own), Precedence bulk or junk, or a delivery report. */
  bulk: boolean;
  attachments: ReadAttachment[];
  /** Why the message could not be read in full, in words for a person; null if it could. */
  unreadable: string | null;
}
