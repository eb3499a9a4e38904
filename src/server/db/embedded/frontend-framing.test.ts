import { describe, expect, it } from 'vitest';
import { FrontendFraming } from './frontend-framing.ts';

const startup = message(undefined, 'user postgres');
const query = message('Q', 'select 1');
const parse = message('P', 'select $1');
const sync = message('S', '');
const terminate = message('X', '');

function message(type: string | undefined, body: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + body.length);
  return Buffer.concat([Buffer.from(type ?? ''), length, Buffer.from(body)]);
}

/** All batches of a stream that arrives in these pieces, as one text each. */
function batches(pieces: Buffer[]): { text: string; expectsAnswer: boolean }[] {
  const framing = new FrontendFraming();
  return pieces
    .flatMap((piece) => framing.push(piece))
    .map(({ bytes, expectsAnswer }) => ({ text: Buffer.from(bytes).toString('latin1'), expectsAnswer }));
}

describe('the framing of client messages', () => {
  it('gives the start-up alone and the messages after it together', () => {
    expect(batches([Buffer.concat([startup, parse, sync])])).toEqual([
      { text: startup.toString('latin1'), expectsAnswer: true },
      { text: Buffer.concat([parse, sync]).toString('latin1'), expectsAnswer: true },
    ]);
  });

  it('gives the same bytes however the stream is cut', () => {
    const whole = Buffer.concat([startup, query, parse, sync, query]);
    for (let cut = 1; cut < whole.length; cut += 1) {
      const given = batches([whole.subarray(0, cut), whole.subarray(cut)]);
      expect(given.map(({ text }) => text).join('')).toBe(whole.toString('latin1'));
    }
    const byByte = batches([...whole].map((byte) => Buffer.of(byte)));
    expect(byByte.map(({ text }) => text).join('')).toBe(whole.toString('latin1'));
  });

  it('expects no answer to messages without Sync', () => {
    expect(batches([startup, parse])[1]).toMatchObject({ expectsAnswer: false });
  });

  it('never hands on a Terminate', () => {
    expect(batches([startup, Buffer.concat([query, terminate])]).map(({ text }) => text)).toEqual([
      startup.toString('latin1'),
      query.toString('latin1'),
    ]);
    expect(batches([startup, terminate])).toHaveLength(1);
  });
});
