import type { Mailbox, Writer } from './conversation.ts';
import type { DemoFile } from './demo-files.ts';
import { demoTimezone, mailDate } from './moment.ts';

/** A mail as it is written; `body` is what the next one quotes. */
export interface WrittenMail {
  messageId: string;
  from: Mailbox;
  to: Mailbox;
  subject: string;
  at: Date;
  body: string;
}

export interface MailToWrite {
  messageId: string;
  writer: Writer;
  to: Mailbox;
  cc: readonly Mailbox[];
  subject: string;
  at: Date;
  text: string;
  /** What it answers, the oldest first. */
  earlier: readonly WrittenMail[];
  files: readonly DemoFile[];
  headers: Readonly<Record<string, string>>;
}

/** Writes one mail as the writer's mail program would: RFC 5322 bytes, the same for the same input. */
export async function writeMail(mail: MailToWrite): Promise<{ written: WrittenMail; bytes: Buffer }> {
  const last = mail.earlier.at(-1);
  const own = withSignature(mail);
  const history = last ? historyOf(mail.writer, last) : '';
  const body = own + history;
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const composer = new MailComposer({
    messageId: `<${mail.messageId}>`,
    ...(last
      ? {
          inReplyTo: `<${last.messageId}>`,
          references: mail.earlier.map(({ messageId }) => `<${messageId}>`),
        }
      : {}),
    date: mailDate(mail.at),
    from: boxOf(mail.writer),
    to: boxOf(mail.to),
    cc: mail.cc.map(boxOf),
    subject: mail.subject,
    text: body,
    textEncoding: 'quoted-printable',
    ...(hasHtml(mail.writer) ? { html: htmlOf(mail.writer, own, last) } : {}),
    attachments: mail.files.map((file) => ({ ...file })),
    headers: { ...programOf(mail.writer), ...mail.headers },
  });
  const message = composer.compile();
  // The boundary comes from this, and would otherwise be random.
  message.baseBoundary = mail.messageId.replace(/[^a-z0-9]/gi, '');
  const { messageId, writer, to, subject, at } = mail;
  return {
    written: { messageId, from: { name: writer.name, address: writer.address }, to, subject, at, body },
    bytes: await message.build(),
  };
}

function boxOf({ name, address }: Mailbox) {
  return { name: name ?? '', address };
}

function hasHtml({ client }: Writer): boolean {
  return client === 'gmail' || client === 'outlook';
}

function programOf({ client }: Writer): Record<string, string> {
  if (client === 'outlook') return { 'X-Mailer': 'Microsoft Outlook 16.0', 'Thread-Topic': 'Billboard' };
  if (client === 'apple') return { 'X-Mailer': 'Apple Mail (2.3826)' };
  if (client === 'iphone') return { 'X-Mailer': 'iPhone Mail (22F76)' };
  if (client === 'thunderbird') return { 'User-Agent': 'Mozilla Thunderbird' };
  return {};
}

function withSignature({ writer, text }: MailToWrite): string {
  const own = text.trim();
  if (writer.client === 'iphone') return `${own}\n\nSent from my iPhone`;
  if (writer.signature === undefined) return own;
  const divider = writer.client === 'gmail' || writer.client === 'thunderbird' ? '-- \n' : '';
  return `${own}\n\n${divider}${writer.signature.trim()}`;
}

const quoteAll = (body: string): string =>
  body
    .split('\n')
    .map((line) => (line === '' || line.startsWith('>') ? `>${line}` : `> ${line}`))
    .join('\n');

function historyOf({ client }: Writer, last: WrittenMail): string {
  switch (client) {
    case 'gmail':
      return `\n\n${gmailLine(last)}\n\n${quoteAll(last.body)}`;
    case 'outlook':
      return `\n\n${outlookHead(last)}\n\n${last.body}`;
    case 'apple':
    case 'iphone':
      return `\n\n> On ${dateIn(last.at, 'short')}, at ${timeIn(last.at)}, ${display(last.from)} wrote:\n> \n${quoteAll(last.body)}`;
    case 'thunderbird':
      return `\n\nOn ${numericDate(last.at)} ${timeIn(last.at)}, ${last.from.name ?? last.from.address} wrote:\n${quoteAll(last.body)}`;
    default:
      return '';
  }
}

function gmailLine(last: WrittenMail): string {
  return `On ${dateIn(last.at, 'weekday')} at ${timeIn(last.at)}, ${display(last.from)} wrote:`;
}

function outlookHead(last: WrittenMail): string {
  return [
    `From: ${display(last.from)}`,
    `Sent: ${dateIn(last.at, 'long')} ${timeIn(last.at).toUpperCase()}`,
    `To: ${display(last.to)}`,
    `Subject: ${last.subject}`,
  ].join('\n');
}

function display({ name, address }: Mailbox): string {
  return name ? `${name} <${address}>` : address;
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const lines = (text: string): string => escapeHtml(text).split('\n').join('<br>\n');

function htmlOf({ client }: Writer, own: string, last: WrittenMail | undefined): string {
  if (client === 'gmail') {
    const quote = last
      ? `<br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">${lines(gmailLine(last))}<br></div><blockquote class="gmail_quote" style="margin:0 0 0 .8ex;border-left:1px solid #ccc;padding-left:1ex">${lines(last.body)}</blockquote></div>`
      : '';
    return `<div dir="ltr">${lines(own)}</div>${quote}`;
  }
  const paragraphs = own
    .split('\n')
    .map((line) => `<p class="MsoNormal">${escapeHtml(line) || '&nbsp;'}</p>`);
  const quote = last
    ? `<div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal">${lines(outlookHead(last))}</p></div><p class="MsoNormal">${lines(last.body)}</p>`
    : '';
  return `<html><body lang="EN-AU"><div class="WordSection1">${paragraphs.join('')}${quote}</div></body></html>`;
}

const dates = {
  short: new Intl.DateTimeFormat('en-AU', {
    timeZone: demoTimezone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  }),
  weekday: new Intl.DateTimeFormat('en-AU', {
    timeZone: demoTimezone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  }),
  long: new Intl.DateTimeFormat('en-AU', { timeZone: demoTimezone, dateStyle: 'full' }),
};
const numeric = new Intl.DateTimeFormat('en-AU', { timeZone: demoTimezone });
const times = new Intl.DateTimeFormat('en-AU', {
  timeZone: demoTimezone,
  hour: 'numeric',
  minute: '2-digit',
});

function dateIn(at: Date, form: keyof typeof dates): string {
  return dates[form].format(at);
}

function numericDate(at: Date): string {
  return numeric.format(at);
}

function timeIn(at: Date): string {
  return times.format(at).replace('\u202f', ' ');
}
