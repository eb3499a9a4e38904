export interface MailAddress {
  name: string | null;
  address: string;
}

/** What a mail says, before it is bytes. */
export interface MailContent {
  from: MailAddress;
  replyTo: string | null;
  to: readonly MailAddress[];
  cc: readonly MailAddress[];
  subject: string;
  text: string;
  html: string | null;
  attachments: readonly { name: string; contentType: string; bytes: Uint8Array }[];
  /** An iCalendar object (RFC 5545) beside the text, so that calendars offer to answer it (RFC 6047). */
  calendar: { method: 'REQUEST' | 'CANCEL' | 'PUBLISH'; content: string } | null;
  /** All ids without angle brackets. */
  messageId: string;
  inReplyTo: string | null;
  references: readonly string[];
  headers: Readonly<Record<string, string>>;
  date: Date;
}

/** RFC 5322 bytes with CRLF line ends. Reads no file and no address: everything it holds is given. */
export async function composeMail(content: MailContent): Promise<Buffer> {
  // Large, and not needed before the first mail.
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const mail = new MailComposer({
    from: named(content.from),
    ...(content.replyTo === null ? {} : { replyTo: content.replyTo }),
    to: content.to.map(named),
    cc: content.cc.map(named),
    subject: content.subject,
    text: content.text,
    ...(content.html === null ? {} : { html: content.html }),
    attachments: content.attachments.map(({ name, contentType, bytes }) => ({
      filename: name,
      contentType,
      content: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
      contentDisposition: 'attachment' as const,
    })),
    ...(content.calendar === null ? {} : { icalEvent: { ...content.calendar, filename: 'invite.ics' } }),
    messageId: `<${content.messageId}>`,
    ...(content.inReplyTo === null ? {} : { inReplyTo: `<${content.inReplyTo}>` }),
    references: content.references.map((id) => `<${id}>`),
    headers: Object.fromEntries(Object.entries(content.headers).map(([name, value]) => [name, whole(value)])),
    date: content.date,
    newline: '\r\n',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return mail.compile().build();
}

/**
 * A field of ours on one line: a fold between name and address is right (RFC 5322 section 2.2.3), but not every reader of
 * List-Unsubscribe undoes it. Anything but visible ASCII of a fitting length is left to the library.
 */
function whole(value: string): string | { prepared: true; value: string } {
  return /^[\x20-\x7e]{1,900}$/.test(value) ? { prepared: true, value } : value;
}

function named({ name, address }: MailAddress): { name: string; address: string } {
  return { name: name ?? '', address };
}

/** `Jane Doe <jane@x.test>` or a bare address, as settings hold a sender. */
export function senderAddress(value: string): MailAddress {
  const [, name = '', address = ''] = /^\s*(.*?)\s*<([^<>\s]+)>\s*$/.exec(value) ?? [];
  if (address === '') return { name: null, address: value.trim() };
  return { name: name.replace(/^"(.*)"$/, '$1').replaceAll('\\"', '"') || null, address };
}
