import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shownText } from '#server/testing/social-platforms/linkedin-shapes.ts';
import { littleText } from './linkedin-text.ts';

it.each([
  ['Open (today) from 9_to_5 *all* ~week~', 'Open \\(today\\) from 9\\_to\\_5 \\*all\\* \\~week\\~'],
  [
    'a|b {c} @Acme [d](urn:li:person:1) <e> f\\g',
    'a\\|b \\{c\\} \\@Acme \\[d\\]\\(urn:li:person:1\\) \\<e\\> f\\\\g',
  ],
  ['#Sydney and #Werbung', '#Sydney and #Werbung'],
  ['# first, C# and #1, a#b', '\\# first, C\\# and \\#1, a\\#b'],
  ['https://a.example/x_y#top', 'https://a.example/x\\_y\\#top'],
])('%s', (text, little) => {
  expect(littleText(text)).toBe(little);
});

it('every text is shown as it was written', () => {
  const signs = fc.constantFrom(...Array.from('\\|{}@[]()<>#*_~ ab1\n'));
  for (const text of [fc.string({ unit: signs }), fc.string()])
    fc.assert(fc.property(text, (written) => shownText(littleText(written)) === written));
});
