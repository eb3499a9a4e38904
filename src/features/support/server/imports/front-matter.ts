/** What stands before a Markdown text and between which marks: YAML between `---`, TOML between `+++`. */
const fences = { '---': /^(?:---|\.\.\.)[ \t]*$/, '+++': /^\+\+\+[ \t]*$/ } as const;
/** Lines that are looked through for the second mark. */
const longest = 200;
const titleLine = /^title[ \t]{0,20}[:=][ \t]{0,20}(.{1,300})$/i;

/**
 * A Markdown text without the front matter that programs for websites write before it, and the title that it names; ''
 * where it names none. A text that only begins with a rule keeps it.
 */
export function frontMatter(text: string): { title: string; body: string } {
  const lines = text.split('\n', longest);
  const first = lines[0]?.trimEnd();
  const end =
    first === '---' || first === '+++'
      ? lines.findIndex((line, at) => at > 0 && fences[first].test(line))
      : -1;
  const matter = lines.slice(1, Math.max(end, 1));
  if (end === -1 || !matter.every((line) => /^(?:[\w"'.-]{1,80}[ \t]{0,20}[:=]|[ \t#[\]{}-]|$)/.test(line)))
    return { title: '', body: text };
  const length = lines.slice(0, end + 1).reduce((sum, line) => sum + line.length + 1, 0);
  const named = matter.map((line) => titleLine.exec(line)?.[1]?.trim()).find((title) => title !== undefined);
  return { title: named?.replace(/^(["'])(.*)\1$/, '$2') ?? '', body: text.slice(length).trim() };
}
