import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { leadUpdatedEvent } from '#features/leads/contract.ts';
import { formLimits, type leadIngestApi } from '#features/leads/ingest-contract.ts';
import { ingest } from '#features/mail/server/public.ts';
import { messages } from '#features/mail/server/tables.ts';
import type { Context, OrganizationContext, Tx } from '#server/context.ts';
import { tooLarge } from '#server/http/errors.ts';
import type { RawInput } from '#server/http/route.ts';
import { newId } from '#server/ids.ts';
import { composeMail } from '#server/integrations/compose-mail.ts';
import type { Input, Output } from '#shared/endpoint.ts';
import { AppError } from '#shared/errors.ts';
import { type FormFields, readForm } from './form-fields.ts';
import { leadSearchText, nameKey } from './lead-text.ts';
import { type FieldSource, leadSearch, leads } from './tables.ts';

type Ingest = (typeof leadIngestApi)['endpoints']['ingestLead'];

/** Nothing is ever delivered there (RFC 2606 section 2). */
const formDomain = 'webform.invalid';

/** The same form from the same key within this long is one submission: a double click, or a repeat after a lost answer. */
const sameMs = 10 * 60_000;

/**
 * A form of a website becomes a message of the person, and through the same path as every message a lead. The form never
 * says who wrote it: it is always from outside. A form whose hidden field is filled in is answered and not kept.
 * @throws AppError 400 for a form without content
 */
export async function ingestLead(
  context: Context,
  { body, raw }: Input<Ingest> & { raw: RawInput | null },
): Promise<Output<Ingest>> {
  const given = raw ? await readEncoded(raw.stream) : body;
  const form = readForm(given);
  if (form.trap) return { thread_id: `lead_${newId()}` };
  const host = new URL(context.services.config.publicUrl).hostname;
  const digest = createHash('sha256')
    .update(JSON.stringify([context.session.id, given]))
    .digest('hex')
    .slice(0, 40);
  const period = Math.floor(context.services.clock.now().getTime() / sameMs);
  const before = await threadOf(context, `form-${digest}-${period - 1}@${host}`);
  if (before !== null) return { thread_id: before };
  // Nobody reads it, and each form has its own: two people without an email must not look like one.
  const sender = form.email ?? `no-reply+${digest}@${formDomain}`;
  const threadId = await takeForm(context, form, {
    messageId: `form-${digest}-${period}@${host}`,
    sender,
    recipient: 'Web form',
    subject: `Web form: ${form.name ?? form.email ?? form.phone ?? 'new message'}`,
  });
  if (threadId === null)
    throw new AppError('conflict', 'This form was sent before, and its lead has been deleted.');
  return { thread_id: threadId };
}

/** How what somebody entered becomes a message. */
export interface FormMail {
  /** Without angle brackets. */
  messageId: string;
  sender: string;
  recipient: string;
  subject: string;
  /** The message before, without angle brackets. */
  inReplyTo?: string;
}

/**
 * Takes in what a stranger entered as a message of theirs; the same Message-ID twice is one message.
 * @returns the thread; null when its lead was deleted
 */
export async function takeForm(
  context: OrganizationContext,
  form: FormFields,
  mail: FormMail,
): Promise<string | null> {
  const bytes = await asMail(form, mail, context.services.clock.now());
  const { threadId } = await ingest(
    context,
    { format: 'rfc822', bytes },
    {
      trustSentLabel: false,
      fromOutside: true,
      also: async (tx, { leadCreated, threadId: made, id }) => {
        if (leadCreated && made !== null && id !== null) await fill(tx, made, id, form);
      },
    },
  );
  return threadId;
}

async function readEncoded(stream: AsyncIterable<Uint8Array>): Promise<Record<string, string>> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of stream) {
    size += part.length;
    if (size > formLimits.bytes) throw tooLarge();
    parts.push(part);
  }
  return Object.fromEntries(new URLSearchParams(Buffer.concat(parts).toString('utf8')));
}

async function threadOf({ db }: Context, messageId: string): Promise<string | null> {
  const [row] = await db
    .select({ threadId: messages.threadId })
    .from(messages)
    .where(eq(messages.messageId, messageId));
  return row?.threadId ?? null;
}

function asMail(
  form: FormFields,
  { messageId, sender, recipient, subject, inReplyTo }: FormMail,
  date: Date,
): Promise<Buffer> {
  const lines = [
    ...(form.message ? [form.message, ''] : []),
    ...Object.entries({
      Name: form.name,
      Email: form.email,
      Phone: form.phone,
      Company: form.company,
    }).flatMap(([label, value]) => (value ? [`${label}: ${value}`] : [])),
    ...form.more.map(([label, value]) => `${label}: ${value}`),
  ];
  return composeMail({
    from: { name: form.name, address: sender },
    replyTo: null,
    to: [{ name: recipient, address: `webform@${formDomain}` }],
    cc: [],
    subject: subject.replace(/\s+/g, ' '),
    text: lines.join('\n'),
    html: null,
    attachments: [],
    calendar: null,
    messageId,
    inReplyTo: inReplyTo ?? null,
    references: inReplyTo === undefined ? [] : [inReplyTo],
    headers: {},
    date,
  });
}

/** What the form names stands in the lead as it was entered, whatever was read from the text. */
async function fill(tx: Tx, threadId: string, messageId: string, form: FormFields): Promise<void> {
  const [lead] = await tx.db.select().from(leads).where(eq(leads.threadId, threadId)).for('update');
  if (!lead) return;
  const given = { name: form.name, company: form.company, phone_number: form.phone };
  const sources = Object.entries(given).flatMap(([field, quote]): [string, FieldSource][] =>
    quote === null ? [] : [[field, { message_id: messageId, quote, edited: false }]],
  );
  const values = {
    name: form.name ?? lead.name,
    company: form.company ?? lead.company,
    phoneNumber: form.phone ?? lead.phoneNumber,
    contactEmail: form.email,
    fieldSources: { ...lead.fieldSources, ...Object.fromEntries(sources) },
  };
  await tx.db
    .update(leads)
    .set({ ...values, nameKey: nameKey(values.name) })
    .where(eq(leads.threadId, threadId));
  const searchText = leadSearchText({ ...lead, ...values });
  await tx.db.update(leadSearch).set({ searchText }).where(eq(leadSearch.threadId, threadId));
  tx.emit(leadUpdatedEvent, { thread_id: threadId, name: values.name, company: values.company });
}
