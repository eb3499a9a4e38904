import type { Metadata } from 'sharp';
import { AppError } from '#shared/errors.ts';
import { type PictureKind, pictureKind } from './picture-kind.ts';
import { pictures } from './picture-library.ts';
import type { Written } from './write-picture.ts';

/** A phone's largest setting that is in use (9248 x 6936) still fits. */
export const mostPixels = 65_000_000;
/** Bytes that decoding one picture may take beside the rows that pass through. */
const mostMemory = 150 * 1024 * 1024;
const timeoutSeconds = 30;

/**
 * Bytes that the decoder holds at once. Plain JPEG and PNG pass row by row; the others are put together whole: what
 * comes in several scans as coefficients of 2 bytes (libjpeg), interlaced PNG as pixels, WebP and GIF as RGBA.
 */
function memoryOf(kind: PictureKind, { width, height, channels, depth, isProgressive }: Metadata): number {
  const pixels = width * height;
  if (kind === 'jpeg') return isProgressive ? pixels * channels * 2 : 0;
  if (kind === 'png') return isProgressive ? pixels * channels * (depth === 'uchar' ? 1 : 2) : 0;
  return kind === 'gif' ? pixels * 5 : pixels * 4;
}

function assertBearable(kind: PictureKind, about: Metadata): void {
  const { width, height, pages = 1 } = about;
  if (pages > 1) {
    throw new AppError(
      'unsupported_type',
      'This picture moves. Posts show still pictures: save one frame as JPEG or PNG and send that.',
    );
  }
  const megapixels = Math.ceil((width * height) / 1_000_000);
  if (width * height > mostPixels) {
    throw new AppError(
      'too_large',
      `This picture has ${megapixels} megapixels (${width} x ${height}), more than the ${mostPixels / 1_000_000} that are taken here. Make it smaller and send it again.`,
    );
  }
  if (memoryOf(kind, about) > mostMemory) {
    throw new AppError(
      'too_large',
      `This picture of ${megapixels} megapixels is stored in a way that takes too much memory to open. Save it as a plain JPEG, or make it smaller, and send it again.`,
    );
  }
}

/** How a camera's EXIF Orientation (1 to 8) is turned upright, after which a mirrored one is flopped. Degrees. */
const upright: Readonly<Record<number, { degrees: number; mirrored: boolean }>> = {
  2: { degrees: 0, mirrored: true },
  3: { degrees: 180, mirrored: false },
  4: { degrees: 180, mirrored: true },
  5: { degrees: 270, mirrored: true },
  6: { degrees: 90, mirrored: false },
  7: { degrees: 90, mirrored: true },
  8: { degrees: 270, mirrored: false },
};

/**
 * Opens a picture of unknown origin and writes it anew: upright, in sRGB, on white where it was transparent, without any
 * of what stood beside the pixels (EXIF with its place and camera, XMP, IPTC, colour profile, comments), within
 * `size` pixels. Rows pass through in one go, and turning comes after the reduction: what is held in memory depends on
 * `size`, not on the picture, but for the kinds that `memoryOf` counts.
 * @throws AppError invalid for a damaged or cut one, unsupported_type for what is no picture, too_large by its pixels
 */
export async function openPicture(
  bytes: Uint8Array,
  size: { width: number; height: number },
): Promise<Written> {
  const kind = pictureKind(bytes);
  try {
    const options = { failOn: 'error', limitInputPixels: mostPixels, sequentialRead: true } as const;
    const about = await pictures(bytes, { ...options, limitInputPixels: false }).metadata();
    if (about.format !== kind) throw new Error(`A ${kind} was opened as ${about.format}.`);
    assertBearable(kind, about);
    const { degrees, mirrored } = upright[about.orientation ?? 1] ?? { degrees: 0, mirrored: false };
    const quarter = degrees % 180 !== 0;
    const { data, info } = await pictures(bytes, options)
      .timeout({ seconds: timeoutSeconds })
      .resize({
        width: quarter ? size.height : size.width,
        height: quarter ? size.width : size.height,
        fit: 'inside',
        withoutEnlargement: true,
      })
      .rotate(degrees)
      .flop(mirrored)
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg({ quality: 90, chromaSubsampling: '4:4:4' })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height, contentType: 'image/jpeg' };
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw damaged(error);
  }
}

function damaged(error: unknown): AppError {
  if (error instanceof Error && /timeout/i.test(error.message)) {
    return new AppError(
      'invalid',
      'This picture takes too long to open. Save it as a plain JPEG and send it again.',
      { cause: error },
    );
  }
  return new AppError(
    'invalid',
    'This picture is damaged or not complete, and cannot be opened. Save it anew or send another one.',
    { cause: error },
  );
}
