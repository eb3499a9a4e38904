import { articleBlocks, bare } from './article.ts';
import { h } from './dom.ts';

/** Characters of a quotation, without what is no letter or digit, by which its paragraph is found. */
const wantedLength = 40;

/** Where an article is read, named by its title. It scrolls, so that the keyboard must reach it. */
export function articleRegion(): HTMLElement {
  return h('div', {
    class: 'article',
    role: 'region',
    'aria-labelledby': 'hub-article',
    tabindex: '0',
    hidden: true,
  });
}

export function fillArticle(region: HTMLElement, { title, body }: { title: string; body: string }): void {
  region.replaceChildren(
    h('h3', { id: 'hub-article', dir: 'auto' }, title),
    ...articleBlocks(body).map(({ isHeading, text }) => h(isHeading ? 'h4' : 'p', { dir: 'auto' }, text)),
  );
}

/** Brings the paragraph that an answer quotes into view; without one the article begins at its top. */
export function showQuote(region: HTMLElement, quote: string): void {
  region.scrollTop = 0;
  const wanted = bare(quote).slice(0, wantedLength);
  const part = [...region.children].find(({ textContent }) => bare(textContent ?? '').includes(wanted));
  part?.scrollIntoView({ block: 'nearest' });
}
