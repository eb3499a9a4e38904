import { Slots } from '#server/slots.ts';
import type { Written } from './write-picture.ts';

/** How a picture is written: its size in pixels follows from the size of what was opened. */
export interface PictureForm {
  format: 'jpeg' | 'webp';
  sizeOf: (opened: { width: number; height: number }) => { width: number; height: number };
}

const refusal = 'Many pictures are being uploaded at this moment. Try again in a few seconds.';
/** Bodies of 15 MB that are in memory at once. Those in line are not read yet: their senders wait. */
const reading = new Slots({ atOnce: 3, longestLine: 50, refusal });
/** Organizations whose lines are remembered; a line that is forgotten while it is used ends by itself. */
const mostOwners = 10_000;
/** Across the process, since each may take 150 MB while it is opened. */
const opening = new Slots({ atOnce: 1, longestLine: 50, refusal });

/**
 * Reads a picture of unknown origin and writes it anew, first within `size` pixels, then in each of the forms. Few
 * bodies are read at once and one picture is opened at a time, so that memory has a bound whoever sends what.
 * @param owner the organization
 * @throws AppError as `openPicture`, whatever the stream throws, and rate_limited when too many wait
 */
export function pressPicture(
  owner: string,
  stream: AsyncIterable<Uint8Array>,
  size: { width: number; height: number },
  forms: readonly PictureForm[],
): Promise<{ opened: Written; forms: Written[] }> {
  const own = ownSlots(owner);
  const inLine = () =>
    reading.take(async () => {
      const bytes = await readAll(stream);
      return opening.take(async () => {
        // Large, and not needed before the first picture.
        const [{ openPicture }, { writePicture }] = await Promise.all([
          import('./open-picture.ts'),
          import('./write-picture.ts'),
        ]);
        const opened = await openPicture(bytes, size);
        const written: Written[] = [];
        for (const { format, sizeOf } of forms) {
          written.push(await writePicture(opened, { format, ...sizeOf(opened) }));
        }
        return { opened, forms: written };
      });
    });
  return own.take(inLine);
}

/** One body of each organization is read at a time: who sends slowly holds up their own pictures only. */
const slotsOf = new Map<string, Slots>();

function ownSlots(owner: string): Slots {
  const known = slotsOf.get(owner);
  if (known) return known;
  if (slotsOf.size >= mostOwners) slotsOf.clear();
  const made = new Slots({ atOnce: 1, longestLine: 20, refusal });
  slotsOf.set(owner, made);
  return made;
}

async function readAll(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
