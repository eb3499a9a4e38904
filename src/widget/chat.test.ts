import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Calls } from './calls.ts';
import { Chat } from './chat.ts';
import { type Called, FakeHub, FakeSocket, FakeStorage, message, standing } from './fake-page.ts';
import { wordsFor } from './words.ts';

const config = {
  available: true,
  organization: 'Acme',
  colour: '#000000',
  side: 'right',
  greeting: 'Hello',
  isOpen: true,
  opensAt: null,
} as const;

let hub: FakeHub;
/** Messages that the server has, by conversation: its key is the token of it. */
let talks: Map<string, string[]>;

/** As the server does it: a key that came before is the same conversation, or the same message. */
function take({ what, token, body }: Called): object | number {
  const [key, text] = [String(body.clientKey), String(body.text)];
  if (what === 'conversations') {
    if (!talks.has(key)) talks.set(key, [text]);
    return { ...standing, token: key, messages: [message(1, 'visitor', text)] };
  }
  const texts = talks.get(token);
  if (!texts) return 404;
  if (what === 'messages') return { seq: texts.push(text), state: 'person' };
  return { ...standing, messages: texts.map((one, at) => message(at + 1, 'visitor', one)) };
}

const tab = (language = 'en') =>
  new Chat(new Calls('https://hub.example', 'acme'), {
    slug: 'acme',
    config,
    words: wordsFor(language),
    language,
    changed: () => undefined,
  });

const settled = () => vi.advanceTimersByTimeAsync(0);
const texts = (chat: Chat) => chat.shown.messages.map(({ text }) => text);
const unsent = (chat: Chat) => chat.shown.unsent.map(({ text, fault }) => [text, fault]);

async function sends(chat: Chat, text: string): Promise<void> {
  chat.send(text);
  await settled();
}

/** The server does what it is asked, and its answer is lost on the way. */
function loseAnswers(): void {
  hub.answer = (call) => {
    take(call);
    throw new Error('lost');
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all.length = 0;
  talks = new Map();
  hub = new FakeHub();
  hub.answer = take;
  vi.stubGlobal('fetch', hub.fetch);
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('localStorage', new FakeStorage());
  vi.stubGlobal('document', { visibilityState: 'visible' });
  vi.stubGlobal('location', new URL('https://shop.example/page'));
});
afterEach(() => {
  vi.clearAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a beginning whose answer was lost', () => {
  it('is begun once, with its message before the next one', async () => {
    const chat = tab();
    loseAnswers();
    await sends(chat, 'one');
    expect(unsent(chat)).toEqual([['one', 'Not sent.']]);
    hub.answer = take;
    await sends(chat, 'two');
    expect([...talks.values()]).toEqual([['one', 'two']]);
    expect([texts(chat), unsent(chat)]).toEqual([['one', 'two'], []]);
  });

  it('is sent again with the others in their order, whichever is tried again', async () => {
    const chat = tab();
    hub.answer = () => Promise.reject(new Error('down'));
    for (const text of ['one', 'two', 'three']) await sends(chat, text);
    hub.answer = take;
    chat.again(chat.shown.unsent[2]?.key ?? '');
    await settled();
    expect([...talks.values()]).toEqual([['one', 'two', 'three']]);
  });

  it('is sent again by the next page, which opens the chat', async () => {
    loseAnswers();
    await sends(tab(), 'one');
    hub.answer = take;
    const next = tab();
    await next.resume();
    expect(next.wasOpen).toBe(true);
    await settled();
    expect([texts(next), unsent(next)]).toEqual([['one'], []]);
    await sends(next, 'two');
    expect([...talks.values()]).toEqual([['one', 'two']]);
  });

  it('lets another message begin where the server will never take the first', async () => {
    const chat = tab();
    hub.answer = (call) => (call.body.text === 'bad' ? 400 : take(call));
    await sends(chat, 'bad');
    await sends(chat, 'good');
    expect([...talks.values()]).toEqual([['good']]);
    expect(unsent(chat)).toEqual([['bad', 'Not sent. No.']]);
  });
});

describe('two tabs that were opened before the first message', () => {
  it('have one conversation, also when both begin at once', async () => {
    const [a, b] = [tab(), tab()];
    a.send('from a');
    b.send('from b');
    await settled();
    await settled();
    expect([...talks.values()]).toEqual([['from a', 'from b']]);
    expect(texts(b)).toEqual(['from a', 'from b']);
  });

  it('send what the second one writes into the conversation of the first', async () => {
    const [a, b] = [tab(), tab()];
    await sends(a, 'from a');
    await sends(b, 'from b');
    expect([...talks.values()]).toEqual([['from a', 'from b']]);
    expect(texts(b)).toEqual(['from a', 'from b']);
  });

  it('take up what the other one has begun, and its forgetting', async () => {
    const [a, b] = [tab(), tab()];
    await sends(a, 'from a');
    await b.lookAgain();
    expect(texts(b)).toEqual(['from a']);
    expect(FakeSocket.all).toHaveLength(2);
    await b.lookAgain();
    expect(FakeSocket.all).toHaveLength(2);
    a.anew();
    await b.lookAgain();
    expect([texts(b), FakeSocket.all[1]?.readyState]).toEqual([[], 3]);
  });

  it('do not send a message twice that the other one has brought there meanwhile', async () => {
    const [a, b] = [tab(), tab()];
    loseAnswers();
    await sends(a, 'from a');
    hub.answer = take;
    await b.resume();
    await settled();
    await a.lookAgain();
    expect([texts(a), unsent(a)]).toEqual([['from a'], []]);
    expect([...talks.values()]).toEqual([['from a']]);
  });

  it('write nothing over the conversation of the other, nor over its forgetting', async () => {
    const [a, b] = [tab(), tab()];
    await sends(a, 'old');
    await b.lookAgain();
    a.anew();
    b.rememberOpen(true);
    expect(localStorage.getItem('hub-chat:acme')).toBeNull();
    await sends(a, 'new');
    const kept = localStorage.getItem('hub-chat:acme');
    b.rememberOpen(false);
    b.markSeen();
    expect(localStorage.getItem('hub-chat:acme')).toBe(kept);
    await b.lookAgain();
    expect(texts(b)).toEqual(['new']);
  });

  it('leave the other its conversation when their own is not there any more', async () => {
    const [a, b] = [tab(), tab()];
    await sends(a, 'old');
    await b.lookAgain();
    a.anew();
    await sends(a, 'new');
    FakeSocket.all[1]?.isClosed(4001);
    expect(tab().shown.messages).toEqual([]);
    const next = tab();
    await next.resume();
    expect(texts(next)).toEqual(['new']);
  });
});

describe('a conversation', () => {
  it('goes on where the browser keeps nothing', async () => {
    vi.stubGlobal('localStorage', undefined);
    const chat = tab();
    loseAnswers();
    await sends(chat, 'one');
    hub.answer = take;
    await sends(chat, 'two');
    await chat.lookAgain();
    expect([...talks.values()]).toEqual([['one', 'two']]);
    expect(texts(chat)).toEqual(['one', 'two']);
  });

  it('is read up to where nothing is missing, not to an own message behind a gap', async () => {
    const chat = tab();
    await sends(chat, 'one');
    const [socket] = FakeSocket.all;
    socket?.opens();
    chat.markSeen();
    hub.answer = () => ({ seq: 3, state: 'person' });
    await sends(chat, 'three');
    chat.markSeen();
    const read = () => socket?.said.filter((frame) => JSON.stringify(frame).includes('"read"'));
    expect(read()).toEqual([{ type: 'read', seq: 1 }]);
    socket?.brings('message', message(2, 'person', 'two'));
    expect(chat.unseen).toBe(1);
    socket?.brings('message', message(3, 'visitor', 'three'));
    chat.markSeen();
    expect(read()?.at(-1)).toEqual({ type: 'read', seq: 3 });
    expect([texts(chat), chat.unseen]).toEqual([['one', 'two', 'three'], 0]);
  });

  it('that takes no more is followed by one, with all that it did not take, in order', async () => {
    const chat = tab();
    await sends(chat, 'one');
    hub.answer = () => 409;
    await sends(chat, 'two');
    await sends(chat, 'three');
    expect(chat.shown.unsent.map(({ isEnd }) => isEnd)).toEqual([true, true]);
    hub.answer = take;
    const [two, three] = chat.shown.unsent.map(({ key }) => key);
    chat.again(three ?? '');
    chat.again(two ?? '');
    await settled();
    expect([...talks.values()]).toEqual([['one'], ['two', 'three']]);
    expect([texts(chat), unsent(chat)]).toEqual([['two', 'three'], []]);
  });

  it('thanks for a rating only once the server has it', async () => {
    const chat = tab();
    await sends(chat, 'one');
    hub.answer = () => 500;
    await expect(chat.rate(true)).rejects.toThrow('No.');
    expect(chat.shown.hasThanked).toBe(false);
    hub.answer = take;
    await chat.rate(true);
    expect(chat.shown.hasThanked).toBe(true);
  });

  it('shows nothing of an answer that comes when it has been forgotten', async () => {
    const chat = tab();
    await sends(chat, 'one');
    const person = chat.askPerson('A person');
    chat.anew();
    await person;
    expect([texts(chat), chat.shown.state]).toEqual([[], null]);
  });
});
