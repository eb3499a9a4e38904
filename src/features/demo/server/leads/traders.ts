import type { Conversation } from '../conversation.ts';

export const traders: readonly Conversation[] = [
  {
    key: 'big-kevs-cars',
    subject: 'Kev here',
    lead: { name: 'Kev Brannigan', address: 'kev@bigkevscars.example', client: 'iphone' },
    steps: [
      {
        from: 'lead',
        at: [40, '09:31'],
        text: `
Big Kev's Cars, Parramatta Rd, you would of seen us. What's the billboard two doors down from us go for? I'm looking at it right now and it's got a bank on it. Banks don't even sell cars`,
      },
      {
        from: 'tom',
        at: [40, '11:07'],
        text: `
Morning Kev,

Parramatta Road, Auburn is $5,400 for four weeks plus $1,450 for the skin. The bank has it until {date:15}, after that it's open.

Tom`,
      },
      { by: 'tom', at: [40, '11:10'], stage: 'in_progress', assignee: 'tom' },
      {
        from: 'lead',
        at: [39, '16:45'],
        text: `
Mate. 5400 a month for a picture. I pay $3,200 rent for the whole yard. Do it for 2 grand cash and you get a discount on a Corolla`,
      },
      {
        from: 'tom',
        at: [38, '08:58'],
        text: `
Tempting, but no. The lowest I can go is $4,900 if you take eight weeks. If you ever want to do just a weekend sale, the Church Street screen starts at $650.

Tom`,
      },
      { from: 'lead', at: [38, '09:20'], text: `Nah. I'll put a bigger balloon up. No hard feelings` },
      { by: 'tom', at: [38, '09:22'], stage: 'lost' },
    ],
  },
  {
    key: 'wattle-institute',
    subject: 'Open Day billboard - Wattle Institute of Design',
    lead: {
      name: 'Olumide Adeyemi',
      address: 'o.adeyemi@wattleinstitute.example',
      client: 'outlook',
      signature: 'Olumide Adeyemi\nStudent Recruitment\nWattle Institute of Design',
    },
    steps: [
      {
        from: 'lead',
        at: [18, '15:03'],
        text: `
Hi,

We want to promote our open day to school leavers and, honestly, to their parents who do the driving. I like the digital board on Church Street, Parramatta, and Anzac Parade, Kensington because of the other university there (cheeky, I know).

It would need to run for three weeks in {month:2}. I don't have a budget figure yet, I'm collecting quotes. One other supplier quoted $9,500, for comparison.

Regards,
Olumide`,
      },
      {
        from: 'priya',
        at: [17, '09:50'],
        text: `
Hi Olumide,

Church Street for three weeks, all day: $5,400. Anzac Parade is sold in blocks of four weeks: $6,200, skin $1,450. Both: $13,050, and the fourth week is there whether you use it or not.

May I ask who quoted the 9,500 and for which sites? Not to match it, only so that you compare like with like.

Priya`,
      },
      { by: 'priya', at: [17, '09:54'], stage: 'in_progress', assignee: 'priya' },
      {
        from: 'lead',
        at: [15, '11:45'],
        text: `
Hi Priya,

It was for bus backs, so not like with like at all. Let me take this to my director. He will ask if students can design it as coursework. Can they?

Olumide`,
      },
      { by: 'priya', at: [15, '12:10'], followUp: [3, '10:00'] },
    ],
  },
  {
    key: 'ironbark-strength',
    subject: 'gym opening arncliffe',
    lead: {
      name: 'Jess Kowalski',
      address: 'jess@ironbarkstrength.example',
      client: 'gmail',
      signature: 'Jess Kowalski\nIronbark Strength',
    },
    steps: [
      {
        from: 'lead',
        at: [7, '05:48'],
        text: `
morning! we're opening a strength gym for women over 50 in arncliffe, 24 founding members so far (my mum and her friends). there's a billboard on Princes Highway, Arncliffe right next to us. what does it cost for 4 weeks and can we use a real photo of mum deadlifting

jess`,
      },
      {
        from: 'priya',
        at: [7, '10:30'],
        text: `
Hi Jess,

I would pay to see that photo. $4,900 for four weeks, $1,450 for printing. You need mum's permission in writing, that's all.

Priya`,
      },
      { by: 'priya', at: [7, '10:35'], stage: 'in_progress', assignee: 'priya' },
      {
        from: 'lead',
        at: [5, '06:02'],
        text: `mum says yes and wants to approve the photo. our budget is $5k though and that has to include printing. is there a cheaper week or smaller bit of it?`,
      },
      {
        from: 'priya',
        at: [4, '11:20'],
        text: `There's a two-week gap from {date:9}: $2,600 plus the skin, $4,050. Two weeks of your mum is worth four of anyone else.`,
      },
      { by: 'priya', at: [4, '11:22'], followUp: [-1, '10:00'] },
    ],
  },
  {
    key: 'good-boy-dinners',
    subject: 'Dog food, big dog',
    lead: {
      name: 'Zara Haidari',
      address: 'zara@goodboydinners.example',
      client: 'apple',
      signature: 'Zara Haidari\nFounder, Good Boy Dinners\n0491 571 804',
    },
    steps: [
      {
        from: 'lead',
        at: [10, '17:08'],
        text: `
Hi Harbourside,

I started Good Boy Dinners in my kitchen and we're in 140 shops now. We're looking to launch our new kangaroo recipe with one very big, very good dog on one very big board. Victoria Road in Rozelle would be my dream, lots of dogs in the inner west.

A competitor of yours offered me $6,000 for four weeks on a smaller one in Leichhardt. What would you say?

Zara`,
      },
      {
        from: 'maya',
        at: [9, '09:44'],
        text: `
Hi Zara,

I would say that Rozelle is $8,900 because it's three times the dog. If you don't need it before {month:2}, there is a four-week block that somebody handed back which I can let go for $7,700.

Maya`,
      },
      { by: 'maya', at: [9, '09:48'], stage: 'in_progress', assignee: 'maya' },
      {
        from: 'lead',
        at: [2, '10:26'],
        text: `
Sorry for going quiet, we had a recall (labels, not food, everybody's fine). Is the block still there? I can do 7,700 but I'd need to pay half afterwards.

Zara`,
      },
    ],
  },
];
