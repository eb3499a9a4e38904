import type { Conversation } from '../conversation.ts';

export const events: readonly Conversation[] = [
  {
    key: 'saltbush-sounds',
    subject: 'Saltbush Sounds festival - outdoor for this year',
    lead: {
      name: 'Tane Walker',
      address: 'tane@saltbushsounds.example',
      client: 'gmail',
      signature: 'Tane Walker (he/him)\nFestival Director, Saltbush Sounds',
    },
    steps: [
      {
        from: 'lead',
        at: [49, '10:24'],
        text: `
Kia ora team,

We ran two boards with you last year and sold out, so whatever you did, do it again. This time we want three. Budget is $25,000, tickets go on sale on {date:20} and everything needs to be up that morning. Not the day before, the line-up is secret.

Two weeks is enough, the rest is word of mouth.

Tane`,
      },
      {
        from: 'maya',
        at: [49, '13:15'],
        text: `
Tane! Good to hear from you. Three boards, two weeks:

Victoria Road, Rozelle   $4,900
Parramatta Road, Auburn  $3,000
William Street screen    $6,200
Two skins                $2,900

$17,000, which leaves you eight thousand for the headline act's towels. All up between 4 and 6 am, I'll send you photos before you are out of bed.

Maya`,
      },
      { by: 'maya', at: [49, '13:20'], stage: 'qualified', assignee: 'maya' },
      {
        from: 'lead',
        at: [47, '22:47'],
        text: `
Towels are a real line in the budget, sadly. Can the screen switch by itself at 6:00? And please put "secret" on the job sheet in red letters.`,
      },
      {
        from: 'maya',
        at: [46, '09:05'],
        text: `It can and it will. Red letters are on it. The riggers get the files in a sealed envelope, they think it's hilarious.`,
      },
      { by: 'maya', at: [46, '09:06'], stage: 'booked' },
      {
        from: 'lead',
        at: [27, '07:15'],
        text: `Saw the Rozelle one at ten past six with the sun behind it. Nearly drove into a bus. Two thousand tickets gone by nine!!`,
      },
      {
        from: 'maya',
        at: [27, '08:30'],
        text: `Please don't drive into buses, they advertise with us too. Congratulations, all of you.\n\nMaya`,
      },
      { by: 'maya', at: [27, '08:31'], stage: 'converted' },
    ],
  },
  {
    key: 'proposal-ben',
    subject: 'A bit of an unusual one',
    lead: { name: 'Ben Achterberg', address: 'ben.achterberg@mailbox.example', client: 'gmail' },
    steps: [
      {
        from: 'lead',
        at: [45, '22:10'],
        text: `
Hi,

I'd like to ask my girlfriend to marry me with a billboard. She takes the 370 bus and it stops opposite your sign on Anzac Parade, Kensington for what feels like ten minutes.

I don't need four weeks. I need one morning, the {date:14}. Is there such a thing? I can spend $2,500 and I'm aware that's a lot of honeymoon.

Ben`,
      },
      {
        from: 'priya',
        at: [44, '09:11'],
        text: `
Ben, the whole office has read this, I hope that's all right.

One morning doesn't exist because of the riggers, but there's a gap of a week between two customers that starts on exactly that day. $1,000 for the week, $1,450 for the skin. $2,450.

What should it say?

Priya`,
      },
      { by: 'priya', at: [44, '09:15'], stage: 'in_progress', assignee: 'priya' },
      {
        from: 'lead',
        at: [44, '12:31'],
        text: `
YES please. "Noor, will you?" and nothing else. Yellow. If she says no can you take it down early`,
      },
      {
        from: 'priya',
        at: [43, '10:00'],
        text: `We can be there within the hour with a ladder. Proof attached to the booking, look at it on your phone from two metres away, that's about right.\n\nPriya`,
      },
      { by: 'priya', at: [43, '10:05'], stage: 'booked' },
      {
        from: 'lead',
        at: [32, '18:20'],
        text: `Small panic: she's on a late shift that day so it's the evening bus. The board is lit, right? RIGHT?`,
      },
      { from: 'priya', at: [31, '08:45'], text: `Lit from dusk to midnight. Breathe.` },
      {
        from: 'lead',
        at: [30, '08:02'],
        text: `She saw it, she screamed, the bus driver opened the doors for her. She said yes. Thank you. I owe you all a cake`,
      },
      { by: 'priya', at: [30, '08:30'], stage: 'converted' },
    ],
  },
  {
    key: 'pittwater-boat-expo',
    subject: 'Boat Expo - Pittwater Rd',
    lead: {
      name: 'Gordon McAllister',
      address: 'gordon@pittwaterboatexpo.example',
      client: 'outlook',
      signature: 'Gordon McAllister\nPittwater Boat Expo\n0491 570 006',
    },
    steps: [
      {
        from: 'lead',
        at: [41, '08:20'],
        text: `
Tom,

Same again for the expo please. Pittwater Road, Brookvale, 4 weeks, from the end of {month:1}. Same artwork, new dates. Is the price still $5,100?

Gordon`,
      },
      {
        from: 'tom',
        at: [41, '09:03'],
        text: `
Morning Gordon,

Same price for you. The skin from last year has a tear in the corner, so it needs a new one if you don't want people to think the boats leak.

Tom`,
      },
      { by: 'tom', at: [41, '09:05'], stage: 'qualified', assignee: 'tom' },
      { from: 'lead', at: [41, '09:40'], text: `Ha. New one then. Send the invoice to Elaine.\n\nGordon` },
      { by: 'tom', at: [40, '10:00'], stage: 'won' },
      {
        from: 'lead',
        at: [18, '11:36'],
        text: `Looks a treat. Elaine says the dates are bigger than last year, well done.\n\nGordon`,
      },
    ],
  },
  {
    key: 'parallax-pictures',
    subject: 'Short flight for a film release',
    lead: {
      name: 'Mateo Ibáñez',
      address: 'mateo.ibanez@parallaxpictures.example',
      client: 'gmail',
      signature: 'Mateo Ibáñez\nMarketing, Parallax Pictures',
    },
    steps: [
      {
        from: 'lead',
        at: [12, '15:50'],
        text: `
Hi there,

We distribute small films with big feelings. The next one opens on {date:18} and I'm looking for digital, ten days, William Street or something comparable. Horror, so nothing near schools, I guess?

Around $6,000 is what we can spend.

Mateo`,
      },
      {
        from: 'priya',
        at: [11, '10:17'],
        text: `
Hi Mateo,

William Street sells by the week: two weeks are $6,200. One slot in six, ten seconds. For horror the code says nothing that would frighten a child in the back seat, so no blood and no jump-out faces. A door that's slightly open has been known to do the job.

Priya`,
      },
      { by: 'priya', at: [11, '10:20'], stage: 'in_progress', assignee: 'priya' },
      {
        from: 'lead',
        at: [8, '17:21'],
        text: `
The poster is literally a door. Can I see where in the loop we'd be? I don't want to come right after an insurance ad, it kills the mood.`,
      },
      {
        from: 'priya',
        at: [7, '09:48'],
        text: `You'd follow a sparkling water. I can't promise it for the second week, but nobody sells insurance there at the moment.`,
      },
      { by: 'priya', at: [7, '09:50'], followUp: [-1, '11:30'] },
    ],
  },
  {
    key: 'st-brendans-fete',
    subject: 'School fete',
    lead: { name: 'Deirdre O’Shea', address: 'fete@stbrendans-pandc.example', client: 'thunderbird' },
    steps: [
      {
        from: 'lead',
        at: [5, '11:03'],
        text: `
Hello,

Our school fete is on a Saturday in {month:2} and one of the dads says that billboards that nobody has booked are sometimes given to community groups. Is that true, and whom does one have to be nice to?

We'd have our own banner printed.

Warm regards,
Deirdre O’Shea
St Brendan’s P&C`,
      },
    ],
  },
];
