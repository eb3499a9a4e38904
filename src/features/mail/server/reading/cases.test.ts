import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { cpuMsSince } from '#server/testing/fastest.ts';
import { cutQuotes } from './cut-quotes.ts';
import { directionOf } from './direction.ts';
import { splitForward } from './forwarded.ts';
import { htmlToText } from './html-to-text.ts';
import { type ReadAddress, readGmail, readRfc822 } from './read-message.ts';
import { subjectType } from './reply-words.ts';

/**
 * Judges the module by the project's case collection, which is not part of this repository: one JSON object a line
 * with `input` and `expected`. The floors are ratchets: raise them when the module gets better.
 */
const FOLDER = resolve('../shared/cases/email');
const present = existsSync(FOLDER);
const MAX_MS = 1000;

const strings = z.array(z.string());
const address = z.object({ name: z.string().nullish(), address: z.string() });
const expectedSchema = z.object({
  visible: z.string().optional(),
  visibleAlso: strings.optional(),
  contains: strings.optional(),
  notContains: strings.optional(),
  startsWith: z.string().optional(),
  forwarded: z.boolean().optional(),
  embeddedText: z.string().optional(),
  embeddedSubject: z.string().nullish(),
  embeddedFromAddress: z.string().nullish(),
  content: z.string().optional(),
  contentAlso: strings.optional(),
  direction: z.union([z.string(), z.record(z.string(), z.string())]).optional(),
  emailType: z.string().optional(),
  emailTypeAny: strings.optional(),
  senderName: z.string().optional(),
  senderAddress: z.string().optional(),
  subject: z.string().optional(),
  timestamp: z.string().optional(),
  order: strings.optional(),
  parent: z.record(z.string(), z.string().nullable()).optional(),
  text: z.string().optional(),
  date: z.string().nullish(),
  messageId: z.string().nullish(),
  inReplyTo: z.string().nullish(),
  from: z.array(address).optional(),
  to: z.array(address).optional(),
  toAddresses: strings.optional(),
  attachmentNames: strings.optional(),
});
const caseSchema = z.object({
  id: z.string(),
  kind: z.string(),
  inputType: z.string(),
  input: z.unknown(),
  subject: z.string().nullish(),
  rare: z.boolean().optional(),
  config: z.object({ teamAddresses: strings }).optional(),
  expected: expectedSchema,
});
type Case = z.infer<typeof caseSchema>;

function load(prefix: string): Case[] {
  if (!present) return [];
  return readdirSync(FOLDER)
    .filter((name) => name.startsWith(prefix) && name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(resolve(FOLDER, name), 'utf8').split('\n'))
    .filter((line) => line !== '')
    .map((line) => caseSchema.parse(JSON.parse(line)));
}

const squeeze = (text: string | null | undefined): string =>
  (text ?? '').replace(/[\s\u00a0\u202f\u200b-\u200f\ufeff]+/gu, ' ').trim();
const oneOf = (got: string, ...options: (string | undefined)[]): boolean =>
  options.some((option) => option !== undefined && squeeze(option) === squeeze(got));
const same = (got: string | null | undefined, expected: string | null | undefined): boolean =>
  expected === undefined || expected === null || squeeze(got) === squeeze(expected);

function judgeVisible({ input, inputType, expected }: Case): boolean {
  const html = inputType === 'html' ? htmlToText(String(input)) : null;
  const got = cutQuotes(html?.text ?? String(input), html?.quotedLines).visible;
  const form = (text: string): string => (html === null ? squeeze(text) : squeeze(text).replaceAll(' ', ''));
  const options = [expected.visible, ...(expected.visibleAlso ?? [])].filter((text) => text !== undefined);
  if (options.length > 0 && !options.map(form).includes(form(got))) return false;
  const plain = squeeze(got);
  if (!(expected.contains ?? []).every((text) => plain.includes(squeeze(text)))) return false;
  if ((expected.notContains ?? []).some((text) => plain.includes(squeeze(text)))) return false;
  return plain.startsWith(squeeze(expected.startsWith));
}

function judgeForward(one: Case): boolean {
  const { input, expected } = one;
  if (one.kind === 'subject-type') return subjectType(String(input)) === expected.emailType;
  const split = splitForward(String(input), one.subject ?? '');
  if ((split !== null) !== expected.forwarded) return false;
  if (split === null) return true;
  if (!same(split.forwarded.subject, expected.embeddedSubject)) return false;
  if (!same(split.forwarded.from?.address, expected.embeddedFromAddress)) return false;
  const shown = squeeze(cutQuotes(String(input)).visible);
  return expected.visible === undefined
    ? shown.includes(squeeze(expected.embeddedText).slice(0, 60))
    : shown === squeeze(expected.visible) && squeeze(split.comment) === shown;
}

function judgeGmail({ input, expected, config }: Case): boolean {
  const message = readGmail(input);
  const rules = { teamAddresses: config?.teamAddresses ?? [], trustSentLabel: true };
  return (
    oneOf(message.visible, expected.content, ...(expected.contentAlso ?? [])) &&
    directionOf(message, rules) === expected.direction &&
    (expected.emailTypeAny ?? [expected.emailType ?? message.emailType]).includes(message.emailType) &&
    same(message.from?.name, expected.senderName) &&
    same(message.from?.address, expected.senderAddress) &&
    same(message.subject, expected.subject) &&
    same(message.date, expected.timestamp)
  );
}

function judgeThread({ input, expected, config }: Case): boolean {
  const rules = { teamAddresses: config?.teamAddresses ?? [], trustSentLabel: true };
  const messages = z
    .array(z.unknown())
    .parse(input)
    .map(readGmail)
    .toSorted((a, b) => (a.date ?? '').localeCompare(b.date ?? ''));
  const known = new Map(messages.map((message) => [message.messageId, message.gmailId]));
  return messages.every((message, i) => {
    const id = message.gmailId ?? '';
    const parents = [message.inReplyTo, ...message.references.toReversed()].map((parent) =>
      known.get(parent),
    );
    const direction = z.record(z.string(), z.string()).parse(expected.direction);
    return (
      id === expected.order?.[i] &&
      (parents.find((parent) => parent !== undefined) ?? null) === expected.parent?.[id] &&
      directionOf(message, rules) === direction[id]
    );
  });
}

const addressesOf = (list: readonly { address: string }[]): string =>
  list.map((one) => one.address.toLowerCase()).join(',');

async function judgeMime({ input, expected }: Case): Promise<boolean> {
  const message = await readRfc822(Buffer.from(String(input), 'base64'));
  const writer: ReadAddress[] = message.from === null ? [] : [message.from];
  return (
    same(message.subject, expected.subject) &&
    squeeze(message.text).startsWith(squeeze(expected.text)) &&
    same(message.date, expected.date) &&
    same(message.messageId, expected.messageId) &&
    same(message.inReplyTo, expected.inReplyTo) &&
    same(addressesOf(writer), expected.from && addressesOf(expected.from.slice(0, 1))) &&
    same(addressesOf(message.to), expected.to && addressesOf(expected.to)) &&
    same(addressesOf(message.to), expected.toAddresses?.join(',').toLowerCase()) &&
    (expected.attachmentNames ?? []).every((name) => message.attachments.some((file) => file.name === name))
  );
}

async function score(cases: Case[], judge: (one: Case) => boolean | Promise<boolean>): Promise<number> {
  const failed: string[] = [];
  for (const one of cases) {
    const before = process.cpuUsage();
    if (!(await judge(one))) failed.push(one.id);
    expect(cpuMsSince(before), one.id).toBeLessThan(MAX_MS);
  }
  process.stdout.write(`${cases.length - failed.length}/${cases.length}; not right: ${failed.join(', ')}\n`);
  return (cases.length - failed.length) / cases.length;
}

describe.skipIf(!present)(
  `the case collection${present ? '' : ' (skipped: no ../shared/cases/email beside the project)'}`,
  () => {
    const cases: Record<string, Case[]> = {};
    beforeAll(() => {
      for (const prefix of ['gmail-', 'reply-', 'forward-', 'mime-']) cases[prefix] = load(prefix);
    });
    const of = (prefix: string): Case[] => cases[prefix] ?? [];

    it('reads every Gmail message', async () => {
      expect(
        await score(of('gmail-'), (one) =>
          one.inputType === 'gmail-thread' ? judgeThread(one) : judgeGmail(one),
        ),
      ).toBe(1);
    });

    it('cuts replies', async () => {
      const whole = of('reply-').filter(({ kind }) => !kind.endsWith('-split'));
      expect(await score(whole, judgeVisible)).toBeGreaterThanOrEqual(0.95);
    });

    it('shows something wherever there is something', () => {
      const texts = [...of('reply-'), ...of('forward-')].filter(({ inputType }) => inputType === 'text');
      const empty = texts.filter(
        ({ input }) => squeeze(String(input)) !== '' && cutQuotes(String(input)).visible === '',
      );
      expect(empty.map(({ id }) => id)).toEqual([]);
    });

    it('splits forwards', async () => {
      expect(await score(of('forward-'), judgeForward)).toBeGreaterThanOrEqual(0.99);
    });

    it('reads MIME', async () => {
      const usual = of('mime-').filter(({ rare }) => rare !== true);
      expect(await score(usual, judgeMime)).toBeGreaterThanOrEqual(0.97);
    });
  },
);
