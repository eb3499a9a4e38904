import { describe, expect, it } from 'vitest';
import { frontMatter } from './front-matter.ts';

describe('front matter', () => {
  it('is no part of the text, and its title is the title', () => {
    expect(
      frontMatter(
        '---\ntitle: "Rates: 2026"\ntags:\n  - prices\n# for the team\ndraft: false\n---\n\nFrom $900.',
      ),
    ).toEqual({ title: 'Rates: 2026', body: 'From $900.' });
    expect(frontMatter('+++\ntitle = "Rates"\n+++\nFrom $900.')).toEqual({
      title: 'Rates',
      body: 'From $900.',
    });
    expect(frontMatter('---\nlayout: page\n...\nFrom $900.')).toEqual({ title: '', body: 'From $900.' });
  });

  it('is not what only looks like it', () => {
    for (const text of [
      '---\n\nA rule above a text.\n\n---\n\nAnd one below.',
      '---\ntitle: it never ends',
      'Text\n---\ntitle: x\n---\n',
      '----\ntitle: x\n---\n',
    ])
      expect(frontMatter(text)).toEqual({ title: '', body: text });
  });
});
