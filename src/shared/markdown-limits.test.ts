import { describe, expect, it } from 'vitest';
import { markdownDepth, markdownFault, markdownMarks } from './markdown-limits.ts';

const most = 60_000;

describe('a Markdown text', () => {
  it('may be what people write: headings, lists in lists, links, tables of words', () => {
    expect(markdownFault('1. a\n   - b\n     > c\n\n**d** [e](https://f.test)\n\n---\n\n* * *')).toBeNull();
    expect(markdownFault(`${'word '.repeat(12_000)}`)).toBeNull();
  });

  it('has a bound on lists and quotes within one another, named by its line', () => {
    const deep = (count: number) => `Text\n\n${'- '.repeat(count)}a`;
    expect(markdownFault(deep(markdownDepth))).toBeNull();
    const fault = 'Line 3 has more than 10 lists or quotes within one another. Use fewer levels.';
    expect(markdownFault(deep(markdownDepth + 1))).toBe(fault);
    for (const begin of ['>', '> ', '1. ', '+ > '])
      expect(markdownFault(`a\n\n${begin.repeat(11)}b`)).toBe(fault);
  });

  it('has a bound on all lists and quotes together', () => {
    expect(markdownFault('- a\n'.repeat(5000))).toBeNull();
    expect(markdownFault('1. a\n\n'.repeat(6000))).toBeNull();
    expect(markdownFault('1. a\n\n'.repeat(6001))).toBe(
      'Up to line 12001 there are more than 6000 items of lists and lines of quotes. Use fewer.',
    );
  });

  it('has a bound on the marks of a paragraph', () => {
    expect(markdownFault('_a*'.repeat(markdownMarks / 2))).toBeNull();
    expect(markdownFault(`${'_a*\n'.repeat(markdownMarks / 2)}_a*`)).toMatch(
      /^The paragraph that ends in line 301 /,
    );
    expect(markdownFault(`${'*a* '.repeat(300)}\n\n`.repeat(20))).toBeNull();
  });

  it('has a bound on underlined headings', () => {
    expect(markdownFault('a\n=\n\n'.repeat(300))).toBeNull();
    expect(markdownFault('a\n---\n\n'.repeat(301))).toBe(
      'Up to line 902 there are more than 300 headings that are underlined. Begin them with # instead.',
    );
    expect(markdownFault('# a\n\n'.repeat(5000))).toBeNull();
  });

  it('is judged in a moment, however it is made', () => {
    const before = process.cpuUsage();
    for (const piece of ['- ', '> ', '_a*', '[', ' ', '\n', '1. ']) markdownFault(piece.repeat(most));
    const { user, system } = process.cpuUsage(before);
    // Of the processor: the machine is shared, and only the slowness of the code counts.
    expect((user + system) / 1000).toBeLessThan(2_000);
  });
});
