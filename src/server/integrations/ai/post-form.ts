/** Most hashtags of a draft; more is read as spam, whatever a platform would take. */
export const hashtagLimit = 5;

const hashtag = /(?<![\p{L}\p{N}_&/])#[\p{L}\p{N}_]+/gu;
const onlyHashtags = /^(?:#[\p{L}\p{N}_]+\s*)+$/u;

/** The hashtags of a text in their order, with their sign. */
export function hashtagsOf(text: string): string[] {
  return [...text.matchAll(hashtag)].map(([tag]) => tag);
}

/** Keeps the first `most` hashtags: of the others those in a line of hashtags go, those in a sentence become plain words. */
export function limitHashtags(text: string, most = hashtagLimit): string {
  let left = most;
  return text
    .split('\n')
    .map((line) => {
      const apart = onlyHashtags.test(line.trim());
      const kept = line.replace(hashtag, (tag) => {
        left -= 1;
        return left >= 0 ? tag : apart ? '' : tag.slice(1);
      });
      return kept === line ? line : kept.trimEnd();
    })
    .join('\n')
    .trimEnd();
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });
const cutMark = '…';

/**
 * As much of a text as fits into `most` UTF-16 code units: whole sentences, or, where even the first is longer, whole
 * words and a mark that something is missing.
 */
export function cutAtSentence(text: string, most: number): string {
  if (text.length <= most) return text;
  let end = 0;
  for (const { index, segment } of sentences.segment(text.slice(0, most + 200))) {
    const after = index + segment.trimEnd().length;
    if (after > most || index + segment.length > most + 199) break;
    end = after;
  }
  if (end > 0) return text.slice(0, end);
  const part = text.slice(0, Math.max(0, most - cutMark.length)).toWellFormed();
  const space = part.search(/\s\S*$/);
  return `${(space > 0 ? part.slice(0, space) : part).replace(/\ufffd$/, '').trimEnd()}${cutMark}`;
}
