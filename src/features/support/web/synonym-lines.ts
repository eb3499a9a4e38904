import type { Issue } from '#shared/errors.ts';
import { synonymGroups } from '../ask-contract.ts';

/** Lines of words with commas between them, as they are typed, from what is stored. */
export function linesOf(groups: readonly (readonly string[])[]): string {
  return groups.map((group) => group.join(', ')).join('\n');
}

/** What is stored, from what is typed; empty lines and words are left out. */
export function groupsOf(lines: string): string[][] {
  return lines
    .split('\n')
    .map((line) =>
      line
        .split(/[,;]/)
        .map((word) => word.trim())
        .filter((word) => word !== ''),
    )
    .filter((group) => group.length > 0);
}

/** What is wrong with typed lines, in the contract's words, with the line that it is about. */
export function lineIssues(lines: string): Issue[] {
  const result = synonymGroups.safeParse(groupsOf(lines));
  const [first] = result.error?.issues ?? [];
  if (!first) return [];
  const [line] = first.path;
  const where = typeof line === 'number' ? `Line ${line + 1}: ` : '';
  return [{ path: 'lines', message: `${where}${first.message}` }];
}
