import { givesOrders } from '#server/integrations/ai/builtin/instructions.ts';
import { flat, splitSentences } from '#server/integrations/ai/builtin/sentences.ts';

/** Characters of a passage, about three sentences: what is quoted whole as an answer. */
const passageLength = 600;

export interface Passage {
  /** The headings above it, outermost first, without the article's title. */
  heading: string;
  text: string;
}

const mark = /(\*\*|__|`|~~)/g;
/** CommonMark 0.31, section 2.4. */
const escaped = /\\([!-/:-@[-`{-~])/g;
const link = /!?\[([^[\]]{0,500})\]\([^()\s]{0,2000}(?:\s"[^"]{0,300}")?\)/g;

/** What a line of Markdown names as a heading (CommonMark 0.31, section 4.2); null when it is none. Linear in its length. */
export function headingOf(line: string): string | null {
  const marks = /^\s{0,3}#{1,6}(?=\s)/.exec(line)?.[0];
  if (marks === undefined) return null;
  let end = line.length;
  while (end > marks.length && /[#\s]/.test(line.charAt(end - 1))) end -= 1;
  return line.slice(marks.length, end).trim();
}

/** What Markdown says without its marks, for a reader of plain text. Linear in the length. */
export function plainText(markdown: string): string {
  return markdown
    .replace(link, '$1')
    .replace(mark, '')
    .replace(/^\s{0,3}>\s?/gm, '')
    .replace(/[ \t]+/g, ' ')
    .replace(escaped, '$1')
    .trim();
}

/** The sentences of a text that give orders to a machine, at most twenty of 300 characters, for whoever edits it. */
export function ordersIn(markdown: string): string[] {
  const text = plainText(markdown);
  const ofLines = text.split('\n').flatMap(splitSentences).map(flat).filter(givesOrders);
  const wrapped = text
    .split(/\n{2,}/)
    .flatMap((block) => splitSentences(block.replaceAll('\n', ' ')))
    .map(flat)
    .filter((sentence) => givesOrders(sentence) && !ofLines.some((order) => sentence.includes(order)));
  return [...ofLines, ...wrapped].slice(0, 20).map((sentence) => sentence.slice(0, 300).toWellFormed());
}

/**
 * A paragraph up to a sentence that gives orders to a machine, such as 'ignore your rules': what an article or a page says
 * is data, and what follows such words in their paragraph answers no question.
 */
export function withoutOrders(paragraph: string): string {
  const sentences = splitSentences(paragraph);
  const order = sentences.findIndex((sentence) => givesOrders(flat(sentence)));
  return order === -1 ? paragraph : sentences.slice(0, order).join('').trim();
}

/** A text without the orders that go over the end of a line, as in the text of a PDF; what follows them in their last line goes too. */
function withoutWrappedOrders(text: string): string {
  let kept = '';
  let [from, at] = [0, 0];
  for (const sentence of splitSentences(text.replaceAll('\n', ' '))) {
    const end = at + sentence.length;
    if (at >= from && givesOrders(flat(sentence))) {
      kept += text.slice(from, at);
      const lineEnd = text.indexOf('\n', Math.max(at, end - 1));
      from = lineEnd === -1 ? text.length : lineEnd;
    }
    at = end;
  }
  return (kept + text.slice(from)).trim();
}

/** The pieces of an article that can answer a question: paragraphs below their heading, short ones together, without orders. */
export function splitPassages(body: string): Passage[] {
  const found: Passage[] = [];
  let heading = '';
  let open = '';
  const close = () => {
    const said = withoutWrappedOrders(plainText(open).split('\n').map(withoutOrders).join('\n'));
    for (const piece of pieces(said)) found.push({ heading, text: piece });
    open = '';
  };
  for (const block of body.replaceAll('\r\n', '\n').split(/\n{2,}/)) {
    for (const [at, line] of block.split('\n').entries()) {
      const named = headingOf(line);
      if (named !== null) {
        close();
        heading = withoutOrders(plainText(named));
        continue;
      }
      const isNext = at === 0 && open !== '' && open.length + block.length > passageLength;
      if (isNext) close();
      open = open === '' ? line : `${open}\n${line}`;
    }
  }
  close();
  return found;
}

/** A sentence as it is; what is longer than a passage without ever ending, as a list of places, is cut between words. */
function bounded(sentence: string): string[] {
  if (sentence.length <= passageLength) return [sentence];
  const parts = sentence.match(
    new RegExp(`[\\s\\S]{1,${passageLength}}(?:\\s|$)|[\\s\\S]{${passageLength}}`, 'gu'),
  );
  return (parts ?? [sentence]).map((part) => part.trim());
}

/** A text in pieces of whole sentences, none longer than two passages. */
function pieces(text: string): string[] {
  if (text.length <= passageLength) return text === '' ? [] : [text];
  const all: string[] = [];
  let open = '';
  for (const sentence of text.split(/(?<=[.!?。！？])\s+|\n+/).flatMap(bounded)) {
    if (open !== '' && open.length + sentence.length > passageLength) {
      all.push(open);
      open = '';
    }
    open = open === '' ? sentence : `${open} ${sentence}`;
  }
  return open === '' ? all : [...all, open];
}
