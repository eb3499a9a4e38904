import { z } from 'zod';
import type { OrganizationContext } from '#server/context.ts';
import { statement } from '#server/db/statement.ts';

/** Words of the articles that begin with one of some letters. */
const likely = statement(
  'support.likely-words',
  `select distinct t.lexeme from support_terms t
   where t.organization_id = $1 and left(t.lexeme, 1) = any($2::text[]) limit 20000`,
  { prepare: false },
);
const found = z.object({ lexeme: z.string() });

/** A word of the articles, and how much it counts in place of the one that was asked, 0 to 1. */
export interface NearWord {
  lexeme: string;
  weight: number;
}

/** Shorter words are too easily others. */
const shortest = 4;
/** Longer ones are no words that somebody writes. */
const longest = 32;
/** A question with more words that no article has is about something else. */
const mostUnknown = 12;
/** From this length on two slips are looked through. */
const long = 8;
/** A shorter word that is near may be another word, such as 'paint' and 'print': by itself it answers nothing. */
const sure = 7;
const [sureWeight, unsureWeight] = [0.8, 0.5];
/** Forms of a word differ in their last letters: 'complain' and 'complaint'. */
const endingLength = 3;
const stemLength = 5;
const far = Number.POSITIVE_INFINITY;

/**
 * For words that stand in no article those of the articles that are probably meant: another form of the word, or the word without a
 * slip of the pen. Words of the articles themselves have none.
 * @param lexemes as the database stems them
 */
export async function nearWords(
  context: Pick<OrganizationContext, 'run'>,
  lexemes: readonly string[],
): Promise<ReadonlyMap<string, readonly NearWord[]>> {
  const asked = lexemes.filter(
    (lexeme) => lexeme.length >= shortest && lexeme.length <= longest && /^\p{L}+$/u.test(lexeme),
  );
  if (asked.length === 0) return new Map();
  const letters = [...new Set(asked.map((lexeme) => lexeme.slice(0, 1)))];
  const known = (await context.run(likely, [letters])).map((row) => found.parse(row).lexeme);
  const all = new Set(known);
  return new Map(
    asked
      .filter((lexeme) => !all.has(lexeme))
      .slice(0, mostUnknown)
      .map(
        (lexeme) =>
          [
            lexeme,
            known
              .filter((other) => isNear(lexeme, other))
              .slice(0, 3)
              .map((other) => ({ lexeme: other, weight: weightOf(lexeme, other) })),
          ] as const,
      )
      .filter(([, words]) => words.length > 0),
  );
}

function weightOf(one: string, other: string): number {
  return isForm(one, other) || one.length >= sure ? sureWeight : unsureWeight;
}

function isForm(one: string, other: string): boolean {
  const [short, longer] = one.length <= other.length ? [one, other] : [other, one];
  return (
    short.length >= stemLength && longer.startsWith(short) && longer.length - short.length <= endingLength
  );
}

/** Whether one word is a form of another one, or the other one with a slip. */
export function isNear(one: string, other: string): boolean {
  const [short, longer] = one.length <= other.length ? [one, other] : [other, one];
  if (isForm(one, other)) return true;
  const slips = short.length >= long ? 2 : 1;
  return short.length >= shortest && longer.length - short.length <= slips && isWithin(slips, one, other);
}

/**
 * Whether so few letters are to change, leave out, add or swap with their neighbour (optimal string alignment). Only what
 * few slips can reach is read, and no further than they reach, because every word of the articles is held against the asked one.
 */
function isWithin(slips: number, one: string, other: string): boolean {
  let beforeLast: number[] = [];
  let last = Array.from({ length: Math.min(other.length, slips) + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const next = row <= slips ? [row] : [];
    let least = next[0] ?? far;
    for (let column = Math.max(1, row - slips); column <= Math.min(other.length, row + slips); column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const swaps = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const found = Math.min(
        (next[column - 1] ?? far) + 1,
        (last[column] ?? far) + 1,
        (last[column - 1] ?? far) + (isSame ? 0 : 1),
        swaps ? (beforeLast[column - 2] ?? far) + 1 : far,
      );
      next[column] = found;
      least = Math.min(least, found);
    }
    if (least > slips) return false;
    [beforeLast, last] = [last, next];
  }
  return (last[other.length] ?? far) <= slips;
}
