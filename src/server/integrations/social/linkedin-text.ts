/** Reserved in the "little" text format; each is plain text behind a backslash, wherever it stands. */
const reserved = /[\\|{}@[\]()<>#*_~]/g;

/** A word that LinkedIn shows as a hashtag. */
const hashtag = /(?<=^|[\s([{"'.,;:!?])#(?=[\p{L}\p{N}]*\p{L})/gu;

/**
 * Text for the `commentary` of a post: everything is what it says, only hashtags stay hashtags. An unescaped reserved
 * character can cut the post off there, although LinkedIn answers that all is well.
 * (learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/little-text-format)
 */
export function littleText(text: string): string {
  const marks = new Set([...text.matchAll(hashtag)].map(({ index }) => index));
  return text.replace(reserved, (sign: string, at: number) => (marks.has(at) ? sign : `\\${sign}`));
}
