import sharp from 'sharp';

/** A PNG of this size in one colour, pixels. */
export function picture(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#2f6fb3' } })
    .png()
    .toBuffer();
}
