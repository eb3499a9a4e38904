import { z } from 'zod';
import type { OrganizationContext } from '#server/context.ts';
import { statement } from '#server/db/statement.ts';
import type { SupportPassage } from '#server/integrations/ai/jobs.ts';
import { isStemOf, properNamesIn } from './asked-names.ts';
import { askedPart, measureWords } from './asked-part.ts';
import { generalSynonyms } from './general-synonyms.ts';
import { type NearWord, nearWords } from './near-words.ts';
import { rank, type Term } from './rank-passages.ts';
import type { StemmedWord } from './tables.ts';

const stem = statement(
  'support.stem',
  `select w.word, array(select t.lexeme from unnest(to_tsvector('english', w.word)) t order by t.positions[1]) as lexemes
   from unnest($2::text[]) with ordinality as w (word, place) where $1::uuid is not null order by w.place`,
  { prepare: false },
);

/** The question's stems, and the organization's own synonyms. */
const read = statement(
  'support.read-question',
  `select array(select t.lexeme from unnest(to_tsvector('english', $2)) t order by t.positions[1]) as lexemes,
     (select s.groups from support_synonyms s where s.organization_id = $1) as groups`,
);

/** Words that say nothing of what is asked; the database's own list leaves out articles and the like already. */
const filler = new Set(
  'need get take give much mani time put pleas want tell know make like also help question hi helo hello hey thank would could use work thing someth someon anyon u ur hw pls plz thx ty know wonder ask talk anyth els possibl come go must im ive per hope kind sort exact actual realli whether alreadi yet'.split(
    ' ',
  ),
);
const synonymWeight = 0.6;

/** How words are stemmed by the database that holds the articles. */
export async function stemAll(
  context: Pick<OrganizationContext, 'run'>,
  words: readonly string[],
): Promise<StemmedWord[]> {
  const rows = await context.run(stem, [words]);
  return rows.map(({ word, lexemes }) => ({
    word: String(word),
    lexemes: Array.isArray(lexemes) ? lexemes.map(String) : [],
  }));
}

const groupsShape = z.array(z.array(z.object({ word: z.string(), lexemes: z.array(z.string()) })));
const questionRow = z.object({ lexemes: z.array(z.string()), groups: groupsShape.nullable() });

let general: Promise<StemmedWord[][]> | null = null;

/** The shipped groups, stemmed once: every database has the same English stemmer. */
function stemmedGeneral(context: Pick<OrganizationContext, 'run'>): Promise<StemmedWord[][]> {
  general ??= stemGroups(context, generalSynonyms).catch((error: unknown) => {
    general = null;
    throw error;
  });
  return general;
}

export async function stemGroups(
  context: Pick<OrganizationContext, 'run'>,
  groups: readonly (readonly string[])[],
): Promise<StemmedWord[][]> {
  const stems = await stemAll(context, groups.flat());
  let at = 0;
  return groups.map((group) => {
    const from = at;
    at += group.length;
    return stems.slice(from, at);
  });
}

/**
 * The passages of this organization's published articles that fit a question, best first, at most eight. `coverage` is the
 * share of the question's words that stand there, rare words counting more, 0 to 1.
 */
export async function retrieve(
  context: Pick<OrganizationContext, 'run'>,
  question: string,
): Promise<SupportPassage[]> {
  const [asked] = await context.run(read, [question]);
  const { lexemes, groups: own } = questionRow.parse(asked);
  const terms = termsOf(question, lexemes, [...(own ?? []), ...(await stemmedGeneral(context))]);
  const found = await rank(context, question, terms);
  if (isClear(found)) return found;
  // Only what was not found clearly is looked for again: without what stands around the question, and by words that are near.
  const part = askedPart(question);
  const ofPart = part === null ? [] : await retrieve(context, part);
  if (isClear(ofPart)) return ofPart;
  // A name is no other word with a slip: 'Medicare' is not 'medical'.
  const names = properNamesIn(question);
  const near = await nearWords(
    context,
    terms.flatMap(({ weight, lexeme }) =>
      weight === 1 && !names.some((name) => isStemOf(lexeme, name)) ? [lexeme] : [],
    ),
  );
  if (near.size === 0) return found;
  return rank(
    context,
    question,
    terms.flatMap((term) => withNear(term, near)),
  );
}

/** A share of the question's words at which a passage fits clearly. */
const clear = 0.55;

/** Whether the best of the passages that were found fits clearly. */
export function isClear([best]: readonly SupportPassage[]): boolean {
  return best !== undefined && best.coverage >= clear;
}

function withNear(term: Term, near: ReadonlyMap<string, readonly NearWord[]>): Term[] {
  const meant = term.weight === 1 ? (near.get(term.lexeme) ?? []) : [];
  return [term, ...meant.map((word) => ({ ...term, ...word }))];
}

/** The stems of a text that say what it is about, each once, in alphabetical order. */
export async function wordsOf(context: Pick<OrganizationContext, 'run'>, text: string): Promise<string[]> {
  const [stemmed] = await stemAll(context, [text]);
  return [...new Set(stemmed?.lexemes ?? [])].filter((lexeme) => !filler.has(lexeme)).toSorted();
}

/** Each word of the question with what means the same, which counts less. */
function termsOf(question: string, lexemes: readonly string[], groups: StemmedWord[][]): Term[] {
  const terms: Term[] = [];
  const alike = (group: StemmedWord[], term: number, but: string | null) => {
    for (const lexeme of group.flatMap((word) => word.lexemes))
      if (lexeme !== but) terms.push({ term, lexeme, weight: synonymWeight, optional: false });
  };
  const said = spaced(question);
  const measures = measureWords(question);
  // Several words that are one, such as 'log in', are not looked for one by one.
  const phrases = groups.flatMap((group) =>
    group.filter(({ word }) => isPhrase(word) && said.includes(spaced(word))),
  );
  const inPhrases = new Set(phrases.flatMap((phrase) => phrase.lexemes));
  const words = lexemes.filter((lexeme) => !filler.has(lexeme) && !inPhrases.has(lexeme)).slice(0, 40);
  words.forEach((lexeme, term) => {
    const optional = measures.some((word) => word.startsWith(lexeme));
    terms.push({ term, lexeme, weight: 1, optional });
    for (const group of groups)
      if (group.some((word) => word.lexemes.length === 1 && word.lexemes[0] === lexeme))
        alike(group, term, lexeme);
  });
  phrases.forEach((phrase, at) => {
    for (const group of groups) if (group.includes(phrase)) alike(group, words.length + at, null);
  });
  return terms.slice(0, 500);
}

const spaced = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;
const isPhrase = (word: string): boolean => spaced(word).trim().includes(' ');
