/** Larger pictures are reduced by the providers themselves and only cost more. Pixels. */
const longestSide = 1536;

/**
 * A picture that we stored as a language model gets it: JPEG within 1536 x 1536 pixels, written anew from the pixels, so
 * that nothing but them goes out.
 */
export async function pictureForModel(stored: {
  bytes: Uint8Array;
  width: number;
  height: number;
}): Promise<Uint8Array> {
  const scale = Math.min(1, longestSide / Math.max(stored.width, stored.height));
  const size = {
    width: Math.max(1, Math.round(stored.width * scale)),
    height: Math.max(1, Math.round(stored.height * scale)),
  };
  const { writePicture } = await import('../pictures/write-picture.ts');
  const written = await writePicture({ ...stored, contentType: 'image/jpeg' }, { ...size, format: 'jpeg' });
  return written.bytes;
}
