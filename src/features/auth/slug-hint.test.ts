import { describe, expect, it } from 'vitest';
import { slugHint, suggestedSlug, typedSlug } from './slug-hint.ts';

const base = { host: 'localhost', suffix: '.aihub.com', email: '', platformSlug: 'saas_platform_org' };

describe('the organization that a sign-in means', () => {
  it('is the sub-domain of the public host', () => {
    expect(slugHint({ ...base, host: 'harbour.aihub.com', email: 'a@acme.test' })).toBe('harbour');
  });
  it('is the first label of the email domain elsewhere', () => {
    expect(slugHint({ ...base, email: 'Dana@Acme.com.au' })).toBe('acme');
    expect(slugHint({ ...base, host: 'a.b.aihub.com', email: 'dana@acme.test' })).toBe('acme');
    expect(slugHint({ ...base, host: '127.0.0.1', suffix: '', email: 'dana@acme.test' })).toBe('acme');
  });
  it('is the platform when nothing else is known', () => {
    expect(slugHint({ ...base, email: 'dana' })).toBe('saas_platform_org');
  });
});

describe('slugs of the sign-up form', () => {
  it('lose what may not be in them while typing', () => {
    expect(typedSlug('Harbour Outdoor & Co_1')).toBe('harbouroutdoorco1');
  });
  it('are suggested from the name', () => {
    expect(suggestedSlug('  Harbour  Outdoor -- Media! ')).toBe('harbour-outdoor-media');
  });
});
