import { describe, expect, it } from 'vitest';
import { ErrorScan } from './error-scan.ts';

function message(type: string, body: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + Buffer.byteLength(body));
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body)]);
}

function error(severity: string): Buffer {
  return message('E', `S${severity}\0V${severity}\0C53100\0Mno space left\0\0`);
}

function scan(pieces: Buffer[]): string | undefined {
  const errors = new ErrorScan();
  for (const piece of pieces) errors.push(piece);
  return errors.deadly;
}

const rows = Buffer.concat([message('T', ''), message('D', 'VPANIC\0Mdata'), message('Z', 'I')]);

describe('the scan for errors that end the server', () => {
  it.each(['PANIC', 'FATAL'])('finds %s, however the stream is cut', (severity) => {
    const whole = Buffer.concat([rows, error('ERROR'), error(severity), rows]);
    for (let cut = 0; cut <= whole.length; cut += 1) {
      expect(scan([whole.subarray(0, cut), whole.subarray(cut)])).toBe('no space left');
    }
    expect(scan([...whole].map((byte) => Buffer.of(byte)))).toBe('no space left');
  });

  it('is not misled by ordinary errors, nor by rows that look like it', () => {
    expect(scan([rows, error('ERROR'), message('N', 'SWARNING\0VPANIC\0\0'), rows])).toBeUndefined();
  });
});
