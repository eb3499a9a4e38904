import { pictures } from '#server/integrations/pictures/picture-library.ts';

/** Names of CSS that every model knows, too many to be guessed often. */
export const probeColors = ['red', 'green', 'blue', 'yellow', 'black'] as const;
export type ProbeColor = (typeof probeColors)[number];

/** A JPEG of 64 x 64 pixels, all of one colour. */
export async function drawnColor(color: ProbeColor): Promise<Uint8Array> {
  return pictures({ create: { width: 64, height: 64, channels: 3, background: color } })
    .jpeg()
    .toBuffer();
}
