import { afterEach, describe, expect, it, vi } from 'vitest';
import { currentToast } from '../toast.ts';
import { copyText } from './copy-text.ts';

describe('a text that is copied', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('is on the clipboard, and that is said', async () => {
    const writeText = vi.fn(() => Promise.resolve());
    vi.stubGlobal('navigator', { clipboard: { writeText } });
    await copyText('abc', { title: 'Key copied' });
    expect(writeText).toHaveBeenCalledWith('abc');
    expect(currentToast()).toMatchObject({ title: 'Key copied' });
  });

  it.each([
    ['refuses', { clipboard: { writeText: () => Promise.reject(new Error('not allowed')) } }],
    ['has no clipboard', {}],
  ])('is said not to be when the browser %s', async (_, browser) => {
    vi.stubGlobal('navigator', browser);
    await copyText('abc', { title: 'Key copied' });
    expect(currentToast()).toMatchObject({ title: 'It was not copied', tone: 'danger' });
    await copyText('abc', { title: 'Key copied' }, { title: 'The key was not copied' });
    expect(currentToast()).toMatchObject({ title: 'The key was not copied', tone: 'danger' });
  });
});
