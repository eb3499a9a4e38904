import type { Found } from './budget.ts';
import { moneyPattern } from './money.ts';
import type { Sentence } from './sentences.ts';
import { pointPattern } from './time-words.ts';

const limit = 6;
const pointLength = 300;
const greeting =
  /^(?:(?:hi|hello|hey|heya|dear|good (?:morning|afternoon|day|evening)|g'day|thanks|thank you|many thanks|cheers|(?:kind |warm |best )?regards|best|sincerely|talk soon|speak soon|guten tag|bonjour|hola|ciao|hallo|sehr geehrte\w*)(?:[ ,/]+[\p{L}.'-]+){0,4}|(?:i )?hope (?:you|this)[^.?!]{0,60}|look(?:ing)? forward[^.?!]{0,60}|have a [^.?!]{0,40}|enjoy [^.?!]{0,40}|sent from [^.?!]{0,40})[.,!]*$/iu;
const contact = /^(?:[\d\s()+-]{8,}|\S+@\S+|www\.\S+|https?:\S+|(?:ph|phone|mob|mobile|tel|abn|fax)\b.*)$/i;
const asks =
  /\?|\b(?:could you|can you|please|we need|we(?:'d| would) like|i(?:'d| would) like|we want|i want|looking for|interested in|let (?:me|us) know|send|quote|price|procedure)\b/i;
const facts =
  /\b(?:budget|campaign|launch|opening|refund|credit|cancel|wrong|dark|faulty|broken|artwork|design|call|meet|deadline|contract|billboards?|sites?|screens?|panels?|shelters?|airport|booking|start|cut|reduc\w+|half|package|permit|council|audience|location|not interested|reprint\w*)\b/i;

/** The sentences that say most, in the lead's own words and order; `cited` hold a value of the summary. */
export function findKeyPoints(sentences: readonly Sentence[], cited: ReadonlySet<Sentence>): Found[] {
  const scored = sentences
    .filter(({ text }) => saysSomething(text))
    .map((sentence, index, all) => ({
      sentence,
      index,
      score: scoreOf(sentence, cited) + (index / all.length) * 0.5,
    }))
    .toSorted((a, b) => b.score - a.score);
  const kept: typeof scored = [];
  for (const entry of scored) {
    if (kept.length === limit) break;
    if (!kept.some(({ sentence }) => same(sentence.text, entry.sentence.text))) kept.push(entry);
  }
  return kept
    .toSorted((a, b) => a.index - b.index)
    .map(({ sentence }) => ({ value: clip(sentence.text), sentence }));
}

/** The first sentences, for languages whose words are not known. */
export function firstPoints(sentences: readonly Sentence[]): Found[] {
  return sentences
    .filter(({ text }) => saysSomething(text))
    .slice(0, 3)
    .map((sentence) => ({ value: clip(sentence.text), sentence }));
}

function saysSomething(text: string): boolean {
  return text.length >= 12 && !greeting.test(text) && !contact.test(text) && /\S \S+ \S/.test(text);
}

function scoreOf(sentence: Sentence, cited: ReadonlySet<Sentence>): number {
  const { text } = sentence;
  const matches = (pattern: RegExp) => Number(text.search(pattern) >= 0);
  return (
    Number(cited.has(sentence)) * 2 +
    matches(asks) * 1.5 +
    matches(facts) * 1.2 +
    matches(moneyPattern) +
    matches(pointPattern) * 0.8 +
    Math.min(text.length, 160) / 320
  );
}

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

function clip(text: string): string {
  if (text.length <= pointLength) return text;
  return `${text.slice(0, text.lastIndexOf(' ', pointLength - 1) || pointLength - 1).toWellFormed()}…`;
}
