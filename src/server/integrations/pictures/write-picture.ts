import { pictures } from './picture-library.ts';

/** A picture that we wrote ourselves. */
export interface Written {
  bytes: Uint8Array;
  width: number;
  height: number;
  contentType: 'image/jpeg' | 'image/webp';
}

/**
 * Another form of a picture that `openPicture` wrote, exactly of this size in pixels. Where the ratio is another one,
 * the part that draws the eye is kept.
 */
export async function writePicture(
  { bytes }: Written,
  form: { width: number; height: number; format: 'jpeg' | 'webp' },
): Promise<Written> {
  const reduced = pictures(bytes, { sequentialRead: true }).resize({
    width: form.width,
    height: form.height,
    fit: 'cover',
    position: pictures.strategy.attention,
  });
  const written =
    form.format === 'webp'
      ? reduced.webp({ quality: 78 })
      : reduced.jpeg({ quality: 88, chromaSubsampling: '4:4:4' });
  const { data, info } = await written.toBuffer({ resolveWithObject: true });
  return {
    bytes: data,
    width: info.width,
    height: info.height,
    contentType: form.format === 'webp' ? 'image/webp' : 'image/jpeg',
  };
}
