import { knowledgeLimits } from '#features/support/knowledge-contract.ts';

/** Nothing can be taken from a file or page; the message is for the person who brought it. */
export class DocumentRefused extends Error {
  override name = 'DocumentRefused';
}

/** @param length characters; null where they were not counted to the end */
export function tooLong(length: number | null): DocumentRefused {
  const most = knowledgeLimits.body.toLocaleString('en-AU');
  return new DocumentRefused(
    `It holds ${length === null ? `more than ${most}` : length.toLocaleString('en-AU')} characters; an article has at most ${most}. Divide it and bring in the parts.`,
  );
}

/** A document as the knowledge base takes it: plain title, Markdown text. */
export interface ReadDocument {
  title: string;
  body: string;
}
