import { describe, expect, it } from 'vitest';
import { pictureFault, textFault } from './platforms.ts';

describe('a text for a platform', () => {
  it('is taken up to the limit and refused beyond it, with the count', () => {
    expect(textFault('linkedin', 'x'.repeat(3000))).toBeNull();
    expect(textFault('linkedin', 'x'.repeat(3012))).toBe(
      'This text has 3,012 characters; LinkedIn takes at most 3,000. Shorten it by 12.',
    );
    expect(textFault('instagram', 'x'.repeat(2201))).toContain('Instagram takes at most 2,200');
    expect(textFault('facebook', 'x'.repeat(63_206))).toBeNull();
  });

  it('has at most 30 hashtags on Instagram, counted as Instagram counts them', () => {
    const tags = (count: number) => Array.from({ length: count }, (_, at) => `#tag${at}`).join(' ');
    expect(textFault('instagram', tags(30))).toBeNull();
    expect(textFault('instagram', tags(31))).toBe('This text has 31 hashtags; Instagram takes at most 30.');
    expect(textFault('instagram', `${tags(30)} page#anchor &#39; # `)).toBeNull();
    expect(textFault('linkedin', tags(31))).toBeNull();
  });
});

it('asks for a picture only where the platform does', () => {
  expect(pictureFault('instagram', false)).toContain('Instagram');
  expect(pictureFault('instagram', true)).toBeNull();
  expect(pictureFault('linkedin', false)).toBeNull();
});
