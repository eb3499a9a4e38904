import { describe, expect, it } from 'vitest';
import { zoneOfRecipient } from './recipient-zone.ts';

const sydney = { timezone: 'Australia/Sydney', country: 'AU' };
const zone = (address: string, country: string | null = null) =>
  zoneOfRecipient({ address, country }, sydney);

describe('the zone of a recipient', () => {
  it('is that of the state in the address', () => {
    expect(zone('5 Hay St, Perth WA 6000')).toBe('Australia/Perth');
    expect(zone('1 Queen St, Brisbane QLD 4000, Australia')).toBe('Australia/Brisbane');
    expect(zone('9 Main St, Austin, TX 78701')).toBe('America/Chicago');
    expect(zone('1 Pike St, Seattle, WA 98101')).toBe('America/Los_Angeles');
    expect(zone('20 King St, Toronto ON M5H 1K4, Canada')).toBe('America/Toronto');
  });

  it('is that of the country where the state is not said', () => {
    expect(zone('Hauptstraße 1, Berlin, Germany')).toBe('Europe/Berlin');
    expect(zone('', 'GB')).toBe('Europe/London');
  });

  it('is the organization’s where nothing is known, or the country is its own', () => {
    expect(zone('')).toBe('Australia/Sydney');
    expect(zone('Unit 4')).toBe('Australia/Sydney');
    expect(zone('', 'BR')).toBe('Australia/Sydney');
    expect(
      zoneOfRecipient(
        { address: 'Perth, Australia', country: null },
        { ...sydney, timezone: 'Australia/Perth' },
      ),
    ).toBe('Australia/Perth');
  });
});
