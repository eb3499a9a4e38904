import { expect, it } from 'vitest';
import { pageWithoutQuery } from './page-without-query.ts';

it.each([
  ['https://shop.example/help/', 'https://shop.example/help/'],
  ['https://shop.example/reset?token=abc&email=jo@buyer.example#code=1', 'https://shop.example/reset'],
  ['https://jo:secret@shop.example:8443/a', 'https://shop.example:8443/a'],
  ['javascript:alert(1)', null],
  ['file:///etc/passwd', null],
  ['somewhere', null],
  [undefined, null],
])('of %s is kept %s', (page, kept) => {
  expect(pageWithoutQuery(page)).toBe(kept);
});
