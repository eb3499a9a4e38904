import { describe, expect, it } from 'vitest';
import { makeRoom, offeredToken } from './socket-keeper.ts';

/** A socket that never answers a close, and what was done to it. */
function stubborn(name: string, done: string[], open: boolean) {
  return {
    OPEN: 1 as const,
    readyState: open ? (1 as const) : (2 as const),
    close: () => void done.push(`close ${name}`),
    terminate: () => void done.push(`drop ${name}`),
  };
}

function afterOneMore(states: readonly boolean[]): string[] {
  const done: string[] = [];
  const sockets = states.map((open, index) => stubborn(String(index + 1), done, open));
  makeRoom(sockets, 2, 'Too many');
  return done;
}

describe('one more socket of somebody', () => {
  it('closes the oldest that is open, not one that is closing already', () => {
    expect(afterOneMore([true])).toEqual([]);
    expect(afterOneMore([true, true])).toEqual(['close 1']);
    expect(afterOneMore([false, true])).toEqual([]);
    expect(afterOneMore([false, true, true])).toEqual(['close 2']);
  });

  it('drops who never answers a close when there are as many again', () => {
    expect(afterOneMore([false, false, true, true])).toEqual(['close 3', 'drop 1']);
  });
});

describe('the token of a handshake', () => {
  it('is read from its own kind alone, beside the name that the server chooses', () => {
    expect(offeredToken('hub, bearer.a.b', 'bearer')).toBe('a.b');
    expect(offeredToken('hub, bearer.a', 'guest')).toBeNull();
    expect(offeredToken('guest.a', 'guest')).toBeNull();
    expect(offeredToken(undefined, 'guest')).toBeNull();
  });
});
