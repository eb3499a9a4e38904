export interface Block {
  isHeading: boolean;
  text: string;
}

/** Inline marks of CommonMark 0.31 (section 6); what is escaped or code comes first, and stays as it is. */
const inline =
  /\\([!-/:-@[-`{-~])|`([^`\n]+)`|!?\[((?:\\.|[^[\]\\])*)\]\((?:[^()\s]*)(?:\s"[^"]*")?\)|<((?:https?:|mailto:)[^>\s]+)>|&(amp|lt|gt|quot|nbsp);|\*\*|__|~~|`+|\*(?!\s)((?:\\.|[^*\\\n])*[^\s*\\])\*|(?<!\w)_(?!\s)((?:\\.|[^_\\\n])*[^\s_\\])_(?!\w)/g;

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' };

/** What a line of Markdown says without its marks. */
function said(line: string): string {
  return line
    .replace(
      inline,
      (
        _all: string,
        escaped?: string,
        code?: string,
        label?: string,
        address?: string,
        entity?: string,
        starred?: string,
        underlined?: string,
      ) => {
        const inner = label ?? starred ?? underlined;
        if (inner !== undefined) return said(inner);
        return escaped ?? code ?? address ?? (entity === undefined ? '' : (entities[entity] ?? ''));
      },
    )
    .replace(/\\$/, '');
}

/**
 * An article's Markdown as headings and paragraphs of plain text: as the server cuts it into answers (split-passages.ts),
 * with lists and code as lines. Nothing in it becomes markup.
 */
export function articleBlocks(markdown: string): Block[] {
  const blocks: Block[] = [];
  let lines: string[] = [];
  let fence = '';
  const close = (isHeading = false): void => {
    const text = lines.join('\n').trim();
    if (text !== '') blocks.push({ isHeading, text });
    lines = [];
  };
  for (const raw of markdown.split(/\r\n|\r|\n/)) {
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(raw)?.[1] ?? '';
    if (fence !== '') {
      if (mark.startsWith(fence)) fence = '';
      else lines.push(raw);
      continue;
    }
    const line = raw.replace(/^(?:\s{0,3}>\s?)+/, '');
    const heading = /^\s{0,3}#{1,6}(?:\s+(.*?))?(?:\s+#+)?\s*$/.exec(line);
    if (mark !== '') fence = mark;
    else if (heading) {
      close();
      lines = [said(heading[1] ?? '')];
      close(true);
    } else if (/^\s{0,3}(?:=+|-+)\s*$/.test(line) && lines.length === 1) close(true);
    else if (line.trim() === '' || /^\s{0,3}([-*_=])(?:\s*\1)*\s*$/.test(line)) close();
    // The line between head and body of a table.
    else if (!/^[\s|:-]+$/.test(line)) lines.push(said(line.replace(/^(\s*)[-*+]\s+/, '$1• ')));
  }
  close();
  return blocks;
}

/** Letters and digits alone, by which a quotation is found again however it was written. */
export function bare(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '');
}
