import type { ConversationMessage } from '#features/support/conversation-contract.ts';
import type { WidgetConfig } from '#features/support/widget-contract.ts';
import { h } from './dom.ts';
import type { Standing } from './line.ts';
import { fill, type Words } from './words.ts';

/** A message of the visitor that is on its way, or did not get there. */
export interface Unsent {
  key: string;
  text: string;
  /** Why it did not go; null while it is on its way. */
  fault: string | null;
  /** The conversation takes no more: tried again, it begins another one. */
  isEnd: boolean;
}

/** What the widget shows. */
export interface Shown {
  config: WidgetConfig;
  messages: ConversationMessage[];
  unsent: Unsent[];
  state: Standing | null;
  typing: string | null;
  isConnected: boolean;
  /** What the visitor has said about the answers, in this page. */
  hasThanked: boolean;
}

/** What can be pressed. */
export interface Pressed {
  article: (articleId: string, quote: string) => void;
  person: () => void;
  helped: (isHelpful: boolean) => void;
  contact: (email: string, name: string) => void;
  again: (key: string) => void;
  anew: () => void;
}

function citations(message: ConversationMessage, words: Words, on: Pressed): HTMLElement | null {
  const { action } = message;
  if (message.citations.length === 0) return null;
  const row = h('div', { class: 'row' });
  for (const { articleId, title, quote } of message.citations)
    row.append(
      h(
        'button',
        {
          type: 'button',
          class: action === 'suggest' ? 'chip' : 'link',
          dir: 'auto',
          onclick: () => on.article(articleId, quote),
        },
        action === 'suggest' ? title : `${words.from}: ${title}`,
      ),
    );
  return row;
}

export function bubble(message: ConversationMessage, words: Words, on: Pressed): HTMLElement {
  const { sender, text, author, seq } = message;
  if (sender === 'system') return h('div', { class: 'm note', dir: 'auto', 'data-seq': String(seq) }, text);
  const isMine = sender === 'visitor';
  return h(
    'div',
    { class: isMine ? 'm mine' : 'm', 'data-seq': String(seq) },
    h(
      'div',
      isMine ? { class: 'who sr' } : { class: 'who', dir: 'auto' },
      isMine ? words.you : (author ?? words.assistant),
    ),
    h('div', { class: 'b', dir: 'auto' }, text),
    citations(message, words, on),
  );
}

function unsentBubble({ key, text, fault, isEnd }: Unsent, words: Words, on: Pressed): HTMLElement {
  return h(
    'div',
    { class: 'm mine' },
    h('div', { class: 'b', dir: 'auto' }, text),
    fault === null
      ? null
      : h(
          'div',
          { class: 'state' },
          h('span', { class: 'bad' }, `${fault} `),
          h(
            'button',
            { type: 'button', class: 'link', onclick: () => on.again(key) },
            isEnd ? words.anew : words.again,
          ),
        ),
  );
}

/** What can be done with the latest answer: say whether it helped, or ask for a person. */
function afterAnswer(shown: Shown, words: Words, on: Pressed): HTMLElement | null {
  const { messages, state, hasThanked } = shown;
  const last = messages.at(-1);
  if (state?.state === 'closed') {
    const row = h('div', { class: 'row' });
    if (state.rating === null && !hasThanked) row.append(helpful(words, on));
    row.append(h('button', { type: 'button', class: 'chip', onclick: () => on.anew() }, words.anew));
    return row;
  }
  if (state?.state !== 'agent' || last?.sender !== 'agent') return null;
  const row = h('div', { class: 'row' });
  if (last.action === 'answer') {
    if (hasThanked) row.append(h('span', {}, words.thanks));
    else row.append(helpful(words, on));
  }
  if (offersPerson(shown))
    row.append(h('button', { type: 'button', class: 'chip', onclick: () => on.person() }, words.person));
  return row;
}

function helpful(words: Words, on: Pressed): HTMLElement {
  const press = (word: string, isHelpful: boolean) =>
    h('button', { type: 'button', class: 'chip', onclick: () => on.helped(isHelpful) }, word);
  return h(
    'div',
    { class: 'group', role: 'group', 'aria-labelledby': 'hub-helped' },
    h('span', { id: 'hub-helped' }, words.helped),
    press(words.yes, true),
    press(words.no, false),
  );
}

/** Asks for an address as soon as a person was asked for, and says where answers go once it is there. */
export function contactForm(words: Words, on: Pressed): HTMLFormElement {
  const email = h('input', {
    type: 'email',
    name: 'email',
    required: true,
    maxlength: '254',
    autocomplete: 'email',
  });
  const name = h('input', { type: 'text', name: 'name', maxlength: '200', autocomplete: 'name' });
  return h(
    'form',
    {
      class: 'contact',
      'aria-label': words.leave,
      onsubmit: (event) => {
        event.preventDefault();
        on.contact(email.value, name.value);
      },
    },
    h('label', {}, words.email, email),
    h('label', {}, words.name, name),
    h('button', { class: 'send' }, words.leave),
  );
}

function readLine({ messages, state }: Shown, words: Words): HTMLElement | null {
  const last = messages.at(-1);
  if (last?.sender !== 'visitor' || state?.state !== 'person' || state.teamReadSeq < last.seq) return null;
  return h('div', { class: 'state' }, words.read);
}

/** Everything that is in the log after the messages. */
export function tail(shown: Shown, words: Words, on: Pressed): (HTMLElement | null)[] {
  const { state, unsent } = shown;
  return [
    readLine(shown, words),
    ...unsent.map((one) => unsentBubble(one, words, on)),
    unsent.length === 0 ? afterAnswer(shown, words, on) : null,
    state?.email && state.state !== 'closed'
      ? h('div', { class: 'm note', dir: 'auto' }, fill(words.left, state.email))
      : null,
  ];
}

/** Whether the visitor is asked for an address. */
export function asksContact({ state }: Shown): boolean {
  return state !== null && state.email === null && (state.state === 'waiting' || state.state === 'person');
}

/** Whether the latest answer has its own button to call a person. */
export function offersPerson({ messages, state }: Shown): boolean {
  const last = messages.at(-1);
  return (
    state?.state === 'agent' &&
    last?.sender === 'agent' &&
    (last.action === 'handoff' || last.action === 'suggest')
  );
}

export function statusLine({ config, state }: Shown, words: Words): string {
  if (state?.state === 'person') return state.owner ?? '';
  // Nobody answers any more; the line keeps its place.
  if (state?.state === 'closed') return '\u00a0';
  if (state?.state === 'waiting')
    return config.opensAt === null
      ? words.waiting
      : fill(
          words.away,
          new Date(config.opensAt).toLocaleString(words.tag, {
            weekday: 'long',
            hour: 'numeric',
            minute: '2-digit',
          }),
        );
  return words.assistant;
}
