import { describe, expect, it } from 'vitest';
import { fillSlots, html } from './html.ts';

const hostile = `<img src=x onerror="alert('1')">&`;
const harmless = '&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;';

describe('markup', () => {
  it('escapes texts, also in attributes, and keeps what is markup', () => {
    expect(html`<p title="${hostile}">${hostile}</p>`.markup).toBe(`<p title="${harmless}">${harmless}</p>`);
    expect(html`<ul>${['a', '<b>'].map((text) => html`<li>${text}</li>`)}</ul>`.markup).toBe(
      '<ul><li>a</li><li>&lt;b&gt;</li></ul>',
    );
  });
});

describe('slots', () => {
  it('are filled with escaped texts wherever they stand', () => {
    expect(fillSlots('<a href="{{to}}">{{words}}</a> {{words}}', { to: '/x', words: hostile })).toBe(
      `<a href="/x">${harmless}</a> ${harmless}`,
    );
  });

  it('take what is in a text as it is: no slot is filled twice', () => {
    expect(fillSlots('{{a}} {{b}}', { a: '{{b}} $1', b: 'x' })).toBe('{{b}} $1 x');
  });

  it('are refused when nothing fills one, and when one is not there', () => {
    expect(() => fillSlots('{{a}}', {})).toThrow('"a"');
    expect(() => fillSlots('', { b: 'x' })).toThrow('no slot b');
  });
});
