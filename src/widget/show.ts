import type { WidgetConfig } from '#features/support/widget-contract.ts';
import { articleRegion, fillArticle, showQuote } from './article-region.ts';
import type { Calls } from './calls.ts';
import { Chat } from './chat.ts';
import { h, icon, icons } from './dom.ts';
import { faultOf } from './faults.ts';
import { asksContact, bubble, contactForm, offersPerson, type Pressed, statusLine, tail } from './panel.ts';
import { style, textOn } from './style.ts';
import type { Words } from './words.ts';

interface About {
  slug: string;
  config: WidgetConfig;
  language: string;
  words: Words;
  theme: string;
}

/** Longest message, as the server takes it (conversation-contract.ts). */
const longest = '2000';

/** The number of a message that is shown; 0 for none. */
function seqOf(shown: Element | null): number {
  return Number(shown?.getAttribute('data-seq') ?? 0);
}

/** Puts the button into the page, and behind it the chat. */
export async function show(calls: Calls, { slug, config, language, words, theme }: About): Promise<void> {
  const host = h('div', {
    'data-hub-chat': '',
    'data-side': config.side,
    'data-theme': theme,
    lang: words.tag,
    dir: 'ltr',
  });
  // What is typed here is not for the shortcuts of the page.
  for (const type of ['keydown', 'keypress', 'keyup'])
    host.addEventListener(type, (event) => event.stopPropagation());
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  root.adoptedStyleSheets = [sheet];
  host.style.setProperty('--accent', config.colour);
  host.style.setProperty('--on-accent', textOn(config.colour));

  const chat = new Chat(calls, { slug, config, words, language, changed: () => draw() });
  const count = h('span', { class: 'count', hidden: true });
  const launch = h(
    'button',
    {
      type: 'button',
      class: 'launch',
      'aria-expanded': 'false',
      onclick: () => toggle(!host.hasAttribute('data-open')),
    },
    icon(icons.chat),
    count,
  );
  const heading = h('h2', { id: 'hub-title', dir: 'auto' }, config.organization);
  const status = h('p', { class: 'status', dir: 'auto' });
  const back = h(
    'button',
    { type: 'button', class: 'icon', 'aria-label': words.back, hidden: true, onclick: () => closeArticle() },
    icon(icons.back),
  );
  const greeting = h(
    'div',
    { class: 'm' },
    h('div', { class: 'who' }, words.assistant),
    h('div', { class: 'b', dir: 'auto' }, config.greeting),
  );
  const list = h('div');
  const after = h('div');
  const typing = h('p', { class: 'typing', role: 'status', 'aria-live': 'polite' });
  const log = h(
    'div',
    { class: 'log', role: 'log', 'aria-live': 'polite', 'aria-label': config.organization, tabindex: '0' },
    greeting,
    list,
    after,
  );
  const article = articleRegion();
  const alert = h('p', { class: 'alert', role: 'alert', hidden: true });
  const offline = h('p', { class: 'alert', role: 'status', hidden: true }, words.offline);
  const box = h('textarea', {
    rows: '1',
    dir: 'auto',
    maxlength: longest,
    'aria-label': words.write,
    placeholder: words.write,
    oninput: () => {
      if (box.value.trim() !== '') chat.typing();
    },
    onkeydown: (event) => {
      if (!(event instanceof KeyboardEvent) || event.key !== 'Enter' || event.shiftKey || event.isComposing)
        return;
      event.preventDefault();
      send();
    },
  });
  const person = h('button', { type: 'button', class: 'link', onclick: () => on.person() }, words.person);
  const foot = h(
    'div',
    { class: 'foot' },
    h(
      'form',
      {
        onsubmit: (event) => {
          event.preventDefault();
          send();
        },
      },
      box,
      h('button', { class: 'send' }, words.send),
    ),
    h('div', { class: 'under' }, person),
  );
  const panel = h(
    'div',
    { class: 'panel', role: 'dialog', 'aria-labelledby': 'hub-title', hidden: true },
    h(
      'header',
      {},
      back,
      h('div', {}, heading, status),
      h(
        'button',
        { type: 'button', class: 'icon', 'aria-label': words.close, onclick: () => toggle(false) },
        icon(icons.close),
      ),
    ),
    ...(config.available
      ? [log, typing, article, alert, offline, foot]
      : [h('p', { class: 'empty' }, words.unavailable)]),
  );
  panel.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.isComposing) return;
    if (article.hidden) toggle(false);
    else closeArticle();
  });

  const attempt = (work: Promise<void>, fault = words.notSent): void => {
    alert.hidden = true;
    work.catch((error: unknown) => {
      alert.textContent = faultOf(error, words, fault);
      alert.hidden = false;
    });
  };
  const on: Pressed = {
    article: (id, quote) => attempt(openArticle(id, quote), words.notOpened),
    person: () => attempt(chat.askPerson(words.person)),
    helped: (isHelpful) => {
      attempt(chat.rate(isHelpful));
      if (!isHelpful && chat.shown.state?.state === 'agent') attempt(chat.askPerson(words.person));
    },
    contact: (email, name) => attempt(chat.leaveContact(email, name)),
    again: (key) => chat.again(key),
    anew: () => {
      chat.anew();
      focusNext();
    },
  };
  const contact = contactForm(words, on);
  log.append(contact);

  function send(): void {
    const text = box.value.trim();
    if (text === '') return;
    box.value = '';
    chat.send(text);
  }

  /** The next thing to do is to write, where something can be written. */
  function focusNext(): void {
    if (!config.available) panel.querySelector<HTMLElement>('button:not([hidden])')?.focus();
    else if (!article.hidden) article.focus();
    else (foot.hidden ? log : box).focus();
  }

  function toggle(isOpen: boolean, takesFocus = true): void {
    panel.hidden = !isOpen;
    host.toggleAttribute('data-open', isOpen);
    launch.setAttribute('aria-expanded', String(isOpen));
    chat.rememberOpen(isOpen);
    draw();
    log.scrollTop = log.scrollHeight;
    if (!takesFocus) return;
    if (isOpen) focusNext();
    else launch.focus();
  }

  /** What was pressed to read an article: there the visitor goes on. */
  let opener: Element | null = null;

  async function openArticle(id: string, quote: string): Promise<void> {
    opener = root.activeElement;
    const { title, body } = await chat.article(id);
    fillArticle(article, { title, body });
    showArticle(true);
    showQuote(article, quote);
    article.focus();
  }

  function showArticle(isShown: boolean): void {
    article.hidden = !isShown;
    back.hidden = !isShown;
    log.hidden = isShown;
    typing.hidden = isShown;
    foot.hidden = isShown || chat.shown.state?.state === 'closed';
  }

  function closeArticle(): void {
    showArticle(false);
    draw();
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    else focusNext();
  }

  /** Messages that are there stay as they are, so that only what is new is read aloud. */
  const drawn = new Map<number, { element: HTMLElement; text: string }>();

  /** Before which message another one stands; null = at the end, as nearly all do. */
  function placeOf(seq: number): Element | null {
    if (seqOf(list.lastElementChild) < seq) return null;
    return [...list.children].find((one) => seqOf(one) > seq) ?? null;
  }

  function drawMessages(): void {
    const { messages } = chat.shown;
    const seqs = new Set(messages.map(({ seq }) => seq));
    for (const [seq, { element }] of drawn)
      if (!seqs.has(seq)) {
        element.remove();
        drawn.delete(seq);
      }
    for (const message of messages) {
      const text = JSON.stringify({ ...message, at: '' });
      const known = drawn.get(message.seq);
      if (known?.text === text) continue;
      const element = bubble(message, words, on);
      if (known) known.element.replaceWith(element);
      else list.insertBefore(element, placeOf(message.seq));
      drawn.set(message.seq, { element, text });
    }
  }

  let drawnTail = '';
  function draw(): void {
    const { shown } = chat;
    const isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 80;
    const focused = root.activeElement;
    drawMessages();
    const { messages, unsent, state, hasThanked } = shown;
    const tailNow = JSON.stringify([unsent, state, hasThanked, messages.at(-1)?.seq]);
    if (tailNow !== drawnTail) {
      drawnTail = tailNow;
      after.replaceChildren(...tail(shown, words, on).filter((one) => one !== null));
    }
    contact.hidden = !asksContact(shown);
    typing.textContent = shown.typing ?? '';
    status.textContent = statusLine(shown, words);
    person.hidden = (state?.state !== 'agent' && state !== null) || offersPerson(shown);
    foot.hidden = !article.hidden || state?.state === 'closed';
    // What had the focus is gone with what it was for: the next thing to do is to write.
    const isLost = focused !== null && (!focused.isConnected || focused.closest('[hidden]') !== null);
    if (isLost && !panel.hidden) focusNext();
    offline.hidden = shown.isConnected;
    greeting.hidden = messages.length > 0;
    if (isAtEnd) log.scrollTop = log.scrollHeight;
    const isSeen = !panel.hidden && article.hidden && document.visibilityState === 'visible';
    if (isSeen) chat.markSeen();
    const unseen = isSeen ? 0 : chat.unseen;
    count.hidden = unseen === 0;
    count.textContent = String(unseen);
    launch.setAttribute(
      'aria-label',
      `${panel.hidden ? words.open : words.close}${unseen > 0 ? ` (${unseen})` : ''}`,
    );
  }

  root.append(launch, panel);
  document.body.append(host);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') chat.wake();
    draw();
  });
  addEventListener('online', () => chat.wake());
  // Of other tabs of the same website.
  addEventListener('storage', () => void chat.lookAgain());
  draw();
  await chat.resume();
  if (chat.wasOpen) toggle(true, false);
}
