import { describe, expect, it } from 'vitest';
import { type LeadField, leadFieldNames } from '#features/leads/contract.ts';
import { fastest } from '#server/testing/fastest.ts';
import { readFields } from './read-fields.ts';

interface Case {
  text: string;
  /** Fields that must come out so, null = must stay unknown. The name is that of the header and not compared. */
  expect: Partial<Record<LeadField, string | null>>;
  from?: { name: string | null; address: string };
}

const jane = { name: 'Jane Doe', address: 'jane@mailbox.example' };

function read({ text, from = jane }: Case): Partial<Record<LeadField, string>> {
  return Object.fromEntries(
    readFields({ from, content: text, signature: null }).map(({ field, value }) => [field, value]),
  );
}

function check(cases: Case[]): void {
  it.each(cases)('$text', (one) => {
    const found = read(one);
    const asked = leadFieldNames.filter((field) => one.expect[field] !== undefined);
    expect(Object.fromEntries(asked.map((field) => [field, found[field] ?? null]))).toEqual(one.expect);
  });
}

describe('budget', () => {
  check([
    { text: 'Our budget is around $12,000 all up.', expect: { budget: 'around $12,000' } },
    { text: 'Budget is about 12–15k for the whole thing.', expect: { budget: 'about 12–15k' } },
    { text: 'We have set aside $9,000 for it, is that close?', expect: { budget: '$9,000' } },
    { text: 'We can go up to AUD 7,500 per month.', expect: { budget: 'AUD 7,500 per month' } },
    { text: '$8k is what we can spend.', expect: { budget: '$8k' } },
    { text: 'They charge $9,000 but our budget is $7,000.', expect: { budget: '$7,000' } },
    { text: 'Budget: $6,000 - $8,000', expect: { budget: '$6,000 - $8,000' } },
    { text: 'Budget: not sure yet', expect: { budget: null } },
    // Other money.
    { text: 'Our revenue was $2,000,000 last year.', expect: { budget: null } },
    { text: 'We turn over about $40m and spend wisely.', expect: { budget: null } },
    { text: 'A competitor of yours offered us $6,000 for four weeks.', expect: { budget: null } },
    { text: 'Another company quoted a budget option at $4,500.', expect: { budget: null } },
    { text: 'You quoted $8,900, is that your best price?', expect: { budget: null } },
    { text: 'We just raised $4m and want a billboard.', expect: { budget: null } },
    { text: 'Do I get up to $500 discount?', expect: { budget: null } },
    { text: 'Our budget is 20% of what it was.', expect: { budget: null } },
    { text: 'We have no budget for 3 weeks in May.', expect: { budget: null } },
  ]);
});

describe('duration', () => {
  check([
    { text: 'We want to run it for 6 weeks.', expect: { duration: '6 weeks' } },
    { text: 'Looking at a three month booking.', expect: { duration: 'three month' } },
    { text: 'The billboard for 4-6 weeks, please.', expect: { duration: '4-6 weeks' } },
    { text: 'Ten days would do for the campaign.', expect: { duration: 'Ten days' } },
    { text: 'We have been open for 6 months and want a billboard.', expect: { duration: null } },
    { text: 'Can the board go up in two weeks?', expect: { duration: null } },
    { text: 'I saw your billboard 3 weeks ago.', expect: { duration: null } },
    { text: "I don't need four weeks on that sign.", expect: { duration: null } },
    { text: 'I have lived opposite your sign for 31 years.', expect: { duration: null } },
    { text: 'Campaign duration: 8 weeks', expect: { duration: '8 weeks' } },
    { text: 'Length: 12 metres', expect: { duration: null } },
  ]);
});

describe('period', () => {
  check([
    { text: 'The campaign should run from mid March.', expect: { period: 'from mid March' } },
    { text: 'We open at the start of October.', expect: { period: 'start of October' } },
    {
      text: 'Is the site free between 3 June and 14 July?',
      expect: { period: 'between 3 June and 14 July' },
    },
    { text: 'Avails for May to June please', expect: { period: 'May to June' } },
    { text: 'We opened in March and love your billboards.', expect: { period: null } },
    { text: 'We may march past the billboard.', expect: { period: null } },
    { text: 'See you in June!', expect: { period: null } },
  ]);
});

describe('site', () => {
  check([
    {
      text: 'Is the billboard on Victoria Road, Rozelle free?',
      expect: { billboard: 'Victoria Road, Rozelle' },
    },
    { text: 'We love the digital board near the M4.', expect: { billboard: 'M4' } },
    { text: 'I want a sign in Brookvale.', expect: { billboard: 'Brookvale' } },
    { text: 'a board on parramatta road in auburn', expect: { billboard: 'parramatta road in auburn' } },
    { text: 'Our shop is on King Street, and we want a billboard.', expect: { billboard: null } },
    { text: 'Send the invoice for the board to 12 King Street, Newtown.', expect: { billboard: null } },
    { text: 'We want a billboard in March.', expect: { billboard: null } },
    { text: 'I got a board on Bunnerong Road from another company.', expect: { billboard: null } },
    { text: 'Site: https://janes.example', expect: { billboard: null } },
  ]);
});

describe('goal', () => {
  check([
    {
      text: 'We want to promote our open day to school leavers, mostly.',
      expect: { advertising_goal: 'promote our open day to school leavers' },
    },
    {
      text: 'A billboard in Penrith to let people know the yard is open.',
      expect: { advertising_goal: 'let people know the yard is open' },
    },
    {
      text: "We're opening our second shop in Balmain.",
      expect: { advertising_goal: 'opening our second shop in Balmain' },
    },
    { text: 'We would like to promote your business on our page.', expect: { advertising_goal: null } },
    { text: 'We want to advertise with you.', expect: { advertising_goal: null } },
    { text: "We don't want to promote alcohol near schools.", expect: { advertising_goal: null } },
  ]);
});

describe('company', () => {
  const giulia = { name: 'Giulia Ferraro', address: 'giulia@gelateriaferraro.example' };
  check([
    { text: 'I work at Ferntree Payroll.', expect: { company: 'Ferntree Payroll' } },
    { text: 'I have a flower shop called Petal & Twine and I wonder', expect: { company: 'Petal & Twine' } },
    {
      text: "Hi, I'm Giulia from Gelateria Ferraro.",
      from: giulia,
      expect: { company: 'Gelateria Ferraro' },
    },
    { text: "Hi, I'm Jane from Surry Hills.", expect: { company: null } },
    {
      text: 'Please send rates.\n\nKind regards,\nSam\n\nSam Hill\nMarketing Manager | Brightwater Dental\n02 5550 0171',
      from: { name: 'Sam Hill', address: 'sam@mailbox.example' },
      expect: { company: 'Brightwater Dental', phone_number: '02 5550 0171' },
    },
    {
      text: 'Salam\n\nRegards,\nYousef Haddad\nGeneral Manager | مخابز النور',
      from: { name: 'Yousef Haddad', address: 'y@alnoor.example' },
      expect: { company: 'مخابز النور' },
    },
    {
      text: 'Hello there.\n\nThanks\nBen Achterberg',
      from: { name: 'Ben Achterberg', address: 'ben@achterberg.example' },
      expect: { company: null },
    },
    { text: 'I use Gmail.', from: { name: null, address: 'x@gmail.com' }, expect: { company: null } },
    { text: 'We work with big brands.', expect: { company: null } },
  ]);
});

describe('phone', () => {
  check([
    { text: 'Call me on 0491 570 110 after 4.', expect: { phone_number: '0491 570 110' } },
    { text: 'Thanks\n\nGiulia\n0491 570 156', expect: { phone_number: '0491 570 156' } },
    { text: 'Regards,\nLinh\nT: +61 2 5550 0134', expect: { phone_number: '+61 2 5550 0134' } },
    { text: 'Our ABN is 51 824 753 556, call any time.', expect: { phone_number: null } },
    { text: 'I rang you on 02 5550 0100 yesterday.', expect: { phone_number: null } },
    { text: 'Fax: 02 5550 0101', expect: { phone_number: null } },
    { text: 'Phone: after 6 pm', expect: { phone_number: null } },
  ]);
});

describe('a message', () => {
  it('is not read where it quotes', () => {
    const text = '> Our budget is $50,000\n> for 12 weeks on Victoria Road\n\nToo much for us.';
    expect(read({ text, expect: {} })).toEqual({ name: 'Jane Doe' });
  });

  it('gives only words that stand in it, with the sentence that says so', () => {
    const text =
      'We want a billboard on Anzac Parade, Kensington to sell\nour e-bikes. Our budget is $11,500 for 8 weeks.';
    const flat = text.replace(/\s+/g, ' ');
    const found = readFields({
      from: { name: null, address: 'a@b.example' },
      content: text,
      signature: null,
    });
    expect(found.map(({ field }) => field).toSorted()).toEqual([
      'advertising_goal',
      'billboard',
      'budget',
      'duration',
    ]);
    for (const { value, quote } of found) {
      expect(quote).toContain(value);
      expect(flat).toContain(quote);
    }
  });

  it('without a name in its header is signed by the one in the text, or by none', () => {
    const from = { name: null, address: 'x@mailbox.example' };
    expect(read({ text: 'My name is Haruka Mori and I ask.', from, expect: {} }).name).toBe('Haruka Mori');
    expect(read({ text: 'how much for the sign', from, expect: {} }).name).toBeUndefined();
  });

  it('of any size and shape is read in bounded time', () => {
    const hostile = [
      'budget '.repeat(3000),
      '$1,000 to '.repeat(2000),
      'A '.repeat(10_000),
      `${'Aa '.repeat(160)}Road`,
      '1 to 2 or '.repeat(2000),
      'we want to promote '.repeat(1000),
    ];
    const used = fastest(() => {
      for (const text of hostile) read({ text, expect: {} });
      for (const text of hostile) read({ text: `${text.slice(0, 480)}\n`.repeat(40), expect: {} });
    });
    expect(used).toBeLessThan(2000);
  });
});
