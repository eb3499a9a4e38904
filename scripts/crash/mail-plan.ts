const domain = 'crash.example';

export interface PlannedMail {
  /** Its Message-ID without the domain. */
  key: string;
  conversation: string;
  headers: Record<string, string>;
  text: string;
}

/** What one request brings. */
export interface Delivery {
  form: 'rfc822' | 'gmail' | 'mbox';
  mails: PlannedMail[];
}

interface Conversation {
  id: string;
  person: string;
  mails: PlannedMail[];
}

/** Thinks up mail: new conversations, answers from both sides to earlier ones, and copies of what was sent before. */
export class MailPlan {
  readonly #random: () => number;
  readonly #teamAddress: string;
  readonly #conversations: Conversation[] = [];
  readonly #all: PlannedMail[] = [];

  constructor(random: () => number, teamAddress: string) {
    this.#random = random;
    this.#teamAddress = teamAddress;
  }

  /** Deliveries that hold `count` messages together. */
  deliveries(count: number): Delivery[] {
    const made: Delivery[] = [];
    for (let left = count; left > 0; ) {
      const kind = this.#random();
      const form = kind < 0.7 ? 'rfc822' : kind < 0.9 ? 'gmail' : 'mbox';
      const size = form === 'rfc822' ? 1 : Math.min(left, 1 + this.#below(form === 'gmail' ? 5 : 10));
      made.push({ form, mails: Array.from({ length: size }, () => this.#next(form)) });
      left -= size;
    }
    return made;
  }

  #next(form: Delivery['form']): PlannedMail {
    const kind = this.#random();
    if (kind < 0.1 && this.#all.length > 0) return this.#pick(this.#all);
    if (kind < 0.4 || this.#conversations.length === 0) return this.#first();
    // Rather a recent conversation: answers must meet their parents on the way, too.
    const recent = this.#random() < 0.7 ? this.#conversations.slice(-20) : this.#conversations;
    // The answer to an mbox names no threads, and one of the team's alone would have no lead to be found by.
    return this.#answer(this.#pick(recent), form !== 'mbox' && this.#random() < 0.3);
  }

  #first(): PlannedMail {
    const id = `c${this.#conversations.length + 1}`;
    const conversation: Conversation = { id, person: `person-${id}@client-${id}.example`, mails: [] };
    this.#conversations.push(conversation);
    return this.#add(conversation, {
      From: `Pat ${id} <${conversation.person}>`,
      To: this.#teamAddress,
      Subject: `Billboard enquiry ${id}`,
    });
  }

  #answer(conversation: Conversation, outbound: boolean): PlannedMail {
    const before = conversation.mails.map(({ key }) => `<${key}@${domain}>`);
    return this.#add(conversation, {
      From: outbound ? this.#teamAddress : `Pat ${conversation.id} <${conversation.person}>`,
      To: outbound ? conversation.person : this.#teamAddress,
      Subject: `Re: Billboard enquiry ${conversation.id}`,
      'In-Reply-To': before.at(-1) ?? '',
      References: before.join(' '),
    });
  }

  #add(conversation: Conversation, headers: Record<string, string>): PlannedMail {
    const key = `${conversation.id}-${conversation.mails.length + 1}`;
    const date = new Date(Date.UTC(2026, 0, 5) + this.#all.length * 60_000);
    const mail: PlannedMail = {
      key,
      conversation: conversation.id,
      headers: { ...headers, Date: date.toUTCString(), 'Message-ID': `<${key}@${domain}>` },
      text: `This is message ${key}.\n${'We would like to advertise for some weeks. '.repeat(this.#below(40))}\n`,
    };
    conversation.mails.push(mail);
    this.#all.push(mail);
    return mail;
  }

  #pick<Item>(items: readonly Item[]): Item {
    const item = items[this.#below(items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }
}

/** The key of a message as the API names it: by its Message-ID, or the Gmail id, which is the key here. */
export function keyOf(externalId: string | null): string {
  return (externalId ?? 'without id').replace(`@${domain}`, '');
}

export function asRfc822(mail: PlannedMail): string {
  const headers = { ...mail.headers, 'Content-Type': 'text/plain; charset=utf-8' };
  return `${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n${mail.text.replaceAll('\n', '\r\n')}`;
}

export function asMbox(mails: readonly PlannedMail[]): string {
  return mails.map((mail) => `From crash Mon Jan  5 00:00:00 2026\r\n${asRfc822(mail)}\r\n`).join('');
}

export function asGmail(mail: PlannedMail): object {
  return {
    id: mail.key,
    snippet: mail.text.slice(0, 100),
    payload: {
      mimeType: 'text/plain',
      headers: Object.entries(mail.headers).map(([name, value]) => ({ name, value })),
      body: { data: Buffer.from(mail.text).toString('base64url') },
    },
  };
}
