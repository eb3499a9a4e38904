import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { decodeText } from './decode-text.ts';

const said = 'Café “Zürich” – €5';
const page = (meta: string, text: string) =>
  `<html><head>${meta}<title>x</title></head><p>${text}</p></html>`;

describe('the text of a page', () => {
  it.each([
    ['windows-1252', said],
    ['iso-8859-1', said],
    ['ISO-8859-15', 'Café Zürich €5'],
    ['shift_jis', '看板の料金は週に五万円です'],
    ['euc-kr', '광고판'],
    ['gb18030', '广告牌'],
    ['koi8-r', 'Рекламный щит'],
    ['utf-16le', said],
    ['utf-16be', said],
  ])('is read in the charset that the server names: %s', (charset, text) => {
    // What is called ISO-8859-1 on the web is Windows-1252 (Encoding standard, section 4.2).
    const bytes = iconv.encode(text, charset === 'iso-8859-1' ? 'windows-1252' : charset);
    expect(decodeText(bytes, charset, true)).toBe(text);
    expect(decodeText(bytes, charset.toUpperCase(), false)).toBe(text);
  });

  it.each([
    ['<meta charset=shift_jis>', 'shift_jis', '看板'],
    ['<meta charset="windows-1252">', 'windows-1252', said],
    ['<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=Shift_JIS">', 'shift_jis', '看板'],
    [`<!-- <meta charset="utf-8"> --><meta charset='euc-jp'>`, 'euc-jp', '看板'],
    [`<style>${'a{}'.repeat(600)}</style><meta charset="shift_jis">`, 'shift_jis', '看板'],
    // Read as a browser does: a name that was readable was not in UTF-16.
    ['<meta charset="utf-16">', 'utf-8', said],
    ['<meta charset="klingon">', 'utf-8', said],
  ])('is read as the page itself says: %s', (meta, charset, text) => {
    expect(decodeText(iconv.encode(page(meta, text), charset), null, true)).toBe(page(meta, text));
  });

  it('is read as the declaration of XML says', () => {
    const text = '<?xml version="1.0" encoding="Shift_JIS"?><html><p>看板</p></html>';
    expect(decodeText(iconv.encode(text, 'shift_jis'), null, true)).toBe(text);
  });

  it('is read by the byte order mark before all else, and without the mark', () => {
    for (const encoding of ['utf-8', 'utf-16le', 'utf-16be'])
      expect(decodeText(iconv.encode(said, encoding, { addBOM: true }), 'windows-1252', true)).toBe(said);
  });

  it('is read by its bytes where nobody names a charset', () => {
    for (const encoding of ['utf-8', 'windows-1252', 'utf-16le', 'utf-16be'])
      expect(decodeText(iconv.encode(`${said} and more text`, encoding), null, false)).toBe(
        `${said} and more text`,
      );
    expect(decodeText(Buffer.from(said), 'no such charset', false)).toBe(said);
    expect(decodeText(Buffer.from('<meta charset=shift_jis> é'), null, false)).toBe(
      '<meta charset=shift_jis> é',
    );
  });
});
