import type { ReadAttachment, ReadMessage } from './message.ts';
import { decodeUnlabelled } from './mime/charset.ts';
import { fieldValue, type HeaderField } from './mime/mail-part.ts';
import { readMimeTree } from './mime/mime-tree.ts';

/** What a mail server says of one recipient (RFC 3464 section 2.3). */
export interface ReportedRecipient {
  /** Case-folded: the recipient as we wrote it and where it was sent on to. Of a report in words every address in it. */
  addresses: string[];
  /** `failed`: given up for good. `delayed`: still being tried. */
  action: 'failed' | 'delayed';
  /** Enhanced status code (RFC 3463) such as `5.1.1`; null when none is said. */
  status: string | null;
  /** The server's own words. */
  said: string;
}

export interface DeliveryReport {
  /** Message-IDs without angle brackets that it may be about, the surest first. */
  about: string[];
  recipients: ReportedRecipient[];
}

const saidLimit = 400;
/** Of a report so much is read: statuses and headers stand at its beginning. */
const readBytes = 200_000;
const recipientLimit = 100;
const enhancedCode = /(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?![\d.])/;
const address = /[^\s<>()[\]:;,"']{1,64}@[^\s<>()[\]:;,"']{1,189}/g;

/**
 * Reads a delivery report, in the standard's form (RFC 3464) or in the words that older servers write. Null for any
 * other mail, also for reports of success, of reading and for automatic answers.
 */
export function readDeliveryReport(message: ReadMessage): DeliveryReport | null {
  const statuses = message.attachments.filter(({ contentType }) =>
    /^message\/(?:global-)?delivery-status$/.test(contentType),
  );
  const recipients =
    statuses.length > 0
      ? statuses.flatMap((part) => recipientsOf(textOf(part), message.text))
      : fromWords(message);
  if (recipients.length === 0) return null;
  return { about: idsOf(message), recipients: recipients.slice(0, recipientLimit) };
}

/** The text of a part for machines, as far as it is read. */
export function textOf({ bytes }: ReadAttachment): string {
  return decodeUnlabelled(Buffer.from((bytes ?? new Uint8Array()).subarray(0, readBytes)));
}

/** Header fields at the beginning of a text. */
export function headersOf(text: string): HeaderField[] {
  return readMimeTree(Buffer.from(text)).root.headers;
}

/** The groups of fields after the first one, which is about the message as a whole. */
function recipientsOf(status: string, words: string): ReportedRecipient[] {
  const groups = status
    .split(/\r?\n[ \t]*(?:\r?\n)+/, recipientLimit)
    .map((group) => headersOf(group.trim()));
  return groups.flatMap((fields): ReportedRecipient[] => {
    const field = (name: string) => fieldValue(fields, name)?.replace(/\s+/g, ' ').trim() ?? '';
    const action = field('action').toLowerCase();
    if (action !== 'failed' && action !== 'delayed') return [];
    const said = field('diagnostic-code').replace(/^[\w-]+\s*;\s*/, '') || firstLines(words);
    const addresses = [field('original-recipient'), field('final-recipient')].flatMap((one) =>
      (one.replace(/^[\w-]+\s*;\s*/, '').match(address) ?? []).map((found) => found.toLowerCase()),
    );
    return [
      {
        addresses: [...new Set(addresses)],
        action,
        status: closest(enhancedCode.exec(field('status'))?.[1], enhancedCode.exec(said)?.[1]),
        said: said.slice(0, saidLimit),
      },
    ];
  });
}

/** A server that says `5.0.0` in the field often says more in the text beside it. */
function closest(declared: string | undefined, inText: string | undefined): string | null {
  const vague = declared === undefined || /^\d\.[05]\.0$/.test(declared);
  return (vague && inText !== undefined ? inText : declared) ?? null;
}

const failedWords =
  /undeliver|not (?:be )?delivered|could ?n[o']t be|failed|failure|rejected|returned|did not reach|does not exist|no such|unknown user|permanent/i;
const delayedWords =
  /delayed|temporar|still (?:being )?tr(?:y|ied)|will (?:keep|be) (?:try|retried)|warning/i;

/** Reports without a part for machines: Gmail's through its API, qmail, older Exchange and Exim. */
function fromWords(message: ReadMessage): ReportedRecipient[] {
  const failedAt = message.headers.get('x-failed-recipients');
  const byMachine = /^(?:mailer-daemon|postmaster|microsoftexchange[\da-f]*)@/i.test(
    message.from?.address ?? '',
  );
  if (failedAt === undefined && !byMachine) return [];
  const words = beforeCopy(message.text.slice(0, readBytes));
  const about = `${message.subject}\n${words}`;
  const delayed =
    delayedWords.test(message.subject) || (delayedWords.test(about) && !failedWords.test(about));
  if (!delayed && failedAt === undefined && !failedWords.test(about)) return [];
  const addresses = [...(failedAt ?? '').matchAll(address), ...words.matchAll(address)].map(([found]) =>
    found.replace(/\.$/, '').toLowerCase(),
  );
  return [
    {
      addresses: [...new Set(addresses)].slice(0, recipientLimit),
      action: delayed ? 'delayed' : 'failed',
      status: enhancedCode.exec(words)?.[1] ?? basicCode(words),
      said: firstLines(words),
    },
  ];
}

/** A three-digit SMTP code in the class of the enhanced ones: `550` is 5.0.0. */
function basicCode(words: string): string | null {
  const found = /(?<![\d.-])([45])\d\d(?![\d.])[ -]/.exec(words);
  return found ? `${found[1]}.0.0` : null;
}

const copyBelow =
  /^[ \t]*(?:--.{0,200}(?:copy|original|returned)|>? ?Original message headers:|Message headers follow:)/im;

function beforeCopy(text: string): string {
  const at = copyBelow.exec(text)?.index;
  return at === undefined ? text : text.slice(0, at);
}

function firstLines(text: string): string {
  const telling = text.split('\n').find((line) => enhancedCode.test(line) || /\b[45]\d\d[ -]/.test(line));
  return (telling ?? text).replace(/\s+/g, ' ').trim().slice(0, saidLimit);
}

const messageIdLine = /^[ \t>]*message-id:\s*<([^<>\s]{1,998})>/gim;

/** The returned message's own Message-ID, else what the report answers, else an id in its text. */
export function idsOf(message: ReadMessage): string[] {
  const returned = message.attachments.flatMap((part) => {
    if (!/^(?:message\/(?:global|rfc822)(?:-headers)?|text\/rfc822-headers)$/.test(part.contentType))
      return [];
    const id = /<([^<>\s]{1,998})>/.exec(fieldValue(headersOf(textOf(part)), 'message-id') ?? '')?.[1];
    return id === undefined ? [] : [id];
  });
  const answered = [...(message.inReplyTo ? [message.inReplyTo] : []), ...message.references.toReversed()];
  const said = [...message.text.slice(0, readBytes).matchAll(messageIdLine)].map((found) => found[1] ?? '');
  return [...new Set([...returned, ...answered.slice(0, 20), ...said.slice(0, 20)])];
}
