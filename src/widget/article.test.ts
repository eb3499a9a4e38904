import { describe, expect, it } from 'vitest';
import { articleBlocks, bare } from './article.ts';

const texts = (markdown: string) => articleBlocks(markdown).map(({ text }) => text);

describe('an article in the widget', () => {
  it('shows no backslash of an escape, and what was escaped as it is', () => {
    expect(texts('Not on \\*Sundays\\*, \\<b\\> \\# 1\\. \\`x\\` \\[y\\](z) \\\\ C:\\path')).toEqual([
      'Not on *Sundays*, <b> # 1. `x` [y](z) \\ C:\\path',
    ]);
  });

  it('shows what is strong, linked or code without its marks', () => {
    expect(
      texts(
        'A **bold** _word_, *another*, ~~gone~~, `a\\*b`, [a \\*link\\*](https://shop.example "t"), ![pic](p.png), <https://shop.example/x> &amp; snake_case, 2 * 3 * 4',
      ),
    ).toEqual([
      'A bold word, another, gone, a\\*b, a *link*, pic, https://shop.example/x & snake_case, 2 * 3 * 4',
    ]);
  });

  it('has headings of both kinds, lists, quotations and code, and no rules, fences or table lines', () => {
    expect(
      articleBlocks(
        '# One #\ntext\n\nTwo\n---\n- a\n* b\n  + c\n1. d\n\n> quoted\n\n***\n\n```sh\nrun --all *\n```\n\n| a | b |\n|---|:-:|\n| 1 | 2 |\nend\\\nof it',
      ),
    ).toEqual([
      { isHeading: true, text: 'One' },
      { isHeading: false, text: 'text' },
      { isHeading: true, text: 'Two' },
      { isHeading: false, text: '• a\n• b\n  • c\n1. d' },
      { isHeading: false, text: 'quoted' },
      { isHeading: false, text: 'run --all *' },
      { isHeading: false, text: '| a | b |\n| 1 | 2 |\nend\nof it' },
    ]);
  });

  it('never becomes markup, and takes hostile text in little time', () => {
    expect(texts('<script>alert(1)</script>')).toEqual(['<script>alert(1)</script>']);
    const before = process.cpuUsage();
    for (const part of ['*a ', '[', '![a](', '_', '`', '\\', '> ', '|--', '# ', '**', '& ', '*\\', '- '])
      articleBlocks(part.repeat(100_000 / part.length));
    const { user, system } = process.cpuUsage(before);
    // Of the processor: the machine is shared, and only the slowness of the code counts.
    expect((user + system) / 1000).toBeLessThan(2000);
  });

  it('finds a quotation however it was written', () => {
    expect(bare('• Bay **7**, free')).toBe(bare('- Bay 7, free'));
  });
});
