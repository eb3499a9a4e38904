/** A LIKE pattern that finds the text anywhere, letter for letter: `%`, `_` and `\` stand for themselves. */
export function likePattern(search: string): string {
  return `%${searchText(search).replace(/[\\%_]/g, (char) => `\\${char}`)}%`;
}

/** Text as it is searched: case-folded here and not in the database, whose rules differ by its locale. */
export function searchText(text: string): string {
  return text.toLowerCase();
}
