import { AppError } from '#shared/errors.ts';

/** The kinds of picture that are read. */
export type PictureKind = 'jpeg' | 'png' | 'webp' | 'gif';

/** The four letters, or what stands for them, at a place of the file. */
function letters(bytes: Uint8Array, from: number, count: number): string {
  return Buffer.from(bytes.subarray(from, from + count)).toString('latin1');
}

/** Brands of an ISO base media file (ISO/IEC 23008-12 annex B) that hold HEVC pictures. */
const heicBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']);

const unread: Readonly<Record<string, string>> = {
  heic: 'This is a HEIC picture, which cannot be read here. On an iPhone choose Settings > Camera > Formats > Most Compatible, or send it as JPEG.',
  avif: 'This is an AVIF picture, which cannot be read here. Save it as JPEG or PNG and send that.',
  svg: 'This is an SVG drawing, which cannot be read here. Export it as PNG and send that.',
  tiff: 'This is a TIFF picture, which cannot be read here. Save it as JPEG or PNG and send that.',
  bmp: 'This is a BMP picture, which cannot be read here. Save it as JPEG or PNG and send that.',
  other:
    'This is not a picture that can be read here, whatever its name says. Send a JPEG, PNG, WebP or GIF.',
};

function readable(bytes: Uint8Array): PictureKind | null {
  if (letters(bytes, 0, 3) === '\xff\xd8\xff') return 'jpeg';
  if (letters(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (letters(bytes, 0, 4) === 'RIFF' && letters(bytes, 8, 4) === 'WEBP') return 'webp';
  return /^GIF8[79]a$/.test(letters(bytes, 0, 6)) ? 'gif' : null;
}

function nameOf(bytes: Uint8Array): keyof typeof unread {
  if (letters(bytes, 4, 4) === 'ftyp') {
    const brand = letters(bytes, 8, 4);
    if (brand === 'avif' || brand === 'avis') return 'avif';
    return heicBrands.has(brand) ? 'heic' : 'other';
  }
  if (['II*\0', 'MM\0*'].includes(letters(bytes, 0, 4))) return 'tiff';
  if (letters(bytes, 0, 2) === 'BM') return 'bmp';
  const start = letters(bytes, 0, 1000).replaceAll('\0', '');
  return /<svg[\s>]/i.test(start) ? 'svg' : 'other';
}

/** What kind of picture the bytes are, by the bytes alone. @throws AppError invalid when empty, unsupported_type for any other */
export function pictureKind(bytes: Uint8Array): PictureKind {
  if (bytes.length === 0) throw new AppError('invalid', 'This file is empty.');
  const kind = readable(bytes);
  if (kind) return kind;
  throw new AppError('unsupported_type', unread[nameOf(bytes)] ?? '');
}
