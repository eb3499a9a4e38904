const boundary = 'the-boundary-of-the-tests';

export interface FormPart {
  field: string;
  /** Left out for a plain field. */
  fileName?: string;
  type?: string;
  bytes: string | Uint8Array;
}

/** A form with its parts as a browser sends it (RFC 7578), and the headers that go with it. */
export function formOf(...parts: readonly FormPart[]): { body: Buffer; headers: Record<string, string> } {
  const chunks = parts.flatMap(({ field, fileName, type, bytes }) => {
    const name = fileName === undefined ? '' : `; filename="${fileName}"`;
    const kind = fileName === undefined ? '' : `\r\nContent-Type: ${type ?? 'application/octet-stream'}`;
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"${name}${kind}\r\n\r\n`;
    return [Buffer.from(head), Buffer.from(bytes), Buffer.from('\r\n')];
  });
  return {
    body: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

/** The smallest picture: one grey pixel, as PNG. */
export const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
);
