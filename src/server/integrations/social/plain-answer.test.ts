import { expect, it } from 'vitest';
import { answerLimit, plainAnswer } from './plain-answer.ts';

const bytes = (text: string) => Buffer.from(text);

it('keeps the beginning of an answer as text', () => {
  expect(plainAnswer(bytes('a\r\nb\u0000\u001b[31mc\td\u0085'), [])).toBe('a\nb[31mc\td');
  expect(plainAnswer(bytes('<script>alert(1)</script>'), [])).toBe('<script>alert(1)</script>');
  expect(plainAnswer(bytes('ä'.repeat(9000)), []).length).toBe(answerLimit);
  expect(plainAnswer(Buffer.from([0xff, 0xfe, 0x41]), [])).toBe('\ufffd\ufffdA');
});

it('never keeps a secret, also not a half of one at the cut', () => {
  const secret = 'EAAB-page-token-of-the-tenant';
  expect(plainAnswer(bytes(`x ${secret} y`), [secret])).toBe('x … y');
  const cut = plainAnswer(bytes('z'.repeat(answerLimit - 10) + secret), [secret]);
  expect(cut).not.toContain('EAAB');
});

it.each([
  '{"access_token":"EAABsbCS1iHgBO0"}',
  'https://a.example/?access_token=EAABsbCS1iHgBO0&x=1',
  'client_secret: EAABsbCS1iHgBO0',
  'Authorization: Bearer EAABsbCS1iHgBO0',
  'whsec_EAABsbCS1iHgBO0',
])('hides what looks like a credential: %s', (text) => {
  expect(plainAnswer(bytes(text), [])).not.toContain('EAABsbCS1iHgBO0');
});
