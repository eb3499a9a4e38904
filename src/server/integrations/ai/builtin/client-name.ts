import type { LeadThread } from '../jobs.ts';
import type { Sentence } from './sentences.ts';

const person = String.raw`(\p{Lu}[\p{L}'’-]+(?: (?:de|van|von|der|da|bin|al|el|la|\p{Lu}\.?))*(?: \p{Lu}[\p{L}'’-]+){1,3})`;
const introductions = [
  new RegExp(
    String.raw`\b(?:[Mm]y name is|[Mm]y name's|[Tt]his is|[Ii]ch bin|[Mm]ein Name ist|[Jj]e m'appelle|[Mm]e llamo|[Mm]i chiamo) ${person}`,
    'u',
  ),
  new RegExp(String.raw`\bI(?:'m| am) ${person}(?=,|\.|$| from| at| with| and| of| here)`, 'u'),
  new RegExp(
    String.raw`(?:^|[,.!]\s|\bteam,?\s|\b[Hh]i,?\s|\b[Hh]ey,?\s|\bit's )${person} (?:here|from|at|with|of)\b`,
    'u',
  ),
];
/** Words of an account that no single person is. */
const shared =
  /\b(?:pty|ltd|limited|inc|llc|gmbh|group|holdings?|company|co|sales|info|marketing|admin|accounts?|office|team|support|hello|contact|enquir\w+|reception|solutions|services|studios?|agency|media|no-?reply)\b/i;
const capital = /^\p{Lu}[\p{L}'’-]*\.?$/u;
const signOff =
  /^(?:(?:kind|kindest|warm|best|many) )?(?:regards|thanks|thank you|cheers|sincerely|best|ta|yours\b.*|viele grüße|mit freundlichen grüßen|cordialement|saludos|groeten|cordiali saluti)[,.!]?$/i;

/** Who writes: the name of the account where it is a person's whole name, else how they introduce or sign themselves. */
export function findClientName(
  thread: LeadThread,
  sentences: readonly Sentence[],
): { value: string; sentence: Sentence | null } | null {
  const lead = thread.messages.filter((message) => message.from === 'lead');
  const account = tidy(lead.find((message) => message.name)?.name ?? null);
  if (account && isWhole(account)) return { value: account, sentence: null };
  for (const sentence of sentences) {
    for (const pattern of introductions) {
      const value = pattern.exec(sentence.text)?.[1];
      if (value && !shared.test(value)) return { value, sentence };
    }
  }
  const signed = lead.map((message) => signature(message.content)).find((value) => value !== null);
  if (signed) return { value: signed, sentence: null };
  if (!account || account.includes('@')) return null;
  return {
    value: shared.test(account)
      ? account
      : account.replace(/(?<!\p{L})\p{Ll}/gu, (letter) => letter.toUpperCase()),
    sentence: null,
  };
}

function tidy(name: string | null): string | null {
  const bare =
    name
      ?.replace(/["<>]/g, '')
      .replace(/\s*\([^)]*\)/g, '')
      .replace(/\s+(?:via|at|from|[|/])\s.*$/i, '')
      .replace(/\s+/g, ' ')
      .trim() ?? '';
  const turned = /^([^,]{2,40}), ([^,]{2,40})$/.exec(bare);
  const value = turned && !shared.test(bare) ? `${turned[2]} ${turned[1]}` : bare;
  if (value === '') return null;
  return /^[\p{Lu}\s'’-]+$/u.test(value) && value.includes(' ')
    ? value.toLowerCase().replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase())
    : value;
}

function isWhole(name: string): boolean {
  const words = name.split(' ');
  const last = words.at(-1) ?? '';
  return (
    words.length >= 2 &&
    words.length <= 5 &&
    capital.test(words[0] ?? '') &&
    last.length > 1 &&
    /^\p{Lu}/u.test(last) &&
    !shared.test(name)
  );
}

/** A whole name on a line of its own near the end. */
function signature(content: string): string | null {
  const lines = content
    .slice(-1500)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const from = lines.findLastIndex((line) => signOff.test(line));
  const candidates = from >= 0 ? lines.slice(from + 1, from + 3) : lines.slice(-2);
  return (
    candidates.find(
      (line) => line.length <= 40 && new RegExp(`^${person}$`, 'u').test(line) && !shared.test(line),
    ) ?? null
  );
}
