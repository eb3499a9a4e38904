import { foreignLanguage } from './builtin/language.ts';
import { splitSentences } from './builtin/sentences.ts';
import type { OutreachEmailDraft, OutreachEmailInput } from './jobs.ts';
import { outreachFacts } from './outreach-facts.ts';
import { inventedInPost } from './post-grounding.ts';

/** A subject that mail programs show whole, characters. */
export const subjectLimit = 78;
/** Less text than this, in letters and digits, is no email. */
const leastText = 60;

/** Something of a draft that the inputs do not hold, in words for people. */
interface Fault {
  said: string;
  reason: string;
}

const placeholder =
  /\[[^\]\n]{1,60}\]|\{\{?[^}\n]{1,60}\}?\}|<[^>\n]{1,60}>|‹[^›\n]{1,60}›|_{3,}|\b(?:XX+|Lorem ipsum|(?:your|recipient|insert) (?:company|name|title|position|business) (?:name|here))\b|\[$/iu;
/** Between us and somebody who never heard of us nothing has happened yet (15 U.S.C. 7704(a)(2) forbids misleading subjects). */
const acquaintance =
  /\b(?:as (?:we )?(?:discussed|agreed|promised|mentioned)|(?:when|since) we (?:met|spoke|talked|last)|(?:our|your) (?:last|recent|previous|earlier) (?:call|chat|conversation|meeting|discussion|e-?mail|message|order|purchase|enquiry|inquiry|visit)|(?:nice|great|good|pleasure) (?:meeting|speaking|talking|to (?:have )?(?:meet|met|see you again))|(?:following|follow) up on|(?:you|your colleague) (?:asked|requested|signed up|subscribed|enquired|contacted us)|thank(?:s| you) for (?:your (?:interest|order|enquiry|inquiry|message|reply|time)|contacting|reaching|getting)|I (?:visited|saw|loved|read|came across|noticed|found) (?:your?|the|an? |that))\b/iu;
const promises =
  /\b(?:guarantee[ds]?|guaranteed|warrant(?:y|ies)|refund(?:s|ed)?|discount(?:s|ed)?|voucher|coupon|free (?:of charge|trial|sample|consultation|audit|quote|month|delivery|shipping|gift)|for free|no (?:cost|obligation|risk|strings)|risk[- ]free|award(?:s|[- ]winning)?|certified|accredited|licensed|leading|number one|no\. ?1|#1|best[- ]in[- ]class|world[- ]class|market leader|exclusive(?:ly)?|limited[- ]time|last chance|act now|urgent(?:ly)?|(?:testimonial|case stud(?:y|ies)|reference)s?|trusted by|(?:our|happy|satisfied) (?:clients|customers)|increase[ds]?|doubl(?:e|ed|ing)|tripl(?:e|ed|ing)|boost(?:s|ed)?|save you)\b/giu;
const numberWords =
  /\b(?:three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|millions?|billions?|dozens?|decades?|half|per ?cent|%)(?![\p{L}])/giu;
const wayOut = /\b(?:unsubscribe|opt[- ]?out|opting out|remove (?:me|you)|stop receiving|mailing list)\b/iu;

/** Capitals that English gives to words which name nobody. */
const plainCapitals = new Set(
  'i im ive id ill hi hello dear hey thanks thank regards sincerely best kind warm team sir madam ps english'.split(
    ' ',
  ),
);
const capitalWord = /(?<![\p{L}\p{N}@./])\p{Lu}[\p{L}\p{M}'’-]*/gu;

function words(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Words that a draft may use as names. */
export interface KnownWords {
  /** In lower case. */
  words: ReadonlySet<string>;
  /** Whether the draft is in English, whose capitals name somebody. */
  isEnglish: boolean;
}

/** What a draft may speak of. */
interface Known extends KnownWords {
  /** All of it, as text. */
  all: string;
  /** What the organization itself wrote: links and addresses come from here alone. */
  own: string;
}

/** The facts of an email as text. Orders in them are no facts, and no link or address comes from a file. */
function knownOf(input: OutreachEmailInput, draft: string): Known {
  const { businessName, industry, summary } = outreachFacts(input);
  const own = [input.organization.name, ...input.approvedSentences, input.signs ?? ''].join('\n');
  const all = [own, businessName, industry, ...summary].join('\n');
  return { all, own, words: new Set(words(all)), isEnglish: foreignLanguage(draft) === null };
}

/** What of one sentence of a draft the inputs do not hold. */
function faultsIn(sentence: string, known: Known): Fault[] {
  const faults: Fault[] = [];
  const add = (said: string, reason: string) =>
    faults.push({ said: said.slice(0, 80).toWellFormed(), reason });
  const hole = placeholder.exec(sentence);
  if (hole) add(hole[0], 'is a placeholder that nobody filled in');
  for (const { said } of inventedInPost(sentence, known.all)) add(said, 'is not in what is known');
  for (const { said } of inventedInPost(sentence, known.own))
    if (/@|:\/\/|www\.|[\p{L}\p{N}-]+\.\p{L}{2}/u.test(said))
      add(said, 'is no link or address of your organization');
  const all = known.all.toLowerCase();
  for (const [said] of sentence.matchAll(numberWords))
    if (!known.words.has(said.toLowerCase()) && !all.includes(said.toLowerCase()))
      add(said, 'is a number that is not in what is known');
  for (const [said] of sentence.matchAll(promises))
    if (!all.includes(said.toLowerCase())) add(said, 'is a claim that is not in what is known');
  const met = acquaintance.exec(sentence)?.[0];
  if (met !== undefined && !all.includes(met.toLowerCase()))
    add(met, 'speaks of something that has not happened');
  for (const said of unknownNames(sentence, known)) add(said, 'is a name that is not in what is known');
  return faults;
}

const greeting =
  /^\s*(?:hi|hello|hey|dear|good (?:morning|afternoon|day)|g'day|hallo|liebe[rs]?|bonjour|hola|ciao)\b[ ,]*/iu;
const title = /\b(?:mr|mrs|ms|miss|dr|prof|sir|herr|frau|madame|monsieur|señora?)\.?\s+\p{Lu}/iu;

/** A first name at the begin of a sentence looks like any word there: what people do tells them apart. */
const personActs =
  /^(\p{Lu}[\p{L}'’-]+) (?:told|asked|says?|said|suggest(?:s|ed)|recommend(?:s|ed)|mentioned|thinks|believes|will (?:call|contact|write|ring|e-?mail|visit|be in touch)|(?:from|at) (?:our|your))\b/u;
const pronouns = new Set(
  'i you he she it we they this that these those who what which there everyone somebody someone nobody anyone one people'.split(
    ' ',
  ),
);

/**
 * Words with a capital that the inputs do not hold: in English those within a sentence; elsewhere, where nouns have
 * capitals too, those of a greeting or after a title.
 */
export function unknownNames(sentence: string, { words: known, isEnglish }: KnownWords): string[] {
  const isKnown = (word: string) => {
    const parts = words(word.replace(/['’]s$/u, ''));
    return (
      parts.every((part) => known.has(part) || plainCapitals.has(part)) || plainCapitals.has(parts.join(''))
    );
  };
  const greeted = greeting.exec(sentence)?.[0].length ?? 0;
  const text = sentence.slice(greeted);
  const acting = personActs.exec(text)?.[1];
  const found = acting && !pronouns.has(acting.toLowerCase()) && !isKnown(acting) ? [acting] : [];
  for (const match of text.matchAll(capitalWord)) {
    const [word] = match;
    if (isKnown(word)) continue;
    const begins = /^[\s\p{P}]*$/u.test(text.slice(0, match.index));
    const titled = title.test(text.slice(Math.max(0, match.index - 12), match.index + 1));
    const greetedBy = greeted > 0 && begins;
    if (greetedBy || titled || (isEnglish && !begins)) found.push(word);
  }
  return found;
}

/** A subject as one line of at most 78 characters, cut between words, without words of an answer that it is none of. */
export function tidySubject(subject: string): string {
  const line = subject
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .replace(/^(?:\s*(?:re|fwd?|aw|wg|sv|tr)\s*:)+/iu, '')
    .toWellFormed()
    .trim();
  if (line.length <= subjectLimit) return line;
  const cut = line.slice(0, subjectLimit + 1);
  const space = cut.lastIndexOf(' ');
  return (space > 20 ? cut.slice(0, space) : line.slice(0, subjectLimit))
    .toWellFormed()
    .replace(/[\s,;:–-]+$/u, '');
}

export interface GroundedEmail extends OutreachEmailDraft {
  issues: string[];
  /** Whether what is left is an email at all. */
  isUsable: boolean;
}

/**
 * Holds a draft against the inputs: a sentence with a number, link, address, name, promise or placeholder that they do
 * not hold is taken out and named. `subject` takes the place of a subject that does not stand.
 */
export function groundOutreach(
  input: OutreachEmailInput,
  draft: OutreachEmailDraft,
  subject: string,
): GroundedEmail {
  const known = knownOf(input, draft.content);
  const issues = new Set<string>();
  const name = (what: string, { said, reason }: Fault) =>
    issues.add(`${what} was taken out: “${said}” ${reason}.`);
  const lines = draft.content
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/(?!\n)\p{Cc}|[\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu, '')
    .split('\n');
  const kept = lines.map((line, at) => {
    const isFirst = lines.slice(0, at).every((one) => one.trim() === '');
    const parts = splitSentences(line).filter((sentence) => {
      if (sentence.trim() === '') return true;
      // The hub adds its own way out, so this is no loss.
      if (wayOut.test(sentence)) return false;
      const [fault] = faultsIn(sentence.trim(), known);
      if (fault) name(isFirst && greeting.test(line) ? 'The greeting' : 'A sentence', fault);
      return !fault;
    });
    const rest = parts.join('').trim();
    return rest === '' && isFirst && greeting.test(line) ? 'Hello,' : rest;
  });
  const content = kept
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
  const line = tidySubject(draft.subject);
  const [fault] = line === '' ? [{ said: '', reason: 'is empty' }] : faultsIn(line, known);
  if (fault) name('The subject', fault);
  return {
    subject: fault ? subject : line,
    content,
    issues: [...issues].slice(0, 12),
    isUsable: (content.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= leastText,
  };
}
