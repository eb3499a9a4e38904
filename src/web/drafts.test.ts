import { afterEach, describe, expect, it, vi } from 'vitest';
import { draftsOf } from './drafts.ts';

afterEach(() => vi.unstubAllGlobals());

describe('what is being written', () => {
  it('lets a page go without a question only while there is nothing to lose', () => {
    const asking = new Set<unknown>();
    vi.stubGlobal('addEventListener', (name: string, ask: unknown) => {
      if (name === 'beforeunload') asking.add(ask);
    });
    vi.stubGlobal('removeEventListener', (_name: string, ask: unknown) => asking.delete(ask));
    const drafts = draftsOf({ text: '' }, ({ text }) => text !== '');
    drafts.change('one', { text: 'Half' });
    drafts.change('two', { text: 'Half' });
    expect(asking.size).toBe(1);
    drafts.clear('one');
    expect(asking.size).toBe(1);
    drafts.change('two', { text: '' });
    expect(asking.size).toBe(0);
  });
});
