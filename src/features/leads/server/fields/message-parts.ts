/** The parts of a message in which different fields stand. */
export interface MessageParts {
  /** Lines that the sender wrote, without quoted ones, all of them. */
  lines: string[];
  /** Sentences above the signature; wrapped lines are put together. */
  sentences: string[];
  /** Lines of the signature, from the sign-off on. */
  signature: string[];
}

/** Fields stand in the beginning of a message; what lies beyond is not looked at, so that the time is bounded. */
const readLength = 20_000;
/** Longer sentences and lines are not looked at. */
export const sentenceLimit = 500;
const signatureLines = 14;
const shortLine = 60;

const signOff =
  /^(?:(?:kind|kindest|warm|warmest|best|many) )?(?:regards|thanks|thank you|cheers|sincerely|yours (?:sincerely|faithfully|truly)|best wishes|all the best|best|with thanks|talk soon)\b[^.?]{0,45}[,.!]?$/i;
const contactLine = /^(?:ph|phone|p|m|mob|mobile|t|tel|e|email|w|web|abn|fax|f|電話)\b ?[.:]?/i;
const labelLine = /^[A-Za-z][A-Za-z ]{1,24}:/;
/** A line that ends so goes on in the next. */
const openEnd = /(?:\b(?:of|at|for|the|and|to|in|a|an|with|our|from|on|is|or)|[-–])$/i;
const abbreviation = /\b(?:approx|e\.g|i\.e|St|Rd|Hwy|Mr|Mrs|Ms|Dr|No|incl|excl|min|max|vs)\.$/;

/** Divides what the sender wrote into sentences and signature. Quoted lines between the sender's own are left out. */
export function partsOf(content: string, signature: string | null): MessageParts {
  const lines = content
    .slice(0, readLength)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => !line.startsWith('>'));
  const start = signatureStart(lines);
  const cutOff = (signature ?? '').split('\n', signatureLines).map((line) => line.trim());
  return {
    lines,
    sentences: sentencesOf(lines.slice(0, start)),
    signature: [...lines.slice(start), ...cutOff],
  };
}

function signatureStart(lines: readonly string[]): number {
  const first = Math.max(0, lines.length - signatureLines);
  for (let i = first; i < lines.length; i += 1) {
    if (signOff.test(lines[i] ?? '') && lines.slice(i).every((line) => line.length <= 2 * shortLine))
      return i;
  }
  let start = lines.length;
  while (start > first && isSignatureLine(lines[start - 1] ?? '')) start -= 1;
  return lines.slice(start).filter((line) => line !== '').length >= 2 ? start : lines.length;
}

/** Short and no sentence: a name, a job, a firm, a number. */
function isSignatureLine(line: string): boolean {
  if (line === '' || contactLine.test(line)) return true;
  return (
    line.length <= shortLine && !/[.?!,;:)]$/.test(line) && !labelLine.test(line) && !/^\p{Ll}/u.test(line)
  );
}

function sentencesOf(lines: readonly string[]): string[] {
  const paragraphs: string[] = [];
  let open = false;
  let before = '';
  for (const line of lines) {
    const last = paragraphs.length - 1;
    const goesOn = open || (/^\p{Ll}/u.test(line) && /[^.!?:]$/.test(before));
    if (goesOn && before !== '' && line !== '' && !labelLine.test(line))
      paragraphs[last] = `${paragraphs[last]} ${line}`;
    else if (line !== '') paragraphs.push(line);
    open = line.length >= shortLine || openEnd.test(line);
    before = line;
  }
  return paragraphs.flatMap(splitSentences).filter(({ length }) => length <= sentenceLimit);
}

function splitSentences(paragraph: string): string[] {
  const sentences: string[] = [];
  for (const piece of paragraph.split(/(?<=[.!?])\s+/)) {
    const last = sentences.at(-1);
    if (last !== undefined && abbreviation.test(last)) sentences[sentences.length - 1] = `${last} ${piece}`;
    else sentences.push(piece);
  }
  return sentences;
}
