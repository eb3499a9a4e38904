import { Parser } from 'htmlparser2';
import { knowledgeLimits } from '#features/support/knowledge-contract.ts';
import { asksForLogin } from './asks-for-login.ts';
import { DocumentRefused, tooLong } from './document-refused.ts';
import { isAround, isBlock, isHidden, isUnseen, isVoid } from './page-elements.ts';

const headings = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

/** Characters with a meaning in Markdown (CommonMark 0.31, section 2.4), as themselves. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]<>]/g, String.raw`\$&`);
}

export interface Page {
  /** Of `<title>`, else of the first heading; '' when there is neither. */
  title: string;
  /** Of `<main>` where there is one, else of the whole page; navigation and the like left out. */
  markdown: string;
  /** Whether it is the form of a login rather than a page. */
  asksForLogin: boolean;
}

/** Text with its blanks and what surrounds it, characters: so much holds no article that could be taken. */
const longest = knowledgeLimits.body * 10;

/** Collects text into blocks of Markdown. */
class Blocks {
  private readonly done: string[] = [];
  private open = '';
  private prefix = '';
  private length = 0;

  /** @throws DocumentRefused when there is more than anybody wants of it */
  text(raw: string): void {
    this.length += raw.length;
    if (this.length > longest) throw tooLong(null);
    this.open += raw;
  }

  /** Ends the block that is open; the next one begins with a mark such as `## `. */
  next(prefix = ''): void {
    const text = this.open.replace(/\s+/g, ' ').trim();
    if (text !== '') this.done.push(this.prefix + escapeMarkdown(text).replace(/^([#+-])/, String.raw`\$1`));
    this.open = '';
    this.prefix = prefix;
  }

  finish(): string {
    this.next();
    return this.done.join('\n\n');
  }
}

/** Elements within each other: the parser's time grows with the depth, and no page that people wrote comes near. */
const deepest = 500;
/** A page with less text outside of its forms, letters and digits, and so many times as much with them, has its text within one. */
const leastOutside = 20;
const muchMore = 5;

/** What the element that is open makes of what stands in it; counted, so that closing it takes it back. */
type Place = 'unseen' | 'around' | 'form' | 'main' | 'drawing';

/** Where in a page the parser is. */
class Places {
  private readonly open: Place[][] = [];
  private readonly counts: Record<Place, number> = { unseen: 0, around: 0, form: 0, main: 0, drawing: 0 };

  enter(name: string, attributes: Readonly<Record<string, string>>): void {
    const places: Place[] = [];
    if (isUnseen(name) || isHidden(name, attributes)) places.push('unseen');
    if (isAround(name, attributes)) places.push('around');
    if (name === 'form') places.push('form');
    if (name === 'svg') places.push('drawing');
    if (name === 'main' || attributes.role === 'main') places.push('main');
    for (const place of places) this.counts[place] += 1;
    this.open.push(places);
    if (this.open.length > deepest)
      throw new DocumentRefused('This page is nested too deep to be read. Copy its text into an article.');
  }

  leave(): void {
    for (const place of this.open.pop() ?? []) this.counts[place] -= 1;
  }

  in(place: Place): boolean {
    return this.counts[place] > 0;
  }
}

/**
 * Reads the text of an HTML page as Markdown; nothing is fetched. What nobody sees, and what stands around the text on
 * every page, is left out, and forms are where there is text beside them. @throws DocumentRefused for one that is nested without end
 */
export function htmlToMarkdown(html: string): Page {
  const [all, main, withForms] = [new Blocks(), new Blocks(), new Blocks()];
  const places = new Places();
  let [inTitle, inHeading] = [false, false];
  let [title, heading] = ['', ''];
  const has = { main: false, password: false, name: false };
  const each = (work: (to: Blocks) => void) => {
    work(withForms);
    if (places.in('form')) return;
    work(all);
    if (places.in('main')) work(main);
  };
  const isLeftOut = () => places.in('unseen') || places.in('around');
  const mark = (name: string) => {
    if (name === 'br' || isBlock(name)) each((to) => to.next());
    else if (name === 'td' || name === 'th') each((to) => to.text(' '));
  };
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        if (name === 'title') inTitle = title === '' && !places.in('drawing');
        if (name === 'main' || attributes.role === 'main') has.main = true;
        if (name === 'input' && !isLeftOut()) {
          const type = attributes.type?.toLowerCase() ?? 'text';
          if (type === 'password') has.password = true;
          if (type === 'email' || /user|login|email/i.test(attributes.name ?? '')) has.name = true;
        }
        if (isVoid(name)) {
          if (!isLeftOut()) mark(name);
          return;
        }
        const wasOutside = !isLeftOut();
        // A form ends what stood before it, and is no part of it.
        if (name === 'form' && wasOutside) mark(name);
        places.enter(name, attributes);
        if (isLeftOut()) return;
        if (headings.has(name)) {
          inHeading = true;
          each((to) => to.next(`${'#'.repeat(Math.max(2, Number(name.slice(1))))} `));
        } else if (name === 'li') each((to) => to.next('- '));
        else mark(name);
      },
      ontext: (text) => {
        if (inTitle) title += text;
        if (inTitle || isLeftOut()) return;
        if (inHeading && heading.length < 300) heading += text;
        each((to) => to.text(text));
      },
      onclosetag: (name) => {
        if (isVoid(name)) return;
        if (name === 'title') inTitle = false;
        if (!isLeftOut()) {
          if (headings.has(name)) {
            inHeading = false;
            heading += ' ';
            each((to) => to.next());
          } else if (name === 'li' || isBlock(name)) each((to) => to.next());
        }
        places.leave();
      },
    },
    { decodeEntities: true },
  );
  parser.end(html);
  const chosen = (has.main ? main.finish() : '') || all.finish();
  const letters = lettersOf(chosen);
  const whole = letters < leastOutside ? withForms.finish() : '';
  const called = oneLine(title) || oneLine(heading);
  return {
    title: called,
    markdown: lettersOf(whole) > letters * muchMore ? whole : chosen,
    asksForLogin: asksForLogin({
      title: `${called} ${oneLine(heading)}`,
      hasPassword: has.password,
      hasName: has.name,
      letters,
    }),
  };
}

const lettersOf = (text: string): number => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 200).toWellFormed();
}
