import type { LeadThread, ThreadMessage } from '../jobs.ts';
import { withoutSignature } from './signature.ts';

/** Of one message so many characters are read, so that the time is bounded. */
export const messageLimit = 20_000;
/** Of a thread so many characters are read, newest first. */
export const threadLimit = 80_000;
const sentenceLimit = 600;
/** More sentences of one message, and more clauses of one sentence, are somebody's attack and not read. */
const sentencesLimit = 300;
export const clauseLimit = 12;

/** One sentence of a message. `text` is for rules: one line, straight quotation marks. `quote` stands so in the message. */
export interface Sentence {
  text: string;
  quote: string;
  message: ThreadMessage;
  /** Counts paragraphs over all messages. */
  paragraph: number;
}

const abbreviation =
  /\b(?:approx|e\.g|i\.e|incl|excl|min|max|vs|St|Rd|Hwy|Mr|Mrs|Ms|Dr|No|ca|bzw|Nr|z\.B)\.$/;
const itemStart = /^\s*(?:[-*•·]|\d{1,2}[.)])\s/;
const labelStart = /^\s*[\p{L}][\p{L} /&-]{0,30}:\s/u;
const fullLine = 55;

/** Divides what one sender wrote into sentences. Linear in the text's length. */
function sentencesOf(message: ThreadMessage, text: string, firstParagraph: number): Sentence[] {
  const sentences: Sentence[] = [];
  let paragraph = firstParagraph;
  let open = '';
  const close = () => {
    for (const piece of splitSentences(open)) {
      for (let at = 0; at < piece.length; at += sentenceLimit) {
        const quote = piece
          .slice(at, at + sentenceLimit)
          .toWellFormed()
          .trim();
        if (quote !== '') sentences.push({ text: flat(quote), quote, message, paragraph });
      }
    }
    open = '';
  };
  let before = '';
  const body = withoutSignature(text.slice(0, messageLimit), [message.name]);
  for (const line of body.split('\n')) {
    const marked = line.trimStart().startsWith('>');
    const blank = line.trim() === '';
    const goesOn = before.length >= fullLine && !blank && !itemStart.test(line) && !labelStart.test(line);
    if (!goesOn) close();
    if (sentences.length >= sentencesLimit) break;
    if (blank) paragraph += 1;
    else if (!marked) open = open === '' ? line : `${open}\n${line}`;
    before = marked ? '' : line;
  }
  close();
  return sentences.slice(0, sentencesLimit);
}

/** One paragraph in its sentences, each with the white space before it. */
export function splitSentences(paragraph: string): string[] {
  const pieces: string[] = [];
  for (const piece of paragraph.split(/(?<=[.!?。！？])(?=\s)|(?<=[。！？])/u)) {
    const last = pieces.at(-1);
    if (last !== undefined && abbreviation.test(last)) pieces[pieces.length - 1] = last + piece;
    else pieces.push(piece);
  }
  return pieces;
}

/** One line with straight quotation marks and without characters that cannot be seen. */
export function flat(text: string): string {
  return text
    .replace(/[‘’ʼ]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** What the lead's messages say, oldest message first, automatic ones left out; newest first up to the limit. */
export function leadSentences(thread: LeadThread): Sentence[] {
  const read: Sentence[][] = [];
  let left = threadLimit;
  let paragraph = 0;
  for (const message of thread.messages.toReversed()) {
    if (message.from !== 'lead' || isAutomatic(message)) continue;
    if (left <= 0) break;
    const own = sentencesOf(message, message.content, paragraph);
    paragraph = (own.at(-1)?.paragraph ?? paragraph) + 1;
    const passedOn = message.forwarded === null ? [] : sentencesOf(message, message.forwarded, paragraph);
    paragraph = (passedOn.at(-1)?.paragraph ?? paragraph) + 1;
    left -= Math.min(message.content.length, messageLimit) + (message.forwarded?.length ?? 0);
    read.unshift([...own, ...passedOn]);
  }
  return read.flat();
}

const automaticSubject =
  /^\s*(?:(?:re|aw|sv):\s*)?(?:automatic reply|auto(?:matic)?[- ]?(?:reply|response)|out of (?:the )?office|automatische antwort|abwesen|réponse automatique|respuesta automática)/i;
const automaticWords = [
  /\bout of (?:the )?office\b/i,
  /\b(?:automatic(?:ally)?|automated|auto)[- ]?(?:generated )?(?:reply|response|message|email)\b/i,
  /\b(?:i am|i'm|i will be|i'll be) (?:currently |now )?(?:away|on (?:annual |sick |parental |maternity |long service )?(?:leave|holidays?|vacation))\b/i,
  /\b(?:limited|no|intermittent) access to (?:my )?e-?mails?\b/i,
  /\b(?:return(?:ing)?|back) (?:to work |in the office )?(?:on|from|after)\b/i,
  /\b(?:for|if) (?:anything |your (?:matter|enquiry) is |it is |it's )?urgent\b[^.]{0,60}\b(?:contact|call|email)\b/i,
  /\bwe (?:have )?received your (?:e-?mail|message|enquiry) and will (?:respond|reply|get back)\b/i,
];

/** An out-of-office note or a receipt, by its headers, its subject or its words. */
export function isAutomatic(message: Pick<ThreadMessage, 'automatic' | 'subject' | 'content'>): boolean {
  if (message.automatic || automaticSubject.test(message.subject)) return true;
  const beginning = flat(message.content.slice(0, 800));
  return (
    message.content.length < 1500 && automaticWords.filter((pattern) => pattern.test(beginning)).length >= 2
  );
}
