/** Quotes and lists within one another that a line may begin with: people need three or four. */
export const markdownDepth = 10;
/** Items and quoted lines of a whole text, each counted with those that it lies in. */
export const markdownItems = 6000;
/** Headings that are underlined with = or -. */
export const markdownUnderlines = 300;
/** Marks such as * _ [ ] ` < & that a paragraph may hold. */
export const markdownMarks = 600;

const container = /^[ \t]*(?:>|[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))/;
const underline = /^ {0,3}(?:=+|-+)[ \t]*$/;
const marks = /[*_[\]`<>!&~|\\]/g;

function depthOf(line: string): number {
  let depth = 0;
  for (let rest = line; depth <= markdownDepth; depth += 1) {
    const begin = container.exec(rest)?.[0];
    if (begin === undefined) return depth;
    rest = rest.slice(begin.length);
  }
  return depth;
}

/**
 * What makes a Markdown text too much to be written as a page, as a sentence for whoever wrote it; null where nothing
 * does. CommonMark sets no bound: quotes and lists within one another, underlined headings, and marks that may belong
 * together, cost a parser time that grows with the square of their number and more, minutes for a text of 60,000 characters. Linear in the text.
 */
export function markdownFault(text: string): string | null {
  const lines = text.split(/\r\n?|\n/);
  let held = 0;
  let items = 0;
  let underlines = 0;
  for (const [index, line] of lines.entries()) {
    const depth = depthOf(line);
    if (depth > markdownDepth)
      return `Line ${index + 1} has more than ${markdownDepth} lists or quotes within one another. Use fewer levels.`;
    items += depth;
    if (items > markdownItems)
      return `Up to line ${index + 1} there are more than ${markdownItems} items of lists and lines of quotes. Use fewer.`;
    if (underline.test(line)) underlines += 1;
    if (underlines > markdownUnderlines)
      return `Up to line ${index + 1} there are more than ${markdownUnderlines} headings that are underlined. Begin them with # instead.`;
    held = line.trim() === '' ? 0 : held + (line.match(marks)?.length ?? 0);
    if (held > markdownMarks)
      return `The paragraph that ends in line ${index + 1} has more than ${markdownMarks} marks such as * _ [ or \`. Divide it with an empty line.`;
  }
  return null;
}
