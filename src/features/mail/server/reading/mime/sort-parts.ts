import type { MailPart } from './mail-part.ts';

/** Texts that say the same in two forms, or a single text. */
interface TextChoice {
  plain: MailPart[];
  html: MailPart[];
}

export interface SortedParts {
  texts: TextChoice[];
  /** In the order of the message; an attachment's place here is its number elsewhere. */
  files: MailPart[];
}

const isText = (part: MailPart): boolean => part.type === 'text/plain' || part.type === 'text/html';

/** A named text is a file, unless it is all the text there is and nobody declared it a file. */
function isBodyText(part: MailPart, isFirst: boolean): boolean {
  if (!isText(part) || part.disposition === 'attachment' || part.body === null) return false;
  return part.fileName === null || (isFirst && part.disposition === '');
}

/** A body that Gmail left out is no file. */
const isFile = (part: MailPart): boolean => part.body !== null || !isText(part) || part.fileName !== null;

/** Divides a message's parts into its texts and its files; without recursion, as Gmail's JSON may nest at will. */
export function sortParts(root: MailPart): SortedParts {
  const texts: TextChoice[] = [];
  const files: MailPart[] = [];
  let hasText = false;
  const work: { part: MailPart; choice: TextChoice | null }[] = [{ part: root, choice: null }];
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    const { part } = next;
    // A message inside (forwarded as a file, or returned by a bounce) is a file, although Gmail shows its parts.
    const isGroup = part.type.startsWith('multipart/') || (part.parts.length > 0 && !isText(part));
    if (isGroup && !part.type.startsWith('message/')) {
      let choice = next.choice;
      if (part.type === 'multipart/alternative') {
        choice = { plain: [], html: [] };
        texts.push(choice);
      }
      for (const child of part.parts.toReversed()) work.push({ part: child, choice });
    } else if (isBodyText(part, !hasText)) {
      hasText = true;
      const choice = next.choice ?? { plain: [], html: [] };
      if (next.choice === null) texts.push(choice);
      choice[part.type === 'text/html' ? 'html' : 'plain'].push(part);
    } else if (isFile(part)) files.push(part);
  }
  return { texts, files };
}
