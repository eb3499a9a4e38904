import { type IngestAnswer, type IngestResult, ingestLimits, type mailApi } from '#features/mail/contract.ts';
import type { Context } from '#server/context.ts';
import { tooLarge } from '#server/http/errors.ts';
import type { RawInput } from '#server/http/route.ts';
import { moduleActive } from '#server/http/serve.ts';
import type { Input } from '#shared/endpoint.ts';
import { AppError } from '#shared/errors.ts';
import { type IngestOutcome, ingest } from './ingest.ts';
import { splitMbox } from './reading/mbox.ts';

type Ingest = (typeof mailApi)['endpoints']['ingestMessages'];

/** At most this many results are listed for an mbox: the ones that were not stored. */
const listedLimit = 10_000;

class Tally {
  readonly answer: IngestAnswer = { accepted: 0, duplicates: 0, setAside: 0, leadsCreated: 0, results: [] };

  add(index: number, { leadCreated, ...outcome }: IngestOutcome, list: boolean): void {
    if (outcome.status === 'stored') this.answer.accepted += 1;
    if (outcome.status === 'duplicate') this.answer.duplicates += 1;
    if (outcome.status === 'set_aside') this.answer.setAside += 1;
    if (leadCreated) this.answer.leadsCreated += 1;
    const result: IngestResult = { index, ...outcome };
    if (list && this.answer.results.length < listedLimit) this.answer.results.push(result);
  }
}

/** Takes one or many messages in (shapes section 15). Each is judged and stored by itself. */
export async function ingestMessages(
  context: Context,
  { body, raw }: Input<Ingest> & { raw: RawInput | null },
): Promise<IngestAnswer> {
  requireModule(context);
  if (raw?.type === 'application/mbox') return ingestMbox(context, raw.stream);
  if (raw)
    return ingestOne(context, {
      format: 'rfc822',
      bytes: await readAll(raw.stream, ingestLimits.messageBytes),
    });
  if (Array.isArray(body)) return ingestMany(context, body);
  if (typeof body !== 'object' || body === null || Object.keys(body).length === 0) {
    throw new AppError('invalid', 'Send a message, a list of messages, message/rfc822 or application/mbox.');
  }
  return ingestOne(context, { format: 'gmail', raw: body });
}

/** Mail comes in while any module that works with it is active (contract section 5). */
function requireModule({ session, services }: Context): void {
  const now = services.clock.now();
  const takes = (['leads_manager', 'outreach', 'support_agent'] as const).some((module) =>
    moduleActive(session, module, now),
  );
  if (!takes)
    throw new AppError('module_inactive', 'No module that works with email is part of your subscription.');
}

/** A file dropped on a screen has no labels; only messages in JSON come from a source that set them. */
const trust = { trustSentLabel: true };

async function ingestOne(context: Context, incoming: Parameters<typeof ingest>[1]): Promise<IngestAnswer> {
  const outcome = await ingest(context, incoming, { trustSentLabel: incoming.format === 'gmail' });
  if (outcome.status === 'refused') throw new AppError('invalid', outcome.reason ?? 'This is not a message.');
  const tally = new Tally();
  tally.add(0, outcome, true);
  return tally.answer;
}

async function ingestMany(context: Context, list: unknown[]): Promise<IngestAnswer> {
  if (list.length > ingestLimits.messages) {
    throw new AppError('too_large', `Send at most ${ingestLimits.messages} messages at once.`);
  }
  const tally = new Tally();
  for (const [index, raw] of list.entries())
    tally.add(index, await ingest(context, { format: 'gmail', raw }, trust), true);
  return tally.answer;
}

async function ingestMbox(context: Context, stream: AsyncIterable<Uint8Array>): Promise<IngestAnswer> {
  const tally = new Tally();
  let any = false;
  for await (const item of splitMbox(limited(stream, ingestLimits.mboxBytes), {
    maxMessageBytes: ingestLimits.messageBytes,
  })) {
    any = true;
    const outcome =
      item.kind === 'message'
        ? await ingest(context, { format: 'rfc822', bytes: item.bytes }, { trustSentLabel: false })
        : oversize(item.size);
    tally.add(item.index, outcome, outcome.status !== 'stored');
  }
  if (!any) throw new AppError('invalid', 'This file holds no messages.');
  return tally.answer;
}

function oversize(size: number): IngestOutcome {
  const megabytes = Math.ceil(size / 1024 / 1024);
  return {
    id: null,
    threadId: null,
    status: 'refused',
    reason: `This message has ${megabytes} MB; at most 35 MB can be taken.`,
    lead: null,
    leadCreated: false,
  };
}

async function* limited(stream: AsyncIterable<Uint8Array>, limit: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > limit) throw tooLarge();
    yield chunk;
  }
}

async function readAll(stream: AsyncIterable<Uint8Array>, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of limited(stream, limit)) chunks.push(chunk);
  return Buffer.concat(chunks);
}
