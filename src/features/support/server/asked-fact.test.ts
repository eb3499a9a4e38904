import { describe, expect, it } from 'vitest';
import { fastest } from '#server/testing/fastest.ts';
import { holdsAsked } from './asked-fact.ts';
import { facts } from './fact-kinds.ts';

/** Whether an article holds what is asked, words standing for their own stems; `elsewhere` are words of other articles. */
function holds(question: string, title: string, text: string, elsewhere: string[] = []): boolean {
  const words = (said: string): string[] => said.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const plain = /^(?:a|an|the|is|are|do|does|how|what|which|who|why|in|on|for|you|i|of|at|and|to)$/u;
  const asked = [...new Set(words(question))].filter((word) => !plain.test(word));
  const sentences = [title, ...text.split(/(?<=[.!?])\s+/u)].map((said) => ({
    text: said,
    terms: asked.flatMap((word, term) =>
      words(said).includes(word) ? [[term, 1 / asked.length] as const] : [],
    ),
  }));
  const known = asked.flatMap((word, term) =>
    elsewhere.includes(word) || sentences.some(({ terms }) => terms.some(([one]) => one === term))
      ? [term]
      : [],
  );
  return holdsAsked(question, new Map(asked.entries()), new Set(known), sentences);
}

describe('an article holds what is asked', () => {
  it.each([
    ['how much is a crown', 'Crowns', 'A crown costs $900.'],
    ['how much is parking', 'Parking', 'Park in bay 7. It is free for two hours.'],
    ['what is the cancellation fee', 'Cancellation', 'The fee is 25% of the price.'],
    ['how long does the test take', 'Test', 'The test takes half an hour.'],
    ['what time do you open', 'Hours', 'We open at 9am.'],
    ['which day is yoga', 'Classes', 'Book one day ahead. Yoga is on Monday evenings.'],
    ['how many visits do I need', 'Visits', 'There are two visits.'],
    ['how many days is it kept', 'Lost', 'It is kept for 14 days.'],
    ['how many machines work', 'Stores', 'In each store, 12 machines work.'],
    ['how wide is the gate', 'Gate', 'The gate is 3.5 m wide.'],
    ['how large may files be', 'Files', 'Files may be up to 25 MB.'],
    ['how often is it serviced', 'Care', 'It is serviced every year.'],
    ['how old must children be', 'Children', 'We see children from the age of two.'],
    ['who is the manager', 'Team', 'The manager is Ida Storm.'],
    ['why is there a deposit', 'Deposit', 'The deposit is taken because keys get lost.'],
    ['are you open on wednesday', 'Hours', 'We are open Monday to Friday.'],
    ['are you open on sundays', 'Hours', 'We are open every day.'],
    ['do you deliver in Ballarat', 'Area', 'We deliver in Ballarat.'],
    ['is rye cheaper than wheat', 'Bread', 'Rye is cheaper than wheat.'],
  ])('%s', (question, title, text) => expect(holds(question, title, text)).toBe(true));

  it.each([
    ['a price, not only the thing', 'how much is a crown', 'Crowns', 'A crown takes two visits.'],
    ['the price of that thing', 'how much are covers', 'Packing', 'We sell boxes and covers. A box is $4.'],
    ['a share that is no price', 'how much is a dry unit', 'Dry units', 'A dry unit is below 55% humidity.'],
    ['a duration', 'how long does the exam last', 'Exam', 'The exam is in May and costs $190.'],
    ['a clock', 'what time does the van come', 'Vans', 'The van comes to the back.'],
    ['a day', 'which day is yoga', 'Classes', 'Book one day ahead. Yoga is in the hall.'],
    ['that one', 'who leads the harbour tour', 'Tours', 'The harbour tour is long. Ida leads the wine tour.'],
    ['its price', 'how much is the wine tour', 'Tours', 'Lunch is included in the wine tour.'],
    ['that number', 'how many people work here', 'Visits', 'Here we work. Bring three people.'],
    ['a number of things', 'how many panels fit', 'Panels', 'Panels fit. They are washed once for $160.'],
    ['a number of them', 'how many clients join', 'Clients', 'Clients join within 3 to 14 business days.'],
    ['a measure', 'how big is the garden', 'Rooms', 'The garden has 120 chairs.'],
    ['an age', 'how old are the teachers', 'Teachers', 'All teachers have a degree.'],
    ['a name', 'who is the night guard', 'Security', 'The site has a night guard.'],
    ['a reason', 'why is there a deposit', 'Deposit', 'The deposit is $100.'],
    ['that day', 'are you open on sundays', 'Hours', 'We are open Monday to Friday.'],
    ['that town', 'do you deliver in Geelong', 'Area', 'We deliver in Ballarat.'],
    ['that brand', 'do you claim with NIB', 'Funds', 'We claim with Bupa.'],
    ['a comparison', 'is rye better than wheat', 'Bread', 'Rye and wheat are baked daily.'],
    ['one sentence of it', 'do you buy back old covers', 'Boxes', 'Old covers are sold. We buy boxes back.'],
  ])('only with %s: %s', (_, question, title, text) => expect(holds(question, title, text)).toBe(false));

  it('that says nothing of what other articles speak of, when little else fits', () => {
    const [title, text] = ['Groups', 'Groups start in April.'];
    expect(holds('do private lessons start in April', title, text, ['lessons'])).toBe(false);
    expect(holds('do private lessons start in April', title, text)).toBe(true);
  });

  it('that says a fact of something else, of which a word is in other articles', () => {
    const [question, title, text] = ['when is my tax return due', 'My tax return', 'We quote when we start.'];
    expect(holds(question, title, text, ['due'])).toBe(false);
    expect(holds(question, title, 'My tax return is due in May.', ['due'])).toBe(true);
    const [greeted, said] = [
      'due hello, when is my tax return made',
      'When asked, my tax return is made in May.',
    ];
    expect(holds(greeted, title, said, ['due'])).toBe(true);
  });

  it('that has another form of a word than other articles', () => {
    const [title, text] = ['Companies', 'Registration of a company costs $890.'];
    expect(holds('cost of register company', title, text, ['register', 'cost'])).toBe(false);
    expect(holds('cost of registr company', title, text, ['registr', 'cost'])).toBe(true);
  });

  it('is told of a long question and a long sentence quickly', () => {
    for (const part of ['what ', 'how much is ', '1', 'one ', 'in ', 'Aa ', 'cost   ']) {
      const [question, text] = [part.repeat(2000 / part.length), part.repeat(1200 / part.length)];
      expect(fastest(() => void holds(question, text, text))).toBeLessThan(100);
    }
  });

  it.each(['what is ', 'how much is ', '1', '1,', '1 to ', ' ', 'A', 'Aa ', 'fee '])(
    'and each kind of fact is looked for quickly in a row of %j',
    (part) => {
      const [question, sentence] = [2000, 12_000].map((length) => `${part.repeat(length / part.length)}@`);
      for (const { asks, said } of facts) {
        expect(fastest(() => void asks.test(question ?? ''))).toBeLessThan(50);
        expect(fastest(() => void said.test(sentence ?? ''))).toBeLessThan(50);
      }
    },
  );
});
