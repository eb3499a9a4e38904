/** Deeper quotation gets no more marks: 10,000 nested blockquotes would make the text quadratic. */
const MAX_MARKS = 5;
const MAX_BLANK_LINES = 2;

/** Collects running text into lines, with white space collapsed as a browser does. */
export class TextLines {
  quoteDepth = 0;
  history = 0;
  preformatted = 0;
  private readonly done: string[] = [];
  private readonly quoted = new Set<number>();
  private current = '';
  /** Kept beside `current`: looking at the end of a growing string would copy it each time. */
  private endsBlank = true;
  private wantsBlank = false;
  /** The margin between text and a blockquote belongs to the outer of the two. */
  private blankDepth = 0;
  private blanks = 0;

  text(raw: string): void {
    if (this.preformatted > 0) {
      const [first = '', ...more] = raw.split(/\r\n|\r|\n/u);
      this.current += first;
      for (const line of more) {
        this.push();
        this.current = line;
      }
      this.endsBlank = false;
      return;
    }
    const text = raw.replace(/[ \t\r\n\f]+/gu, ' ');
    const more = this.endsBlank && text.startsWith(' ') ? text.slice(1) : text;
    if (more === '') return;
    this.current += more;
    this.endsBlank = more.endsWith(' ');
  }

  lead(text: string): void {
    if (this.endsBlank && text === ' ') return;
    this.current += text;
    this.endsBlank = true;
  }

  /** `br`: ends the line even if it is empty. */
  lineBreak(): void {
    this.push();
  }

  /** The edge of a block: ends a line that has text. */
  block(): void {
    if (this.current !== '' && this.current.trim() !== '') this.push();
    else this.clear();
  }

  /** The edge of a block with a margin: a blank line before the next text. */
  paragraph(): void {
    this.block();
    if (this.done.length === 0) return;
    this.blankDepth = this.wantsBlank ? Math.min(this.blankDepth, this.quoteDepth) : this.quoteDepth;
    this.wantsBlank = true;
  }

  finish(): { text: string; quotedLines: Set<number> } {
    this.block();
    return { text: this.done.join('\n'), quotedLines: this.quoted };
  }

  private push(): void {
    const line = this.current.replaceAll('\u00a0', ' ').trimEnd();
    this.clear();
    if (line === '') {
      this.wantsBlank = false;
      this.blanks += 1;
      if (this.blanks <= MAX_BLANK_LINES) this.add('');
      return;
    }
    if (this.wantsBlank && this.blanks === 0 && this.done.length > 0) {
      this.add('', Math.min(this.blankDepth, this.quoteDepth));
    }
    this.wantsBlank = false;
    this.blanks = 0;
    this.add(line);
  }

  private clear(): void {
    this.current = '';
    this.endsBlank = true;
  }

  private add(line: string, depth = this.quoteDepth): void {
    if (depth > 0 || this.history > 0) this.quoted.add(this.done.length);
    const marks = '>'.repeat(Math.min(depth, MAX_MARKS));
    this.done.push(marks === '' ? line : `${marks} ${line}`.trimEnd());
  }
}
