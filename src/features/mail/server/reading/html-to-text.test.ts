import { describe, expect, it } from 'vitest';
import { cutQuotes } from './cut-quotes.ts';
import { htmlToText } from './html-to-text.ts';

const text = (html: string): string => htmlToText(html).text;

function visible(html: string): string {
  const read = htmlToText(html);
  return cutQuotes(read.text, read.quotedLines).visible;
}

describe('htmlToText', () => {
  it('breaks lines at br and blocks, and collapses white space', () => {
    expect(text('<div>Hi   there<br></div>\n <div>Nora</div><p>One</p><p>Two</p>')).toBe(
      'Hi there\nNora\n\nOne\n\nTwo',
    );
  });

  it('keeps the blank line of an empty div and the spaces of pre', () => {
    expect(text('<div>a</div><div><br></div><div>b</div>')).toBe('a\n\nb');
    expect(text('<pre>a  b\n  c</pre>')).toBe('a  b\n  c');
  });

  it('decodes entities once, after the tags', () => {
    expect(text('<p>&lt; $5 &amp; it&#8217;s &pound;2&nbsp;max &amp;lt;b&amp;gt;</p>')).toBe(
      '< $5 & it’s £2 max &lt;b&gt;',
    );
  });

  it('drops scripts, styles, comments, titles and hidden elements', () => {
    const hostile =
      '<head><title>x</title><style>.a{}</style></head><!--[if mso]><p>mso</p><![endif]--><script>alert(1)</script>' +
      '<svg onload="x()"><text>y</text></svg><div style="display:none">preheader</div><a href="javascript:x">link</a>';
    expect(text(hostile)).toBe('link');
  });

  it('separates cells and marks list items', () => {
    expect(text('<table><tr><td>Budget</td><td>$5</td></tr></table><ul><li>one</li><li>two</li></ul>')).toBe(
      'Budget $5\n\n- one\n- two',
    );
  });

  it('marks blockquotes and knows the quoted lines', () => {
    const read = htmlToText('<p>Yes.</p><blockquote>Tuesday?</blockquote>');
    expect(read.text).toBe('Yes.\n\n> Tuesday?');
    expect(read.quotedLines).toEqual(new Set([2]));
  });
});

describe('quoted containers', () => {
  it.each([
    [
      'Gmail',
      '<div class="gmail_quote"><div class="gmail_attr">On 3 Mar 2025, Sales &lt;s@boards.example&gt; wrote:</div><blockquote class="gmail_quote">Old</blockquote></div>',
    ],
    [
      'Apple',
      '<blockquote type="cite"><div>On 3 Mar 2025, at 9:14, Sales wrote:</div><div>Old</div></blockquote>',
    ],
    ['Yahoo', '<div id="yahoo_quoted_1" class="yahoo_quoted"><div>Any language</div><div>Old</div></div>'],
    [
      'Thunderbird',
      '<div class="moz-cite-prefix">Any language:<br></div><blockquote type="cite">Old</blockquote>',
    ],
    [
      'Outlook',
      '<div style="border-top:solid #E1E1E1 1pt"><p><b>From:</b> Sales<br><b>Sent:</b> Monday<br><b>To:</b> Nora<br><b>Subject:</b> Offer</p></div><p>Old</p>',
    ],
    [
      'Outlook on the web',
      '<div id="appendonsend"></div><hr><div id="divRplyFwdMsg"><b>Any:</b> Sales<br></div><div>Old</div><p>Older</p>',
    ],
  ])('cuts %s', (_name, html) => {
    expect(visible(`<div>Tuesday works.<br>Nora</div><br>${html}`)).toBe('Tuesday works.\nNora');
  });

  it('knows what follows the head of a quoted message, within its parent', () => {
    const html = '<div><div id="divRplyFwdMsg">Any: Sales</div><div>Old</div></div><div>Mine</div>';
    expect(htmlToText(html)).toEqual({ text: 'Any: Sales\nOld\nMine', quotedLines: new Set([0, 1]) });
  });

  it('keeps answers between Gmail’s blockquotes', () => {
    const html =
      '<div class="gmail_quote"><blockquote class="gmail_quote">Tuesday?</blockquote><div>Yes.</div>' +
      '<blockquote class="gmail_quote">Price?</blockquote><div>Fine.</div></div>';
    expect(visible(html)).toBe('> Tuesday?\n\nYes.\n\n> Price?\n\nFine.');
  });
});
