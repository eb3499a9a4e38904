import { describe, expect, it } from 'vitest';
import { companyOf } from './company.ts';

describe('the company of an address', () => {
  it('is its domain', () => {
    expect(companyOf('Jo@Acme.example')).toBe('acme.example');
    expect(companyOf('jo@mail.acme.example')).toBe('mail.acme.example');
  });

  it('is nobody’s for mail services, in whatever country', () => {
    const people = ['gmail.com', 'live.com.au', 'yahoo.co.uk', 'hotmail.fr', 'xtra.co.nz', 'westnet.com.au'];
    const more = [
      't-online.de',
      'libero.it',
      'comcast.net',
      'outlook.com.au',
      'icloud.com',
      'gmx.at',
      'ymail.com',
    ];
    for (const domain of [...people, ...more])
      expect([domain, companyOf(`jo@${domain}`)]).toEqual([domain, null]);
  });
});
