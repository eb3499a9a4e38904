import type { WidgetConfig } from '#features/support/widget-contract.ts';
import { type Calls, isGone, newKey, Refused } from './calls.ts';
import { faultOf, isFinal } from './faults.ts';
import { heardBy } from './heard.ts';
import { Line } from './line.ts';
import { type First, type Kept, keep, recall } from './memory.ts';
import { insert } from './messages.ts';
import type { Shown, Unsent } from './panel.ts';
import type { Words } from './words.ts';

/** One visitor's conversation: what is shown of it, and what can be done with it. */
export class Chat {
  readonly #calls: Calls;
  readonly #slug: string;
  readonly #words: Words;
  readonly #language: string;
  readonly #changed: () => void;
  readonly shown: Shown;
  #kept: Kept | null = null;
  /** What is to begin the conversation, also where the browser keeps nothing. */
  #first: First | null = null;
  /** Whether the browser keeps what is kept, so that its absence means that another tab has forgotten it. */
  #isStored = false;
  #line: Line | null = null;
  /** Messages go one after the other, so that they stand in the order in which they were written. */
  #sending: Promise<void> = Promise.resolve();

  constructor(
    calls: Calls,
    about: { slug: string; config: WidgetConfig; words: Words; language: string; changed: () => void },
  ) {
    this.#calls = calls;
    this.#slug = about.slug;
    this.#words = about.words;
    this.#language = about.language;
    this.#changed = about.changed;
    this.shown = {
      config: about.config,
      messages: [],
      unsent: [],
      state: null,
      typing: null,
      isConnected: true,
      hasThanked: false,
    };
  }

  /** Also where the first message is on its way again. */
  get wasOpen(): boolean {
    return this.#kept?.isOpen ?? this.shown.unsent.length > 0;
  }

  /** Messages of the other side that have not been on the screen. */
  get unseen(): number {
    const seen = this.#kept?.seen ?? 0;
    return this.shown.messages.filter(({ seq, sender }) => seq > seen && sender !== 'visitor').length;
  }

  /** Takes up what an earlier page has begun, or was about to begin. */
  async resume(): Promise<void> {
    const { kept, first } = recall(this.#slug);
    if (kept) await this.#takeUp(kept);
    else if (first) this.#send(first);
  }

  /** Another tab has begun a conversation, has forgotten this one, or has shown more of it. */
  async lookAgain(): Promise<void> {
    const { kept } = recall(this.#slug);
    if (kept && kept.token === this.#kept?.token) {
      this.#kept = kept;
      this.#changed();
    } else if (kept) await this.#takeUp(kept);
    else if (this.#kept && this.#isStored) this.anew();
  }

  async #takeUp(kept: Kept): Promise<void> {
    this.#forget();
    this.#kept = kept;
    this.#isStored = true;
    this.#hasBegun(kept.key);
    this.#changed();
    const { token } = kept;
    try {
      const { messages, ...state } = await this.#calls.to(token, 'resume');
      if (!this.#isOf(token)) return;
      for (const message of messages) insert(this.shown.messages, message);
      this.shown.state = state;
      this.#listen(token, messages.at(-1)?.seq ?? 0);
    } catch (error) {
      if (!this.#isOf(token)) return;
      if (isGone(error)) this.anew();
      else this.#listen(token, 0);
    }
    this.#changed();
  }

  rememberOpen(isOpen: boolean): void {
    this.#note({ isOpen });
  }

  /** What is there now has been on the screen; behind a gap stands what may be missing still. */
  markSeen(): void {
    const seq = this.#line?.seq ?? 0;
    if (!this.#kept || seq <= this.#kept.seen) return;
    this.#note({ seen: seq });
    this.#line?.read(seq);
  }

  typing(): void {
    this.#line?.typing();
  }

  /** The network is back, or somebody looks at the page again. */
  wake(): void {
    this.#line?.wake();
  }

  send(text: string): void {
    this.#send({ key: newKey(), text });
  }

  #send({ key, text }: First): void {
    if (!this.#kept) this.#allAgain();
    this.shown.unsent.push({ key, text, fault: null, isEnd: false });
    this.#deliver();
  }

  /** Where no conversation takes it, the others that did not go begin the next one with it, in their order. */
  again(key: string): void {
    const unsent = this.shown.unsent.find((one) => one.key === key);
    if (!unsent) return;
    if (unsent.isEnd) this.anew();
    if (this.#kept) unsent.fault = null;
    else this.#allAgain();
    this.#deliver();
  }

  #allAgain(): void {
    for (const unsent of this.shown.unsent) Object.assign(unsent, { fault: null, isEnd: false });
  }

  #deliver(): void {
    this.#changed();
    this.#sending = this.#sending.then(async () => {
      for (const unsent of this.shown.unsent) await this.#try(unsent);
    });
  }

  async #try(unsent: Unsent): Promise<void> {
    if (unsent.fault !== null || !this.shown.unsent.includes(unsent)) return;
    try {
      await this.#post(unsent);
      this.#sent(unsent.key);
    } catch (error) {
      unsent.isEnd = error instanceof Refused && error.status === 409;
      unsent.fault = faultOf(error, this.#words);
    }
    this.#changed();
  }

  #sent(key: string | undefined): void {
    this.shown.unsent = this.shown.unsent.filter((one) => one.key !== key);
  }

  async #post({ text, key: clientKey }: Unsent): Promise<void> {
    void this.lookAgain();
    const { token, key } = this.#kept ?? (await this.#begin({ key: clientKey, text }));
    if (key === clientKey) return;
    try {
      const { seq } = await this.#calls.to<{ seq: number }>(token, 'messages', { text, clientKey });
      // The socket brings it as well, perhaps before this answer.
      if (this.#isOf(token))
        insert(this.shown.messages, {
          seq,
          sender: 'visitor',
          author: null,
          text,
          action: null,
          citations: [],
          at: '',
        });
    } catch (error) {
      // Said again, it begins another conversation.
      if (this.#isOf(token) && isGone(error)) this.anew();
      throw error;
    }
  }

  /** Begins with what may have begun it already, whoever of the tabs sent it: with its key it is the same one. */
  async #begin(own: First): Promise<Kept> {
    const first = recall(this.#slug).first ?? this.#first ?? own;
    this.#first = first;
    keep(this.#slug, first);
    const { text, key } = first;
    // What follows the path may hold what is nobody's business here, such as tokens and addresses.
    const page = `${location.origin}${location.pathname}`.slice(0, 2000);
    try {
      const call = { text, clientKey: key, page, language: this.#language };
      const { messages, token, ...state } = await this.#calls.start(call);
      void this.lookAgain();
      if (this.#kept) return this.#kept;
      const kept = { token, isOpen: true, seen: 0, key };
      this.#kept = kept;
      this.#isStored = keep(this.#slug, kept);
      this.#hasBegun(key);
      this.shown.messages = messages;
      this.shown.state = state;
      this.#listen(token, messages.at(-1)?.seq ?? 0);
      return kept;
    } catch (error) {
      if (!isFinal(error)) throw error;
      this.#giveUp(key);
      if (key === own.key) throw error;
      return this.#begin(own);
    }
  }

  /** The server will never take this one: another message may be the first. */
  #giveUp(key: string): void {
    this.#first = null;
    if (recall(this.#slug).first?.key === key) keep(this.#slug, null);
  }

  #hasBegun(key: string | undefined): void {
    this.#first = null;
    this.#sent(key);
  }

  /** Before the first message, to ask for a person is the first message. */
  async askPerson(inWords: string): Promise<void> {
    if (this.#kept) await this.#change('person');
    else this.send(inWords);
  }

  async leaveContact(email: string, name: string): Promise<void> {
    await this.#change('contact', { email, ...(name.trim() ? { name: name.trim() } : {}) });
  }

  async rate(isHelpful: boolean): Promise<void> {
    await this.#change('rating', { rating: isHelpful ? 'good' : 'bad' });
    this.shown.hasThanked = true;
    this.#changed();
  }

  article(articleId: string): Promise<{ title: string; body: string }> {
    return this.#calls.to(this.#kept?.token ?? '', 'article', { articleId });
  }

  /** Forgets the conversation; the next message begins another one. */
  anew(): void {
    const { kept } = recall(this.#slug);
    if (kept && this.#isOf(kept.token)) keep(this.#slug, null);
    this.#forget();
    for (const unsent of this.shown.unsent) unsent.isEnd = false;
    this.#changed();
  }

  #forget(): void {
    this.#line?.end();
    this.#line = null;
    this.#kept = null;
    Object.assign(this.shown, {
      messages: [],
      state: null,
      typing: null,
      isConnected: true,
      hasThanked: false,
    });
  }

  /** While something was waited for, another conversation may have taken its place. */
  #isOf(token: string): boolean {
    return this.#kept?.token === token;
  }

  /** @throws Refused */
  async #change(what: string, body: object = {}): Promise<void> {
    const token = this.#kept?.token ?? '';
    const { messages, ...state } = await this.#calls.to(token, what, body);
    if (!this.#isOf(token)) return;
    this.shown.state = state;
    for (const message of messages) insert(this.shown.messages, message);
    this.#changed();
  }

  /** Nothing is written over the conversation of another tab, nor over its forgetting. */
  #note(change: Partial<Kept>): void {
    if (!this.#kept) return;
    this.#kept = { ...this.#kept, ...change };
    const { kept } = recall(this.#slug);
    if (this.#isStored && !(kept && this.#isOf(kept.token))) return;
    this.#kept = { ...this.#kept, ...kept, ...change };
    this.#isStored = keep(this.#slug, this.#kept);
  }

  #listen(token: string, seq: number): void {
    this.#line?.end();
    const heard = heardBy(this.shown, this.#words, { changed: this.#changed, gone: () => this.anew() });
    this.#line = new Line(this.#calls, token, { seq, read: this.#kept?.seen ?? 0 }, heard);
  }
}
