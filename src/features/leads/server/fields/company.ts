import type { MessageParts } from './message-parts.ts';

type Sender = { name: string | null; address: string } | null;

const word = String.raw`(?:(?!I\b)[\p{Lu}\p{Lo}\d][\p{L}\p{M}\p{N}'’&+-]*(?:\.(?=\p{L}))?)`;
const name = String.raw`(${word}(?: (?:&|and|of|the|for|de|la|y|${word})){0,11})`;
const job = String.raw`(?:manager|director|owner|founder|co-founder|secretary|treasurer|president|chair|principal|coordinator|head|partner|designer|buyer|marketing|assistant)`;

/** Sentences that name a firm by what they say of it. */
const said = [
  new RegExp(String.raw`\bon behalf of ${name}`, 'u'),
  new RegExp(String.raw`\bI (?:work|am working|['’]m working) (?:at|for|with) ${name}`, 'u'),
  new RegExp(String.raw`\b(?:I|[Ww]e) (?:run|own|started|founded|manage) ${name}`, 'u'),
  new RegExp(String.raw`\b${job}(?: [a-z]+){0,3}? (?:of|at|for|with) ${name}`, 'u'),
  new RegExp(
    String.raw`\b(?:business|company|shop|store|firm|practice|brand|studio|café|cafe|restaurant|agency|start-up|startup|school|gym)\b[^.,;]{0,30} (?:called|named) ${name}`,
    'u',
  ),
  new RegExp(String.raw`\b[Ww]e(?:['’]re| are) ${name}, (?:an?|the)\b`, 'u'),
];
/** 'I'm Jane from …' names a suburb as often as a firm: only with a second sign. */
const from = new RegExp(
  String.raw`\b(?:I['’]m|I am|[Tt]his is|[Mm]y name is|[Ii]t['’]s) (?:${word} ){1,3}(?:from|at|with|of) ${name}`,
  'u',
);
const legal =
  /(?:^|\s)(?:Pty|Ltd|Limited|Inc|LLC|GmbH|Group|Co|Company|Partners|Holdings|Studios?|Association|Institute|Society|Agency|Foundation)\b|株式会社|有限会社|合同会社|شركة|مؤسسة/u;
const capitals = new RegExp(name, 'gu');

const jobLine = new RegExp(
  String.raw`\b(?:${job}|officer|sales|people & culture|operations|accounts|recruitment|executive|dentist|lawyer|consultant|ceo|cfo|gm)\b`,
  'iu',
);
const contact = /[@\d]{2,}|@|www\.|https?:|^(?:ph|phone|p|m|mob|mobile|t|tel|e|w|abn)\b\.?:/i;
const pieces = /\s*[|•·]\s*|\s+[-–—]\s+|,\s+/u;

/** The sender's firm: named in a sentence, found again in the address, or standing under the job in the signature. */
export function findCompany(parts: MessageParts, sender: Sender): { value: string; quote: string } | null {
  const address = addressWords(sender);
  const isPerson = (text: string) => isNameOf(text, sender);
  for (const sentence of parts.sentences) {
    const value = inSentence(sentence, address, isPerson);
    if (value) return { value, quote: sentence };
  }
  return inSignature(parts.signature, address, isPerson);
}

function inSentence(sentence: string, address: string[], isPerson: (text: string) => boolean): string | null {
  for (const pattern of said) {
    const value = tidy(pattern.exec(sentence)?.[1]);
    if (value && !isPerson(value)) return value;
  }
  const introduced = tidy(from.exec(sentence)?.[1]);
  if (introduced && (legal.test(introduced) || standsIn(address, introduced))) return introduced;
  for (const match of sentence.matchAll(capitals)) {
    const value = tidy(match[1]);
    if (value && standsIn(address, value) && !isPerson(value)) return value;
  }
  return null;
}

function inSignature(
  lines: readonly string[],
  address: string[],
  isPerson: (text: string) => boolean,
): { value: string; quote: string } | null {
  let afterJob = false;
  for (const line of lines) {
    if (line === '') continue;
    for (const piece of line.split(pieces)) {
      if (contact.test(piece) || isPerson(piece) || piece.length > 120) continue;
      const known = legal.test(piece) || standsIn(address, piece);
      if (known || (afterJob && !jobLine.test(piece) && /^[\p{Lu}\p{Lo}\d]/u.test(piece))) {
        return { value: piece, quote: line };
      }
      afterJob = jobLine.test(piece);
    }
  }
  return null;
}

function tidy(text: string | undefined): string | null {
  const clean = text?.replace(/(?: (?:and|of|the|for|de|la|y|&))+$/u, '') ?? '';
  return clean.length < 2 ? null : clean;
}

const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}'’.]/gu, '')
    .replace(/&/g, ' and ')
    .toLowerCase();

const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Mail providers: their names in an address say nothing about the sender. */
const providers =
  /^(?:gmail|googlemail|outlook|hotmail|live|yahoo|icloud|me|mac|proton|protonmail|bigpond|optusnet|iinet|mailbox|aol|gmx|fastmail)$/;

/** Words of the address that may be a firm's name: of the domain without its ending, and compound ones before the @. */
function addressWords(sender: Sender): string[] {
  const [local = '', domain = ''] = sender?.address.toLowerCase().split('@') ?? [];
  const labels = domain.split('.');
  const own = labels.filter((label, index) => index < labels.length - 1 && !providers.test(label));
  return [...own, ...local.split(/[._+-]/).filter(({ length }) => length >= 10)]
    .flatMap((label) => [label.replaceAll('-', ''), ...label.split('-')])
    .filter(({ length }) => length >= 4);
}

/** Whether a word of the address is put together from this text's words, in their order. */
function standsIn(address: readonly string[], text: string): boolean {
  const words = wordsOf(text);
  return address.some((label) => {
    let left = label;
    let used = 0;
    for (const one of words) {
      if (!left.startsWith(one)) continue;
      left = left.slice(one.length);
      used += 1;
    }
    return (left === '' || (left === 's' && used > 1)) && used > 0 && (used > 1 || words.length === 1);
  });
}

/** The person's own name, or a part of it. */
function isNameOf(text: string, sender: Sender): boolean {
  const own = new Set(wordsOf(sender?.name ?? ''));
  const words = wordsOf(text);
  return words.length > 0 && words.every((one) => own.has(one) || one.length === 1);
}
