import { type QuoteType, Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { type ElementRole, elementRole } from './html/html-elements.ts';
import { TextLines } from './html/text-lines.ts';

/** Longer HTML is read up to here (characters). */
const MAX_HTML_LENGTH = 8_000_000;
/** Of an attribute only the beginning matters; a 2 MB data URL is not copied. */
const MAX_ATTRIBUTE = 400;
const READ_ATTRIBUTES = new Set(['class', 'id', 'type', 'style']);

export interface HtmlText {
  /** Plain text, quoted blocks marked with '> '. */
  text: string;
  /** Lines of `text` (by index) that the HTML itself marks as quoted: blockquotes and the mail programs' containers. */
  quotedLines: Set<number>;
}

interface OpenElement {
  name: string;
  role: ElementRole;
}

/**
 * Readable text of an HTML body: blocks and `br` break lines, entities are decoded once, scripts, styles, comments
 * and hidden elements are dropped. Works on the token stream, not on a tree, with one stack: time and memory are
 * linear, and 10,000 nested elements cost no recursion.
 */
export function htmlToText(html: string): HtmlText {
  const source = html.length > MAX_HTML_LENGTH ? html.slice(0, MAX_HTML_LENGTH) : html;
  const walker = new Walker(source);
  const tokenizer = new Tokenizer({ decodeEntities: true, xmlMode: false }, walker);
  tokenizer.write(source);
  tokenizer.end();
  return walker.lines.finish();
}

class Walker implements TokenizerCallbacks {
  readonly lines = new TextLines();
  private readonly source: string;
  private readonly open: OpenElement[] = [];
  private readonly openCount = new Map<string, number>();
  private hidden = 0;
  private tag = '';
  private attribute = '';
  private value = '';
  private attributes: Map<string, string> | null = null;

  constructor(source: string) {
    this.source = source;
  }

  ontext(start: number, end: number): void {
    if (this.hidden === 0) this.lines.text(this.source.slice(start, end));
  }

  ontextentity(codepoint: number): void {
    if (this.hidden === 0) this.lines.text(String.fromCodePoint(codepoint));
  }

  onopentagname(start: number, end: number): void {
    this.tag = this.source.slice(start, Math.min(end, start + 40)).toLowerCase();
    this.attributes = null;
  }

  onattribname(start: number, end: number): void {
    const name = end - start <= 8 ? this.source.slice(start, end).toLowerCase() : '';
    this.attribute = READ_ATTRIBUTES.has(name) ? name : '';
    this.value = '';
  }

  onattribdata(start: number, end: number): void {
    if (this.attribute !== '') this.value += this.source.slice(start, Math.min(end, start + MAX_ATTRIBUTE));
  }

  onattribentity(codepoint: number): void {
    if (this.attribute !== '' && this.value.length < MAX_ATTRIBUTE)
      this.value += String.fromCodePoint(codepoint);
  }

  onattribend(_quote: QuoteType, _end: number): void {
    if (this.attribute === '') return;
    this.attributes ??= new Map();
    this.attributes.set(this.attribute, this.value.slice(0, MAX_ATTRIBUTE).toLowerCase());
    this.attribute = '';
  }

  onopentagend(): void {
    this.enter();
  }

  onselfclosingtag(): void {
    // HTML ignores the slash on a non-void element: '<div/>' opens a div.
    this.enter();
  }

  onclosetag(start: number, end: number): void {
    const name = this.source
      .slice(start, Math.min(end, start + 40))
      .trim()
      .toLowerCase();
    // Without this count a flood of unmatched end tags would search the whole stack each time.
    if ((this.openCount.get(name) ?? 0) === 0) return;
    for (let element = this.open.pop(); element !== undefined; element = this.open.pop()) {
      this.leave(element);
      if (element.name === name) return;
    }
  }

  private enter(): void {
    const role = elementRole(this.tag, this.attributes);
    if (role === null) return;
    if (role.breaksLine) {
      if (this.hidden === 0) this.lines.lineBreak();
      return;
    }
    if (this.hidden === 0) {
      if (role.block === 'paragraph') this.lines.paragraph();
      else if (role.block === 'line') this.lines.block();
      if (role.lead !== '') this.lines.lead(role.lead);
    }
    if (role.isVoid) return;
    if (role.opensHistory) this.openHistory();
    this.open.push({ name: this.tag, role });
    this.openCount.set(this.tag, (this.openCount.get(this.tag) ?? 0) + 1);
    if (role.hidden) this.hidden += 1;
    if (role.quote) this.lines.quoteDepth += 1;
    if (role.history) this.lines.history += 1;
    if (role.pre) this.lines.preformatted += 1;
  }

  /** Until the element ends in which the tokens are, or to the end. */
  private openHistory(): void {
    const parent = this.open.at(-1);
    if (parent?.role.history) return;
    if (parent !== undefined) parent.role = { ...parent.role, history: true };
    this.lines.history += 1;
  }

  private leave({ name, role }: OpenElement): void {
    this.openCount.set(name, (this.openCount.get(name) ?? 1) - 1);
    if (this.hidden === 0) {
      if (role.block === 'paragraph') this.lines.paragraph();
      else if (role.block === 'line') this.lines.block();
    }
    if (role.hidden) this.hidden -= 1;
    if (role.quote) this.lines.quoteDepth -= 1;
    if (role.history) this.lines.history -= 1;
    if (role.pre) this.lines.preformatted -= 1;
  }

  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}
}
