/** The forms in which a picture is kept, each written anew. */
export const variantNames = ['full', 'linkedin', 'facebook', 'instagram', 'thumb'] as const;
export type VariantName = (typeof variantNames)[number];

/** Width divided by height. */
interface Ratios {
  least: number;
  most: number;
}

export interface PictureSize {
  /** Pixels; a smaller picture keeps its size. */
  width: number;
  height: number;
  /** What lies outside is cut off; null = as it is. */
  ratios: Ratios | null;
  format: 'jpeg' | 'webp';
}

/**
 * 4:5 to 1.91:1, JPEG, at most 1440 pixels wide and 8 MB (Instagram Platform, IG User Media reference, image
 * specifications). Anything outside is refused.
 */
const instagramRatios: Ratios = { least: 4 / 5, most: 1.91 };
/** From 2:3 to 3:1; what is outside is cropped around its middle (LinkedIn Help, image specifications for posts). */
const linkedinRatios: Ratios = { least: 2 / 3, most: 3 };

/** LinkedIn's Images API takes fewer than 36,152,320 pixels; Facebook Help names 720, 960 and 2048 pixels as good widths. */
const large: PictureSize = { width: 2048, height: 2048, ratios: null, format: 'jpeg' };

/** `full` is the largest: every other form is made from it. */
export const pictureSizes: Readonly<Record<VariantName, PictureSize>> = {
  full: large,
  linkedin: large,
  facebook: large,
  instagram: { width: 1440, height: 1800, ratios: instagramRatios, format: 'jpeg' },
  thumb: { width: 480, height: 480, ratios: null, format: 'webp' },
};

export interface Size {
  width: number;
  height: number;
}

/** The part of a picture that is kept: all of it, or as much as the ratios let stand. Pixels. */
export function keptPart({ width, height }: Size, ratios: Ratios | null): Size {
  if (!ratios) return { width, height };
  const ratio = width / height;
  if (ratio > ratios.most) return { width: Math.max(1, Math.floor(height * ratios.most)), height };
  if (ratio < ratios.least) return { width, height: Math.max(1, Math.floor(width / ratios.least)) };
  return { width, height };
}

/** Width and height of a variant of a picture of this size. Pixels; never larger than the picture. */
export function variantSize(picture: Size, { width, height, ratios }: PictureSize): Size {
  const kept = keptPart(picture, ratios);
  const scale = Math.min(1, width / kept.width, height / kept.height);
  const size = {
    width: Math.max(1, Math.round(kept.width * scale)),
    height: Math.max(1, Math.round(kept.height * scale)),
  };
  if (!ratios) return size;
  // Rounding must not push it over the edge.
  const lowest = Math.ceil(size.width / ratios.most);
  const highest = Math.max(lowest, Math.floor(size.width / ratios.least));
  return { width: size.width, height: Math.min(Math.max(size.height, lowest), highest) };
}

/**
 * What a person should know about a picture of this size (pixels, upright as it is seen) before it is posted, or null.
 * Facebook shows every ratio.
 */
export function aspectWarning(
  platform: 'linkedin' | 'facebook' | 'instagram',
  width: number,
  height: number,
): string | null {
  const rules = {
    linkedin: { ratios: linkedinRatios, name: 'LinkedIn', range: '2:3 and 3:1' },
    facebook: null,
    instagram: { ratios: instagramRatios, name: 'Instagram', range: '4:5 and 1.91:1' },
  }[platform];
  if (!rules || width <= 0 || height <= 0) return null;
  const kept = keptPart({ width, height }, rules.ratios);
  const tall = kept.height < height;
  const share = tall ? 1 - kept.height / height : 1 - kept.width / width;
  const percent = Math.round(share * 100);
  if (percent === 0) return null;
  const [shape, side] = tall ? ['tall', 'height'] : ['wide', 'width'];
  return `This picture is too ${shape} for ${rules.name}, which shows pictures between ${rules.range}: about ${percent} % of its ${side} will be cut off.`;
}
