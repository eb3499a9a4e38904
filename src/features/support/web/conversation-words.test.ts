import { describe, expect, it } from 'vitest';
import { languageName, pageName, visitorName } from './conversation-words.ts';

describe('what a conversation is called', () => {
  it('is the visitor’s name, else the address, else a visitor', () => {
    expect(visitorName({ visitorName: 'Jo Marsh', visitorEmail: 'jo@buyer.example' })).toBe('Jo Marsh');
    expect(visitorName({ visitorName: null, visitorEmail: 'jo@buyer.example' })).toBe('jo@buyer.example');
    expect(visitorName({ visitorName: null, visitorEmail: null })).toBe('Visitor');
  });

  it('names languages, and shows a tag that is none as it is', () => {
    expect([languageName('de'), languageName('en-AU'), languageName('no tag at all')]).toEqual([
      'German',
      'Australian English',
      'no tag at all',
    ]);
  });

  it('shows a page without what every address begins with', () => {
    expect(pageName('https://shop.example/help/')).toBe('shop.example/help');
  });
});
