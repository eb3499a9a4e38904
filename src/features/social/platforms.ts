import { z } from 'zod';

/** Where a post can go, in the order in which screens show them. */
export const platforms = ['linkedin', 'facebook', 'instagram'] as const;
export const platform = z.enum(platforms);
export type Platform = z.infer<typeof platform>;

interface PlatformRules {
  name: string;
  /** Longest text, in UTF-16 code units as the platforms' own counters show it. */
  textLimit: number;
  /** Most hashtags; null = none is stated. */
  hashtagLimit: number | null;
  /** A post without a picture is not taken. */
  needsPicture: boolean;
}

/**
 * LinkedIn: Posts API, `commentary`. Facebook: Page post `message`. Instagram: Content Publishing, `caption` with 2,200
 * characters and 30 hashtags.
 */
export const platformRules: Readonly<Record<Platform, PlatformRules>> = {
  linkedin: { name: 'LinkedIn', textLimit: 3000, hashtagLimit: null, needsPicture: false },
  facebook: { name: 'Facebook', textLimit: 63_206, hashtagLimit: null, needsPicture: false },
  instagram: { name: 'Instagram', textLimit: 2200, hashtagLimit: 30, needsPicture: true },
};

/** The longest text that any platform takes: the bound of the field. */
export const longestText = Math.max(...Object.values(platformRules).map(({ textLimit }) => textLimit));

const hashtag = /(?<![\p{L}\p{N}_&])#[\p{L}\p{N}_]+/gu;

/**
 * Why a platform would not take this text, in a sentence with the count; null when it would.
 * Checked when a post is saved and again before it is sent.
 */
export function textFault(target: Platform, content: string): string | null {
  const { name, textLimit, hashtagLimit } = platformRules[target];
  const length = content.length;
  if (length > textLimit) {
    const over = (length - textLimit).toLocaleString('en-AU');
    return `This text has ${length.toLocaleString('en-AU')} characters; ${name} takes at most ${textLimit.toLocaleString('en-AU')}. Shorten it by ${over}.`;
  }
  const hashtags = content.match(hashtag)?.length ?? 0;
  if (hashtagLimit !== null && hashtags > hashtagLimit)
    return `This text has ${hashtags} hashtags; ${name} takes at most ${hashtagLimit}.`;
  return null;
}

/** Why a platform would not take a post without a picture; null when it would, or there is one. */
export function pictureFault(target: Platform, hasPicture: boolean): string | null {
  const { name, needsPicture } = platformRules[target];
  return needsPicture && !hasPicture ? `${name} takes no post without a picture. Add one first.` : null;
}
