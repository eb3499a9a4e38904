/** Where one part of an mbox file lies, and how many messages it holds. */
export interface MboxPart {
  start: number;
  end: number;
  messages: number;
}

interface Limits {
  messages: number;
  bytes: number;
}

const separator = [0x46, 0x72, 0x6f, 0x6d, 0x20]; // 'From '
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/**
 * Cuts an mbox file into parts between messages, so that it can be sent with progress and be stopped. A
 * message begins at a 'From ' line that is the first of the file or follows an empty line; only positions
 * are kept, whatever the size of the file.
 */
export async function mboxParts(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  limits: Limits,
): Promise<MboxPart[]> {
  const parts: MboxPart[] = [];
  let offset = 0;
  let lineStart = 0;
  let matched = 0;
  let afterEmptyLine = true;
  let lineIsEmpty = true;
  let partStart = 0;
  let messages = 0;

  for await (const chunk of chunks) {
    for (const byte of chunk) {
      const column = offset - lineStart;
      if (byte === lineFeed) {
        afterEmptyLine = lineIsEmpty;
        lineIsEmpty = true;
        lineStart = offset + 1;
        matched = 0;
      } else {
        if (byte !== carriageReturn) lineIsEmpty = false;
        if (column === matched && byte === separator[column]) matched += 1;
        if (matched === separator.length && column === separator.length - 1 && afterEmptyLine) {
          if (messages >= limits.messages || (messages > 0 && lineStart - partStart >= limits.bytes)) {
            parts.push({ start: partStart, end: lineStart, messages });
            partStart = lineStart;
            messages = 0;
          }
          messages += 1;
        }
      }
      offset += 1;
    }
  }
  if (offset > partStart) parts.push({ start: partStart, end: offset, messages: Math.max(1, messages) });
  return parts;
}
