import { expect, it } from 'vitest';
import { directionOf } from './direction.ts';

const rules = { teamAddresses: [' Sales@Boards.example'], trustSentLabel: true };
const from = (address: string, labels: string[] = []) => ({ from: { name: null, address }, labels });

it('compares whole addresses without regard to case', () => {
  expect(directionOf(from('sales@BOARDS.example'), rules)).toBe('outbound');
  expect(directionOf(from('notsales@boards.example'), rules)).toBe('inbound');
  expect(directionOf(from('sales@boards.example.net'), rules)).toBe('inbound');
});

it('believes a SENT label only where the source is trusted', () => {
  const sent = from('kim@park.example', ['SENT']);
  expect(directionOf(sent, rules)).toBe('outbound');
  expect(directionOf(sent, { ...rules, trustSentLabel: false })).toBe('inbound');
  expect(directionOf({ from: null, labels: [] }, rules)).toBe('inbound');
});
