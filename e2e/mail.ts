/** One conversation of the sample mailbox: who writes, about what, and what is said in turn. */
interface Conversation {
  name: string;
  address: string;
  subject: string;
  /** Theirs first, then ours, and so on. */
  says: readonly string[];
}

export const conversations: readonly Conversation[] = [
  {
    name: 'Jane Nguyen',
    address: 'jane@coastal-coffee.test',
    subject: 'Billboard on the bridge',
    says: [
      'We open a second roastery in March and look for a billboard near the bridge.',
      'Northbound is free from 9 March. Shall I hold it?',
      'Yes please, hold it until Friday.',
      'Held. The artwork must be here a week before.',
      'Our designer sends it on Monday.',
    ],
  },
  {
    name: 'Omar Haddad',
    address: 'omar@inner-west-dental.test',
    subject: 'Prices for Parramatta Road',
    says: [
      'What does a month on Parramatta Road cost?',
      'It is $6,200 including printing.',
      'And for three months?',
      'Three months would be $16,500.',
    ],
  },
  {
    name: 'Priya Sharma',
    address: 'priya@bondi-surf.test',
    subject: 'Summer campaign',
    says: [
      'We plan a campaign for the summer.',
      'Which weeks do you have in mind?',
      'All of January.',
      'January has two sites left.',
    ],
  },
  {
    name: 'محمد الهاشمي',
    address: 'mohamed@alnoor.test',
    subject: 'إعلان على الطريق',
    says: [
      'نرغب في حجز لوحة إعلانية لمدة شهرين.',
      'Thank you, two months are possible.',
      'ممتاز، شكرا لكم.',
      'The contract follows.',
    ],
  },
  {
    name: '佐藤 由美子',
    address: 'yumiko@sakura.test',
    subject: '屋外広告について',
    says: [
      '空港付近の看板の空き状況を教えてください。',
      'Airport Drive is free in May.',
      '五月でお願いします。',
      'Booked for May.',
    ],
  },
  {
    name: 'Hannah Walker',
    address: 'hannah@harbour-ferries.test',
    subject: 'Wharf screens',
    says: ['Do you also have screens at the wharves?', 'Yes, at four of them.', 'Please send a list.'],
  },
  {
    name: 'Tomás García',
    address: 'tomas@tapas.test',
    subject: 'Café opening',
    says: [
      'Our café opens soon, what can we do with $2,000?',
      'One week on a local site.',
      'That sounds good – let us do it.',
    ],
  },
  {
    name: 'Wiremu Ngata',
    address: 'wiremu@kauri.test',
    subject: 'Trade fair',
    says: ['We need a site near the trade fair.', 'There is one opposite the hall.', 'Reserve it please.'],
  },
];

const encoded = (text: string) => `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`;

function message(talk: Conversation, turn: number, team: string, startsAt: number): string {
  const theirs = turn % 2 === 0;
  const id = (n: number) => `<${talk.address.replace('@', '.')}.${n}@mail.test>`;
  const before = Array.from({ length: turn }, (_, n) => id(n));
  const them = `${encoded(talk.name)} <${talk.address}>`;
  const date = new Date(startsAt + turn * 3_600_000).toUTCString().replace('GMT', '+0000');
  const quoted =
    turn === 0 ? '' : `\n\nOn Tue, 3 Feb 2026 at 10:11, Someone wrote:\n> ${talk.says[turn - 1]}`;
  const body = Buffer.from(`${talk.says[turn]}${quoted}\n`)
    .toString('base64')
    .replace(/(.{76})/g, '$1\n');
  return [
    'From someone@mail.test Tue Feb  3 10:11:00 2026',
    `From: ${theirs ? them : `Dana <${team}>`}`,
    `To: ${theirs ? team : them}`,
    `Subject: ${turn === 0 ? '' : 'Re: '}${encoded(talk.subject)}`,
    `Date: ${date}`,
    `Message-ID: ${id(turn)}`,
    ...(turn === 0 ? [] : [`In-Reply-To: ${id(turn - 1)}`, `References: ${before.join(' ')}`]),
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    body,
    '',
    '',
  ].join('\n');
}

/** 30 messages in 8 threads, in the order of their dates, as a mail program exports them. */
export function sampleMbox(team: string): string {
  const begin = Date.UTC(2026, 1, 2, 22);
  const all = conversations.flatMap((talk, index) =>
    talk.says.map((_, turn) => ({
      at: index + turn * 20,
      text: message(talk, turn, team, begin + index * 60_000),
    })),
  );
  return all
    .toSorted((a, b) => a.at - b.at)
    .map((entry) => entry.text)
    .join('');
}
