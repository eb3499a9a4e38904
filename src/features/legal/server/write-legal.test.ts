import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { fastest } from '#server/testing/fastest.ts';
import { markdownFault } from '#shared/markdown-limits.ts';
import { legalTemplates } from '../templates.ts';
import { legalPage, markdown } from './write-legal.ts';

const template = readFileSync(path.join(import.meta.dirname, '../web/legal.html'), 'utf8');
const page = (own: string) => legalPage(template, 'terms', own, 'https://hub.example');

describe('a legal text', () => {
  it('as shipped is marked as a template', () => {
    const markup = page('');
    expect(markup).toContain('<strong>Template.</strong>');
    expect(markup).toContain('<h1>Terms of Service</h1>');
    expect(markup).toContain('The trial lasts 14 days and needs no credit card.');
    expect(markup).toContain('<link rel="canonical" href="https://hub.example/terms" />');
  });

  it('of the operator stands in its place, without the mark', () => {
    const markup = page('## Ours\n\nPay *by Friday*.');
    expect(markup).toContain('<h2>Ours</h2>');
    expect(markup).toContain('<p>Pay <em>by Friday</em>.</p>');
    expect(markup).not.toContain('Template.');
    expect(markup).not.toContain('14 days');
  });

  it('with a main heading of its own gets no second one', () => {
    expect(page('# Conditions\n\nx').match(/<h1/g)).toHaveLength(1);
  });
});

describe('Markdown', () => {
  it('runs nothing: HTML is text, addresses that run something lead nowhere, pictures are not fetched', () => {
    const markup = markdown(
      [
        '<script>alert(1)</script>',
        '<b onclick="alert(1)">x</b>',
        '[a](javascript:alert(1)) [b](data:text/html,x) [c](JaVaScRiPt:alert(1))',
        '![p](https://tracker.example/x.png)',
        '<javascript:alert(1)>',
      ].join('\n\n'),
    ).markup;
    expect(markup).not.toMatch(/<script|<b |<img|javascript:alert\(1\)"|data:text\/html,x"/i);
    expect(markup).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });

  it('as shipped is within the bounds of a Markdown text', () => {
    for (const text of Object.values(legalTemplates)) expect(markdownFault(text)).toBeNull();
  });

  it('that is older than its bounds is shown as it was typed, in a moment', () => {
    const text = '- '.repeat(20_000);
    expect(fastest(() => markdown(text))).toBeLessThan(1000);
    const { markup } = markdown(text);
    expect(markup).toMatch(/^<pre class="plain">- - /);
  });

  it('keeps ordinary links, lists and emphasis', () => {
    expect(markdown('- [us](https://us.example)\n- **x**').markup).toBe(
      '<ul>\n<li><a href="https://us.example">us</a></li>\n<li><strong>x</strong></li>\n</ul>',
    );
  });
});
