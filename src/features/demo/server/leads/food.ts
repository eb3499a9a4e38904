import type { Conversation } from '../conversation.ts';
import { pdf } from '../demo-files.ts';

export const food: readonly Conversation[] = [
  {
    key: 'sakura-seika',
    subject: '看板広告について / Billboard for new product',
    lead: {
      name: '森 遥 (Haruka Mori)',
      address: 'mori@sakuraseika.example',
      client: 'outlook',
      signature: '森 遥 / Haruka Mori\n株式会社さくら製菓\n電話 +61 2 5550 0162',
    },
    steps: [
      {
        from: 'lead',
        at: [21, '09:47'],
        text: `
Dear Harbourside Outdoor,

My name is Haruka Mori and I work for 株式会社さくら製菓 (Sakura Seika), a confectionery maker from Kanazawa. We will begin to sell our matcha wafers in Australian supermarkets and we would like to introduce the wafers to commuters in Sydney.

Our head office has approved a budget of AUD 45,000 for outdoor. We imagine two large sites for eight weeks, from mid {month:2}.

Could you propose locations? Is it permitted to show Japanese text on a billboard?

Kind regards,`,
      },
      {
        from: 'maya',
        at: [21, '14:30'],
        text: `
Dear Haruka,

Thank you, this made a few of us hungry. Japanese text is fine as long as the brand or product is also named in English, there is no rule beyond the ordinary content code.

For commuters I would pair Pacific Highway, Artarmon ($7,800 per four weeks) with the digital screen on William Street, Darlinghurst ($11,500 per four weeks, one of six advertisers in a loop). Eight weeks of both is $38,600, print and installation for Artarmon $1,450, no print needed for the screen.

May I ask whether there will be a different design for each?

Maya`,
      },
      { by: 'maya', at: [21, '14:34'], stage: 'in_progress', assignee: 'maya' },
      {
        from: 'lead',
        at: [18, '10:12'],
        text: `
Dear Maya,

Thank you for the detailed proposal. The same design in both places, please, with a short animation for the screen if it is possible (10 seconds?).

I attach our brand guide. The pink must be exactly Pantone 705, our president is strict about the pink.

Kind regards,`,
        files: [pdf('sakura-seika-brand-guide.pdf', 'Sakura Seika - brand guide (extract)')],
      },
      {
        from: 'maya',
        at: [17, '11:25'],
        text: `
Dear Haruka,

Ten seconds is exactly the slot length, but the road authority does not allow movement on that screen: a still image, or two stills that fade. For the pink we run a proof on the actual vinyl and courier it to you, no charge.

I'll hold both sites until {date:10}.

Maya`,
      },
      { by: 'maya', at: [17, '11:30'], stage: 'qualified', followUp: [-4, '11:00'] },
    ],
  },
  {
    key: 'al-noor-bakeries',
    subject: 'Billboard for bakery, Lakemba / Punchbowl',
    lead: {
      name: 'Yousef Haddad',
      address: 'yousef@alnoorbakeries.example',
      client: 'outlook',
      signature: 'Yousef Haddad\nGeneral Manager | مخابز النور\n0491 570 158',
    },
    steps: [
      {
        from: 'lead',
        at: [15, '06:48'],
        text: `
Salam and good morning,

We have three bakeries and from next month a fourth one. I want a big board for the opening, bread coming out of the oven, people will smell it from the picture. Arabic on top, English below.

What do you have around King Georges Road? For how long people normally book, one month or more?

Yousef`,
      },
      {
        from: 'priya',
        at: [15, '09:15'],
        text: `
Good morning Yousef,

We have King Georges Road, Beverly Hills, $4,600 for four weeks, northbound, and it lights up from dusk until midnight. Most shop openings book four weeks and start one week before the doors open. The skin is $1,450.

Arabic on top is fine, you'd be surprised how good it looks at that size.

Priya`,
      },
      { by: 'priya', at: [15, '09:20'], stage: 'in_progress', assignee: 'priya' },
      {
        from: 'lead',
        at: [14, '05:55'],
        text: `
Thank you sister Priya. 4 weeks then, starting in the first week of {month:1}. My nephew will send the picture. Who checks the Arabic? One time a printer gave us the letters separated and backwards, the whole suburb laughed.

Yousef`,
      },
      {
        from: 'priya',
        at: [14, '10:31'],
        text: `
That will not happen here. Send it as a PDF with the text turned into outlines and nobody can break the letters, and you sign the proof before anything is printed.`,
      },
      { by: 'priya', at: [14, '10:33'], followUp: [2, '10:00'] },
    ],
  },
  {
    key: 'jade-lantern',
    subject: 'Church Street Parramatta screen',
    lead: {
      name: 'Wei Zhang',
      address: 'wei@jadelantern.example',
      client: 'gmail',
      signature: 'Wei Zhang\nJade Lantern Dumplings',
    },
    steps: [
      {
        from: 'lead',
        at: [36, '15:33'],
        text: `
Hi,
Is the digital screen on Church Street, Parramatta available at lunch hours only? We only care about 11 to 2. Our restaurant is 200 metres from it.
Wei`,
      },
      {
        from: 'tom',
        at: [35, '10:20'],
        text: `
Hi Wei,

Yes, we sell it by time of day. 11 to 2, Monday to Friday, four weeks: $2,300. It shows once a minute.

Tom`,
      },
      { by: 'tom', at: [35, '10:25'], stage: 'in_progress', assignee: 'tom' },
      {
        from: 'lead',
        at: [35, '12:41'],
        text: `Can the picture change? e.g. Monday pork and chive, Tuesday vegetable. And rainy day = soup dumplings?`,
      },
      {
        from: 'tom',
        at: [34, '09:00'],
        text: `
Different picture per weekday, no problem, send five. Weather we can do too: under 18 degrees or rain it swaps to the soup. I've wanted somebody to ask for that for two years.

Same price.`,
      },
      {
        from: 'lead',
        at: [31, '16:18'],
        text: `
OK great. We run it for 4 weeks, start {weekday:6}. Six pictures attached next mail, file too big for one.
My boss asks invoice to Jade Lantern Dumplings, and thank you for the soup.`,
      },
      { by: 'tom', at: [31, '16:40'], stage: 'booked', meeting: [-5, '11:00'] },
    ],
  },
  {
    key: 'crooked-oar',
    subject: 'Beer ad near a school - allowed?',
    lead: {
      name: 'Pat Gallagher',
      address: 'pat@crookedoar.example',
      client: 'thunderbird',
      signature: 'Pat Gallagher\nCrooked Oar Brewing Co\nBrookvale',
    },
    steps: [
      {
        from: 'lead',
        at: [24, '13:12'],
        text: `
G'day,

We're keen on your site at Pittwater Road, Brookvale to launch our new pale ale. Question first though. There's a primary school maybe 120 metres up the hill. Last time we tried anything outdoors we got a letter.

Are we wasting our time?

Pat`,
      },
      {
        from: 'maya',
        at: [23, '10:46'],
        text: `
Hi Pat,

Good that you ask first. The outdoor industry's rule is no alcohol within a 150 m sight line of a school gate. I had it measured: 163 m to the gate, and the fig tree is in the way. So you are allowed, but only just, and I would rather keep the can off the artwork and show the boat.

$5,100 for four weeks.

Maya`,
      },
      { by: 'maya', at: [23, '10:50'], stage: 'in_progress', assignee: 'priya' },
      {
        from: 'lead',
        at: [22, '18:29'],
        text: `
163! I love that you measured. OK, the boat then, and the word "soon".

How about 6 weeks? We've got around $8k to spend on this one including the printing.`,
      },
      {
        from: 'priya',
        at: [20, '11:11'],
        text: `
Hi Pat, taking over from Maya. Six weeks is $7,650 less 8% = $7,038, and $1,450 for the skin brings you to $8,488. If {month:1} suits I can start you a week early, that's as close to 8k as I get.

Priya`,
      },
      {
        from: 'lead',
        at: [19, '09:02'],
        text: `Close enough I reckon. Need a yes from my business partner who is somewhere off the coast until Thursday.\n\nPat`,
      },
      { by: 'priya', at: [19, '09:10'], followUp: [-1, '15:00'] },
    ],
  },
];
