import { expect, it } from 'vitest';
import { bareSubject, normaliseSubject, subjectType } from './reply-words.ts';

it.each([
  ['Re: Offer', 'reply'],
  ['RE[2]: Offer', 'reply'],
  ['Re^3: Offer', 'reply'],
  ['AW: Angebot', 'reply'],
  ['SV: Tilbud', 'reply'],
  ['Antw: Aanbod', 'reply'],
  ['Odp: Oferta', 'reply'],
  ['回复：报价', 'reply'],
  ['[sales] Re: Offer', 'reply'],
  ['Re: Fwd: Offer', 'reply'],
  ['Fwd: Re: Offer', 'forward'],
  ['FW: Offer', 'forward'],
  ['WG: Angebot', 'forward'],
  ['TR : Devis', 'forward'],
  ['RV: Presupuesto', 'forward'],
  ['转发: 报价', 'forward'],
  ['Redir.: Oferta', 'forward'],
  ['Refund request', 'original'],
  ['Fwding the docs', 'original'],
  ['Regarding: the site', 'original'],
  ['', 'original'],
])('reads %s as %s', (subject, type) => {
  expect(subjectType(subject)).toBe(type);
});

it('knows one conversation by its subject', () => {
  expect(normaliseSubject(' AW: Re: [sales] FWD:  New   Site ')).toBe('new site');
  expect(bareSubject('Re: Re: New Site')).toBe('New Site');
  expect(normaliseSubject('Re:')).toBe('');
});
