import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

function chunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}

interface Png {
  width: number;
  height: number;
  /** Bits of one sample. */
  depth?: 1 | 8 | 16;
  /** PNG colour type (specification section 11.2.1): 0 grey, 2 RGB, 6 RGBA. */
  colour?: 0 | 2 | 6;
  interlaced?: boolean;
  /** What stands before the pixels. */
  before?: Buffer;
  /** Bytes of pixel data before compression; by default as many as the size needs, without interlacing. */
  bytes?: number;
}

/** A PNG written by hand, all of one colour: any size in few bytes. */
export function handwrittenPng(png: Png): Buffer {
  const { width, height, depth = 8, colour = 0, interlaced = false, before } = png;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colour, 0, 0, interlaced ? 1 : 0], 8);
  const samples = { 0: 1, 2: 3, 6: 4 }[colour];
  const needed = png.bytes ?? height * (1 + Math.ceil((width * samples * depth) / 8));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    before ?? Buffer.alloc(0),
    chunk('IDAT', deflateSync(Buffer.alloc(needed), { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A text of a PNG that is small in the file and large when it is unpacked. */
export function packedText(bytes: number): Buffer {
  return chunk(
    'zTXt',
    Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), deflateSync(Buffer.alloc(bytes, 65))]),
  );
}

/** The beginning of a WebP that says that it is this large, and ends there. */
export function webpHeader(width: number, height: number): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0);
  const data = Buffer.concat([Buffer.from([0x2f]), size, Buffer.alloc(59)]);
  const head = Buffer.from('RIFF\0\0\0\0WEBPVP8L\0\0\0\0', 'latin1');
  head.writeUInt32LE(12 + data.length, 4);
  head.writeUInt32LE(data.length, 16);
  return Buffer.concat([head, data]);
}

/** A JPEG that says that it is this large, in its frame header (ITU-T T.81 section B.2.2). */
export function enlargedJpeg(jpeg: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(jpeg);
  for (let at = 2; at < changed.length; at += 2 + changed.readUInt16BE(at + 2)) {
    const marker = changed[at + 1] ?? 0;
    if (marker !== 0xc0 && marker !== 0xc2) continue;
    changed.writeUInt16BE(height, at + 5);
    changed.writeUInt16BE(width, at + 7);
    return changed;
  }
  throw new Error('There is no frame header in this JPEG.');
}

const mapMarks =
  'hdrgm:Version="1.0" hdrgm:GainMapMin="0" hdrgm:GainMapMax="2" hdrgm:Gamma="1" hdrgm:OffsetSDR="0.01" hdrgm:OffsetHDR="0.01" hdrgm:HDRCapacityMin="0" hdrgm:HDRCapacityMax="2" hdrgm:BaseRenditionIsHDR="False"';

function xmpOf(description: string): string {
  return `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" ${description}</rdf:RDF></x:xmpmeta>`;
}

function itemOf(semantic: string, more: string): string {
  return `<rdf:li rdf:parseType="Resource"><Container:Item Item:Semantic="${semantic}" Item:Mime="image/jpeg"${more}/></rdf:li>`;
}

/** A JPEG as newer phones make it: a second picture behind it (CIPA DC-007) says how bright each place is on a bright screen. */
export async function gainMapJpeg(picture: Sharp): Promise<Buffer> {
  const map = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#888' } })
    .greyscale()
    .withXmp(xmpOf(`${mapMarks}/>`))
    .jpeg()
    .toBuffer();
  const items = `xmlns:Container="http://ns.google.com/photos/1.0/container/" xmlns:Item="http://ns.google.com/photos/1.0/container/item/" hdrgm:Version="1.0"><Container:Directory><rdf:Seq>${itemOf('Primary', '')}${itemOf('GainMap', ` Item:Length="${map.length}"`)}</rdf:Seq></Container:Directory></rdf:Description>`;
  const primary = await picture.withXmp(xmpOf(items)).jpeg().toBuffer();
  const index = Buffer.from(
    '4d504600' +
      '4d4d002a00000008' +
      '0003' +
      'b000000700000004' +
      '30313030' +
      'b001000400000001' +
      '00000002',
    'hex',
  );
  const segment = Buffer.concat([Buffer.from([0xff, 0xe2, 0, index.length + 66]), index, Buffer.alloc(64)]);
  let at = 2;
  while ((primary[at + 1] ?? 0) >= 0xe0 && (primary[at + 1] ?? 0) <= 0xef)
    at += 2 + primary.readUInt16BE(at + 2);
  return Buffer.concat([primary.subarray(0, at), segment, primary.subarray(at), map]);
}

/** A picture with something in it: a light field, a dark disc at a place given in shares of width and height. */
export function drawnPicture(
  width: number,
  height: number,
  disc: { x: number; y: number } = { x: 0.5, y: 0.5 },
): Sharp {
  const coarse = { width: 64, height: 64 };
  const pixels = Buffer.alloc(coarse.width * coarse.height * 3);
  for (let y = 0; y < coarse.height; y += 1) {
    for (let x = 0; x < coarse.width; x += 1) {
      const inside = Math.hypot(x / coarse.width - disc.x, y / coarse.height - disc.y) < 0.12;
      const shade = 180 + ((x * 7 + y * 13) % 40);
      pixels.set(inside ? [200, 30, 30] : [shade, shade, 220], (y * coarse.width + x) * 3);
    }
  }
  return sharp(pixels, { raw: { ...coarse, channels: 3 } }).resize(width, height, { fit: 'fill' });
}

/** A photo of 12 megapixels, as a phone makes it. */
export function phonePhoto(): Promise<Buffer> {
  return drawnPicture(4000, 3000).jpeg({ quality: 92 }).toBuffer();
}
