import { describe, expect, it } from 'vitest';
import type { Channel } from '../settings-contract.ts';
import { findingsOf, missingOf, saveWords } from './compose-checks.ts';
import type { ComposeDraft } from './compose-draft.ts';

const zone = 'Australia/Sydney';
const now = new Date('2026-11-28T00:00:00Z');
const draft: ComposeDraft = {
  brief: '',
  platforms: ['linkedin', 'instagram'],
  text: 'A new board at Anzac Parade',
  own: {},
  picture: null,
  alt: '',
  when: 'draft',
  date: '',
  time: '',
};
const channel: Channel = {
  mode: 'direct',
  problem: null,
  fix: null,
  account: null,
  slots: [],
  nextSlot: null,
};
const uploaded = (width: number, height: number) => ({
  id: 'a',
  url: '/api/media/t/full',
  width,
  height,
  contentType: 'image/jpeg',
  size: 1,
  variants: [],
});

describe('a draft', () => {
  it('misses platforms, a text for each, and a time to come', () => {
    expect(missingOf({ ...draft, platforms: [] }, zone, now)).toBe('Choose at least one platform.');
    expect(missingOf({ ...draft, own: { instagram: '  ' } }, zone, now)).toBe(
      'Write the text for Instagram first.',
    );
    expect(missingOf({ ...draft, when: 'at' }, zone, now)).toBe('Choose a date and a time.');
    expect(missingOf({ ...draft, when: 'at', date: '2026-11-28', time: '10:59' }, zone, now)).toContain(
      'passed',
    );
    expect(missingOf({ ...draft, when: 'at', date: '2026-11-28', time: '11:01' }, zone, now)).toBeNull();
    expect(missingOf(draft, zone, now)).toBeNull();
  });

  it('may lack the picture that Instagram needs, a scheduled post may not', () => {
    expect(findingsOf(draft, 'instagram', channel).map(({ stops }) => stops)).toEqual([false]);
    expect(findingsOf({ ...draft, when: 'at' }, 'instagram', channel).map(({ stops }) => stops)).toEqual([
      true,
    ]);
    expect(findingsOf({ ...draft, when: 'at' }, 'linkedin', channel)).toEqual([]);
  });

  it('is not saved when a text is too long or has too many hashtags', () => {
    const long = findingsOf({ ...draft, text: 'x'.repeat(3001) }, 'linkedin', channel);
    expect(long).toEqual([{ text: expect.stringContaining('3,001'), stops: true }]);
    const tags = { ...draft, picture: uploaded(1000, 1000), text: '#a '.repeat(31) };
    expect(findingsOf(tags, 'instagram', channel)).toEqual([
      { text: expect.stringContaining('31 hashtags'), stops: true },
    ]);
  });

  it('says how a picture will be cropped', () => {
    const wide = findingsOf({ ...draft, picture: uploaded(3000, 1000) }, 'instagram', channel);
    expect(wide).toEqual([{ text: expect.stringContaining('will be cut off'), stops: false }]);
  });

  it('says what the channel needs when it is to go out', () => {
    const broken = { ...channel, problem: 'LinkedIn is not connected.', fix: 'Connect LinkedIn' };
    expect(findingsOf(draft, 'linkedin', broken)).toEqual([]);
    expect(findingsOf({ ...draft, when: 'at' }, 'linkedin', broken)).toEqual([
      { text: 'LinkedIn is not connected. Connect LinkedIn.', stops: false },
    ]);
    expect(
      findingsOf({ ...draft, when: 'next_slot' }, 'linkedin', channel).map(({ stops }) => stops),
    ).toEqual([true]);
  });
});

describe('the button', () => {
  it('says what it does', () => {
    const one: ComposeDraft = { ...draft, platforms: ['facebook'] };
    expect(saveWords(one, false)).toBe('Save draft');
    expect(saveWords(draft, true)).toBe('Save 2 drafts');
    expect(saveWords({ ...draft, when: 'at' }, false)).toBe('Schedule 2 posts');
    expect(saveWords({ ...one, when: 'next_slot' }, false)).toBe('Add to queue');
    expect(saveWords({ ...one, when: 'at' }, true)).toBe('Schedule and ask for approval');
  });
});
