import sharp from 'sharp';

// Opened are the kinds that `pictureKind` knows, from memory; the library's other readers (SVG, PDF, TIFF, files by
// name) are shut, whatever bytes arrive.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
  ],
});
// One thread, one picture at a time (`picture-press.ts`), and nothing kept: memory stays small and the cores free.
sharp.concurrency(1);
sharp.cache(false);

/** The library that reads and writes pictures, set up for pictures from strangers. Nothing else imports it. */
export const pictures = sharp;
