import { importedTypes } from '#features/support/imports-contract.ts';
import { knowledgeLimits } from '#features/support/knowledge-contract.ts';
import { DocumentRefused, type ReadDocument } from './document-refused.ts';
import type { TextType } from './take-text.ts';

export type DocumentType = TextType | 'pdf';

const types: Record<(typeof importedTypes)[number], DocumentType> = {
  md: 'markdown',
  markdown: 'markdown',
  html: 'html',
  htm: 'html',
  txt: 'text',
  pdf: 'pdf',
};
/** HTML of more bytes than this may hold the server for longer than a moment: so much takes 40 ms at worst. */
const longHtml = 100_000;

/** What a file is by the end of its name. @throws DocumentRefused for other files */
export function typeOfFile(name: string): DocumentType {
  const end = name.toLowerCase().split('.').at(-1) ?? '';
  const known = importedTypes.find((type) => type === end);
  if (known) return types[known];
  throw new DocumentRefused(
    'This kind of file is not read. Save it as Markdown (.md), HTML (.html), text (.txt) or PDF (.pdf).',
  );
}

/**
 * Title and Markdown of a file or page. What reads a type is loaded with the first document of that type.
 * @param name the file's name or the page's address: its title where the text has none
 * @param charset of the Content-Type; null for a file
 * @throws DocumentRefused with the reason for the person who brought it
 */
export async function readDocument(
  name: string,
  type: DocumentType,
  bytes: Uint8Array,
  charset: string | null,
): Promise<ReadDocument> {
  const { title, body } = await read(type, bytes, charset);
  return { title: (title.trim() || plainName(name)).slice(0, knowledgeLimits.title).toWellFormed(), body };
}

async function read(type: DocumentType, bytes: Uint8Array, charset: string | null): Promise<ReadDocument> {
  if (type === 'pdf' || (type === 'html' && bytes.length > longHtml)) {
    const { readInThread } = await import('./read-in-thread.ts');
    return readInThread(type, bytes, charset);
  }
  const { takeText } = await import('./take-text.ts');
  return takeText(type, bytes, charset);
}

function plainName(name: string): string {
  const last = name.split(/[/\\]/).findLast((part) => part !== '') ?? name;
  return (
    last
      .replace(/\.[a-z]{2,8}$/i, '')
      .replace(/[-_]+/g, ' ')
      .trim() || 'Untitled'
  );
}
