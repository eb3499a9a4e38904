import type { EmailType } from './message.ts';
import { escapedWords, FORWARD_PREFIXES, REPLY_PREFIXES } from './quotes/quote-words.ts';

const ANY = `${escapedWords(REPLY_PREFIXES)}|${escapedWords(FORWARD_PREFIXES)}`;
/** 'Re:', 'RE[2]:', 'Re^3:', 'AW :', '回复：', 'Redir.:' */
const PREFIX = new RegExp(
  `^[\\s\\u00a0]*(${ANY})\\.?\\s?(?:\\[\\d{1,3}\\]|\\(\\d{1,3}\\)|\\^\\d{1,3}|\\*\\d{1,3}|\\d{1,3})?[\\s\\u00a0]*[:：]`,
  'iu',
);
/** A list's tag '[sales] Re: …' may stand before the prefix. */
const TAG = /^\s*\[[^\]\n]{1,60}\]\s*(?=\S)/u;

const FORWARDS = new Set(FORWARD_PREFIXES);
const MAX_PREFIXES = 30;
const MAX_SUBJECT = 1000;

/** What the subject's first prefix says; 'Refund request' and 'Fwding' carry none. */
export function subjectType(subject: string): EmailType {
  const text = subject.slice(0, MAX_SUBJECT);
  const word = (PREFIX.exec(text) ?? PREFIX.exec(text.replace(TAG, '')))?.[1]?.toLowerCase();
  if (word === undefined) return 'original';
  return FORWARDS.has(word) && !REPLY_PREFIXES.includes(word) ? 'forward' : 'reply';
}

/** The subject without its reply and forward prefixes and a leading list tag, case kept. May be empty. */
export function bareSubject(subject: string): string {
  let text = subject.slice(0, MAX_SUBJECT);
  for (let i = 0; i < MAX_PREFIXES; i += 1) {
    const shorter = PREFIX.test(text) ? text.replace(PREFIX, '') : text.replace(TAG, '');
    if (shorter === text) break;
    text = shorter;
  }
  return text.replace(/[\s\u00a0]+/gu, ' ').trim();
}

/** The subject by which a conversation is known: bareSubject in lower case (compare RFC 5256 section 2.1). */
export function normaliseSubject(subject: string): string {
  return bareSubject(subject).toLowerCase();
}
