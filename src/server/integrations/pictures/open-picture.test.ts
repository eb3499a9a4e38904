import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import {
  drawnPicture,
  enlargedJpeg,
  gainMapJpeg,
  handwrittenPng,
  packedText,
  webpHeader,
} from '#server/testing/made-pictures.ts';
import { openPicture } from './open-picture.ts';
import { pictures } from './picture-library.ts';

const size = { width: 2048, height: 2048 };
const small = () => drawnPicture(300, 200);
const open = (bytes: Uint8Array) => openPicture(bytes, size);

const moving = async () =>
  sharp(await drawnPicture(8, 16).raw().toBuffer(), {
    raw: { width: 8, height: 16, channels: 3, pageHeight: 8 },
  });
const jpeg = () => small().jpeg().toBuffer();

/** Red, green and blue at a place given in shares of width and height. */
async function colourAt(bytes: Uint8Array, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
  return [...data.subarray(at, at + 3)];
}

describe('a picture', () => {
  it.each(['jpeg', 'png', 'webp', 'gif'] as const)('as %s becomes a JPEG of its size', async (format) => {
    const opened = await open(await small().toFormat(format).toBuffer());
    expect(opened).toMatchObject({ width: 300, height: 200, contentType: 'image/jpeg' });
    const about = await sharp(opened.bytes).metadata();
    expect([about.format, about.space, about.channels]).toEqual(['jpeg', 'srgb', 3]);
  });

  it('is reduced to the largest size and never enlarged', async () => {
    const opened = await open(await drawnPicture(5000, 2500).jpeg().toBuffer());
    expect([opened.width, opened.height]).toEqual([2048, 1024]);
  });

  it('loses place, camera, captions and colour profile', async () => {
    const photo = await small()
      .withExif({
        IFD0: { Make: 'Camera-of-somebody', Copyright: 'Somebody' },
        IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '33/1 51/1 0/1' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret-caption/></x:xmpmeta>')
      .withIccProfile('p3')
      .jpeg()
      .toBuffer();
    expect(photo.includes('Camera-of-somebody') && photo.includes('secret-caption')).toBe(true);
    const { bytes } = await open(photo);
    const about = await sharp(bytes).metadata();
    expect([about.exif, about.xmp, about.icc, about.iptc, about.orientation]).toEqual(
      Array.from({ length: 5 }, () => undefined),
    );
    expect(Buffer.from(bytes).includes('Camera-of-somebody')).toBe(false);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'taken with the camera held as %i stands upright',
    async (orientation) => {
      const photo = await drawnPicture(320, 160, { x: 0.2, y: 0.25 })
        .withMetadata({ orientation })
        .jpeg({ quality: 95 })
        .toBuffer();
      const upright = await sharp(photo).autoOrient().raw().toBuffer({ resolveWithObject: true });
      const { bytes, width, height } = await open(photo);
      expect([width, height]).toEqual([upright.info.width, upright.info.height]);
      const red = [0.2, 0.25, 0.75, 0.8].flatMap((x) => [0.2, 0.25, 0.75, 0.8].map((y) => ({ x, y })));
      const found = [];
      for (const { x, y } of red) {
        const [r = 0, , b = 0] = await colourAt(bytes, x, y);
        const at = (Math.floor(y * height) * width + Math.floor(x * width)) * upright.info.channels;
        found.push(r - b > 80 === (upright.data[at] ?? 0) - (upright.data[at + 2] ?? 0) > 80);
      }
      expect(found).not.toContain(false);
    },
  );

  it('stands on white where it was transparent', async () => {
    const clear = { width: 20, height: 20, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } as const;
    const { bytes } = await open(await sharp({ create: clear }).png().toBuffer());
    expect(await colourAt(bytes, 0.5, 0.5)).toEqual([255, 255, 255]);
  });

  it('with a gain map behind it is the plain picture that it also is', async () => {
    const photo = await gainMapJpeg(drawnPicture(800, 600));
    // The library's own reader for these is shut, as it takes the whole picture into memory.
    expect((await pictures(photo).metadata()).gainMap).toBeUndefined();
    expect(await open(photo)).toMatchObject({ width: 800, height: 600 });
  });

  it('in grey, in CMYK or with 16 bits is written in sRGB', async () => {
    const made = [
      await small().greyscale().png().toBuffer(),
      await small().toColourspace('cmyk').jpeg().toBuffer(),
      await small().toColourspace('rgb16').png().toBuffer(),
    ];
    for (const bytes of made) {
      const about = await sharp((await open(bytes)).bytes).metadata();
      expect([about.space, about.channels, about.depth]).toEqual(['srgb', 3, 'uchar']);
    }
  });
});

describe('what cannot be opened is refused with its reason:', () => {
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic', 'latin1')]);
  const avif = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypavif\0\0\0\0mif1avif', 'latin1')]);
  it.each<[string, () => Buffer | Promise<Buffer>, string, RegExp]>([
    ['nothing', () => Buffer.alloc(0), 'invalid', /empty/],
    ['HEIC', () => heic, 'unsupported_type', /Most Compatible/],
    ['AVIF', () => avif, 'unsupported_type', /AVIF/],
    ['SVG', () => Buffer.from('<?xml version="1.0"?><svg xmlns="x"/>'), 'unsupported_type', /SVG/],
    ['SVG in UTF-16', () => Buffer.from('<svg xmlns="x"/>', 'utf16le'), 'unsupported_type', /SVG/],
    ['text', () => Buffer.from('hello'), 'unsupported_type', /not a picture/],
    ['PDF', () => Buffer.from('%PDF-1.7\n'), 'unsupported_type', /not a picture/],
    ['ZIP', () => Buffer.from('PK\x03\x04', 'latin1'), 'unsupported_type', /not a picture/],
    ['a page', () => Buffer.from('<html><script>alert(1)</script>'), 'unsupported_type', /not a picture/],
    ['TIFF', () => small().tiff().toBuffer(), 'unsupported_type', /TIFF/],
    ['BMP', () => Buffer.from('BM\0\0\0\0'), 'unsupported_type', /BMP/],
    ['a moving GIF', async () => (await moving()).gif().toBuffer(), 'unsupported_type', /moves/],
    ['a moving WebP', async () => (await moving()).webp().toBuffer(), 'unsupported_type', /moves/],
    ['a cut JPEG', async () => (await jpeg()).subarray(0, 1500), 'invalid', /damaged or not complete/],
    ['three bytes of a JPEG', async () => (await jpeg()).subarray(0, 3), 'invalid', /damaged/],
    [
      'a cut PNG',
      async () => (await small().png().toBuffer()).subarray(0, 400),
      'invalid',
      /damaged or not complete/,
    ],
    [
      'a PNG of 200 megapixels',
      () => handwrittenPng({ width: 20_000, height: 10_000, depth: 1 }),
      'too_large',
      /200 megapixels \(20000 x 10000\)/,
    ],
    [
      'a PNG of 4,000 megapixels',
      () => handwrittenPng({ width: 65_000, height: 65_000, bytes: 9 }),
      'too_large',
      /megapixels/,
    ],
    [
      'an interlaced 16-bit PNG',
      () => handwrittenPng({ width: 8000, height: 8000, depth: 16, colour: 6, interlaced: true, bytes: 9 }),
      'too_large',
      /too much memory/,
    ],
    ['a WebP of 268 megapixels', () => webpHeader(16_383, 16_383), 'too_large', /megapixels/],
    ['a WebP without its pixels', () => webpHeader(3000, 2000), 'invalid', /damaged/],
    [
      'a JPEG of 4,000 megapixels',
      async () => enlargedJpeg(await jpeg(), 65_000, 65_000),
      'too_large',
      /megapixels/,
    ],
    [
      'a progressive JPEG of 64 megapixels',
      async () => enlargedJpeg(await small().jpeg({ progressive: true }).toBuffer(), 8000, 8000),
      'too_large',
      /too much memory/,
    ],
  ])('%s', async (_name, make, code, message) => {
    await expect(open(await make())).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  });

  it('a text that unpacks to much more than the picture', async () => {
    const png = handwrittenPng({ width: 10, height: 10, before: packedText(200 * 1024 * 1024) });
    const before = process.memoryUsage.rss();
    await open(png).catch(() => undefined);
    expect((process.memoryUsage.rss() - before) / 1024 / 1024).toBeLessThan(150);
  });
});
