import type { Conversation } from '../conversation.ts';
import { pdf } from '../demo-files.ts';

export const business: readonly Conversation[] = [
  {
    key: 'meridian-vale',
    subject: 'Launch campaign - The Foundry, Mascot',
    lead: {
      name: 'Charlotte Aston',
      address: 'c.aston@meridianvale.example',
      client: 'outlook',
      signature: 'Charlotte Aston\nHead of Marketing | Meridian & Vale Property\nM: 0491 571 266',
    },
    steps: [
      {
        from: 'lead',
        at: [16, '11:29'],
        text: `
Hi Maya,

We release 84 apartments in Mascot in {month:2} and need presence along the airport corridor: General Holmes Drive, Mascot first, anything on the Princes Highway second.

The media budget is $60,000 for outdoor, for 12 weeks. The project itself is a $70m development, so the board will want to see numbers: daily traffic, dwell time, whatever you have.

Could you let me have a proposal by Friday?

Kind regards,
Charlotte`,
      },
      {
        from: 'maya',
        at: [15, '16:58'],
        text: `
Hi Charlotte,

Proposal attached. In short: General Holmes Drive for 12 weeks ($31,500), Princes Highway, Arncliffe for 12 weeks ($13,200) and two changes of artwork on both ($5,800), $50,500 in total. The traffic counts are from the road authority, last full year, weekdays only, and I have not multiplied them by anything.

Maya`,
        files: [pdf('harbourside-proposal-the-foundry.pdf', 'Proposal: The Foundry, Mascot')],
      },
      { by: 'maya', at: [15, '17:05'], stage: 'in_progress', assignee: 'maya' },
      {
        from: 'lead',
        at: [13, '09:12'],
        text: `
Hi Maya,

Appreciated, especially the part about not multiplying. The board asks two things. Is there any risk that General Holmes Drive disappears during the roadworks? And could the last four weeks be an option instead of a commitment?

Charlotte`,
      },
      {
        from: 'maya',
        at: [13, '12:40'],
        text: `
Hi Charlotte,

Roadworks: the site stays, but from {month:2} one lane closes on the far side, which slows everybody down in front of you. I call that a feature. If the view is ever blocked for more than two days you get the days back.

Option on the last four weeks: yes, until the end of week six.

Maya`,
      },
      { by: 'maya', at: [13, '12:44'], stage: 'qualified' },
      {
        from: 'lead',
        at: [6, '17:19'],
        text: `Thank you Maya. It goes to the board on {weekday:4}. I'm confident.\n\nCharlotte`,
      },
      { by: 'maya', at: [5, '09:00'], followUp: [-2, '14:00'] },
    ],
  },
  {
    key: 'helios-rooftop',
    subject: 'Solar billboard (yes we know)',
    lead: {
      name: 'Farid Rahimi',
      address: 'farid@heliosrooftop.example',
      client: 'gmail',
      signature: 'Farid Rahimi\nHelios Rooftop Solar',
    },
    steps: [
      {
        from: 'lead',
        at: [38, '13:55'],
        text: `
Hi guys

Can you run the lights of a billboard from solar panels on top of it? That would be the ad. We supply the panels.

Site: somewhere with sun obviously. Hume Highway? 8 weeks over summer or whenever, we are flexible. We put aside $15k.

Farid`,
      },
      {
        from: 'tom',
        at: [37, '11:00'],
        text: `
Hi Farid,

Took me a day because I had to ask the engineer. On the Hume Highway, Bankstown structure yes: four panels on the catwalk side, 60 kg at most, your installer has to be ticketed for heights and my rigger has to be there. The lights draw 1.2 kWh a night, so you'd cover it with room to spare.

$4,700 per four weeks, $9,400 for eight, skin $1,450, engineer's letter $900.

I want to see this happen.

Tom`,
      },
      { by: 'tom', at: [37, '11:04'], stage: 'qualified', assignee: 'tom' },
      {
        from: 'lead',
        at: [36, '10:10'],
        text: `Tom you legend. Send the form, I'll sign it today. Can we have a little counter on it, kWh so far?`,
      },
      {
        from: 'tom',
        at: [35, '15:34'],
        text: `A counter is a moving display and moving displays need a permit there. A sticker you change every Monday is not a moving display.\n\nTom`,
      },
      { by: 'tom', at: [34, '09:15'], stage: 'won' },
    ],
  },
  {
    key: 'transline-coaches',
    subject: 'Recruiting drivers',
    lead: {
      name: 'Mele Tupou',
      address: 'mele.tupou@translinecoaches.example',
      client: 'outlook',
      signature: 'Mele Tupou\nPeople & Culture\nTransline Coaches Pty Ltd\n02 5550 0186',
    },
    steps: [
      {
        from: 'lead',
        at: [31, '14:22'],
        text: `
Hello,

We're trying to recruit forty bus drivers before the new timetable. The online job boards have given us six. I was thinking of a board where people sit in traffic and hate their job, e.g. Parramatta Road, Auburn.

Could you quote for 6 weeks and for 12? I have $14,000 set aside.

Thanks,
Mele`,
      },
      {
        from: 'priya',
        at: [30, '10:25'],
        text: `
Hi Mele,

That's the best brief I've had all year. Parramatta Road, Auburn, citybound (the slow side): 6 weeks $7,900, 12 weeks $14,100. Skin $1,450 either way.

With your number I'd take six weeks and see whether the phone rings.

Priya`,
      },
      { by: 'priya', at: [30, '10:31'], stage: 'in_progress', assignee: 'priya' },
      {
        from: 'lead',
        at: [28, '15:15'],
        text: `
Hi Priya,

Six weeks it is. Our wording: "You could be driving this." with an arrow to the bus lane. Legal would like the words "equal opportunity employer" on it somewhere. Must it be readable?

Mele`,
      },
      {
        from: 'priya',
        at: [28, '16:02'],
        text: `It must be there, nobody said anything about from where. Bottom right, 12 cm letters. That line is perfect by the way.`,
      },
      { by: 'priya', at: [27, '10:00'], stage: 'booked', meeting: [-2, '14:00'] },
      {
        from: 'lead',
        at: [9, '10:49'],
        text: `Update for you: 31 applications so far that say "the sign". Can we keep it for another 4 weeks?\n\nMele`,
      },
    ],
  },
  {
    key: 'ferntree-payroll',
    subject: 'B2B on a billboard?',
    lead: {
      name: 'Aditi Kulkarni',
      address: 'aditi@ferntreepayroll.example',
      client: 'gmail',
      signature: 'Aditi Kulkarni\nGrowth, Ferntree Payroll',
    },
    steps: [
      {
        from: 'lead',
        at: [10, '09:38'],
        text: `
Hi!

I work at Ferntree Payroll. We've only ever done online ads and our CFO, who loves a spreadsheet, wants to try "something you can lean on". The goal is to get more small business owners to book a demo. I'm looking at Pacific Highway, Artarmon because of the office parks.

What would four weeks cost, and how would I prove that it worked?

Aditi`,
      },
      {
        from: 'tom',
        at: [9, '13:30'],
        text: `
Hi Aditi,

$7,800 for four weeks, $1,450 for the skin.

Proving it: a web address that only exists on the board, a postcode split before and after, and asking people on the demo call. None of it is exact and anybody who says otherwise is selling something. I'm also selling something, but still.

Tom`,
      },
      { by: 'tom', at: [9, '13:33'], stage: 'in_progress', assignee: 'tom' },
      {
        from: 'lead',
        at: [8, '10:51'],
        text: `
Refreshing, thanks. I showed him your mail and he laughed, which I have not seen before. Budget approved: $10,000, one month, starting in {month:1}. He wants payday on the artwork.

Aditi`,
      },
      { by: 'tom', at: [8, '11:30'], stage: 'qualified', followUp: [-3, '10:30'] },
    ],
  },
];
