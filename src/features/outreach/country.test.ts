import { describe, expect, it } from 'vitest';
import { countryOfAddress } from './country.ts';

describe('the country of an address', () => {
  it('is what its last part names, in English or its own language', () => {
    expect(countryOfAddress('1 King St, Sydney, Australia')).toBe('AU');
    expect(countryOfAddress('Hauptstraße 1\n10115 Berlin\nDeutschland')).toBe('DE');
    expect(countryOfAddress('10 Downing Street, London, U.K.')).toBeNull();
    expect(countryOfAddress('10 Downing Street, London, UK')).toBe('GB');
    expect(countryOfAddress('1 Main St, Austin, USA')).toBe('US');
  });
  it('is known by state and postcode as well', () => {
    expect(countryOfAddress('Level 2, 5 Pitt St, Sydney NSW 2000')).toBe('AU');
    expect(countryOfAddress('500 Congress Ave, Austin, TX 78701')).toBe('US');
    expect(countryOfAddress('10 Downing Street, London SW1A 2AA')).toBe('GB');
  });
  it('is not guessed', () => {
    for (const address of ['', '  ', '1 King St, Sydney', 'Australia Square, Sydney', ',,'])
      expect(countryOfAddress(address)).toBeNull();
  });
});
