import { knowledgeLimits } from '#features/support/knowledge-contract.ts';
import { headingOf } from '../split-passages.ts';
import { decodeText } from './decode-text.ts';
import { DocumentRefused, type ReadDocument, tooLong } from './document-refused.ts';
import { frontMatter } from './front-matter.ts';
import { htmlToMarkdown } from './html-to-markdown.ts';

export type TextType = 'markdown' | 'html' | 'text';

/** Less than this, in letters and digits, is no text. */
const leastText = 20;
/** A character takes four bytes at most, a line break in UTF-16 too. */
const mostBytes = knowledgeLimits.body * 4;
export const noText =
  'There is no text in it to take. Pages that a script fills in cannot be read; copy their text into an article.';

/**
 * Title, '' where the text has none, and Markdown of a document that is not a PDF. Plain text is judged by its length before it is read.
 * @param charset of the Content-Type; null for a file
 * @throws DocumentRefused
 */
export function takeText(type: TextType, bytes: Uint8Array, charset: string | null): ReadDocument {
  if (type !== 'html' && bytes.length > mostBytes) throw tooLong(null);
  const text = storable(decodeText(bytes, charset, type === 'html'));
  if (type === 'html') {
    const { title, markdown, asksForLogin } = htmlToMarkdown(text);
    if (asksForLogin)
      throw new DocumentRefused(
        'This page asks for a password. Only pages that everybody can open are read; copy its text into an article.',
      );
    return held({ title, body: markdown }, noText);
  }
  if (type === 'text') return held({ title: '', body: text }, noText);
  const { title, body } = frontMatter(text);
  const first = body.indexOf('\n') === -1 ? body : body.slice(0, body.indexOf('\n'));
  const heading = headingOf(first);
  return heading
    ? held({ title: title || heading, body: body.slice(first.length).trim() }, noText)
    : held({ title, body }, noText);
}

/** A text that an article can hold. @throws DocumentRefused when it is too long, or `empty` when nothing is in it */
export function held(read: ReadDocument, empty: string): ReadDocument {
  if (read.body.length > knowledgeLimits.body) throw tooLong(read.body.length);
  if ((read.body.match(/[\p{L}\p{N}]/gu)?.length ?? 0) < leastText) throw new DocumentRefused(empty);
  return read;
}

/** Without what no database stores; a file full of it is no text. @throws DocumentRefused */
export function storable(text: string): string {
  const nuls = text.split('\u0000').length - 1;
  if (nuls > text.length / 100)
    throw new DocumentRefused(
      'These bytes are no text. Save the file anew in the format that its name says.',
    );
  return text.replaceAll('\u0000', '').replace(/\r\n?/g, '\n').toWellFormed().trim();
}
