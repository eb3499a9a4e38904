import type { Conversation } from '../conversation.ts';

/** Complaints, permits and other things that are not a sale, or not yet. */
export const trouble: readonly Conversation[] = [
  {
    key: 'neighbour-light',
    subject: 'Your sign is shining into my bedroom',
    lead: { name: 'Margaret Doyle', address: 'mdoyle52@mailbox.example', client: 'outlook' },
    steps: [
      {
        from: 'lead',
        at: [11, '07:22'],
        text: `
To whom it may concern,

I have lived opposite the corner of Military Road for 31 years. Since last Tuesday your sign is so bright that I can read in bed without a lamp. I did not ask to read in bed without a lamp.

I have also written to the council.

Margaret Doyle (Mrs)`,
      },
      {
        from: 'maya',
        at: [11, '09:30'],
        text: `
Dear Mrs Doyle,

I'm sorry, and thank you for writing to us as well. New lights were fitted last Monday and it seems that one of them points the wrong way. An electrician will be there tonight. If it isn't better tomorrow please ring me directly on 02 5550 0100 and I'll come and look at it from your window.

Maya Chen`,
      },
      { by: 'maya', at: [11, '09:35'], stage: 'open', assignee: 'maya' },
      {
        from: 'lead',
        at: [9, '08:14'],
        text: `
Dear Ms Chen,

It is dark again. I have told the council that you were quick. The dress shop on the sign is rather nice.

M. Doyle`,
      },
    ],
  },
  {
    key: 'kookaburra-swim',
    subject: 'WRONG COLOUR on our billboard',
    lead: {
      name: 'Shelley Grant',
      address: 'shelley@kookaburraswim.example',
      client: 'iphone',
    },
    steps: [
      {
        from: 'lead',
        at: [6, '12:08'],
        text: `
I've just driven past King Georges Road and our kookaburra is GREEN. It's meant to be blue. It looks sick. We teach kids to swim, nobody wants a green bird!

We paid $6,050 for this. What are you going to do about it?

Shelley Grant
Kookaburra Kids Swim School`,
      },
      {
        from: 'tom',
        at: [6, '13:25'],
        text: `
Hi Shelley,

You're right, I've got a photo in front of me. I'm finding out whether it was the file or the printer. Either way I'll call you before five.

Tom`,
      },
      { by: 'tom', at: [6, '13:28'], stage: 'pending', assignee: 'tom' },
      {
        from: 'lead',
        at: [6, '16:20'],
        text: `Thanks for the call. So the file was fine and it's the printer's fault, and we get a new one by {weekday:3}? Please put that in writing`,
      },
      {
        from: 'tom',
        at: [6, '16:41'],
        text: `
In writing: the printer used the wrong profile. New skin up by {weekday:3} morning at no cost to you, and the days with the green bird are added at the end, plus one week for the annoyance.

Tom`,
      },
      { by: 'tom', at: [5, '09:00'], followUp: [-1, '08:30'] },
      { from: 'lead', at: [3, '09:55'], text: `It's blue! The kids cheered. thank you Tom` },
    ],
  },
  {
    key: 'elect-ffion',
    subject: 'Council election - requirements?',
    lead: {
      name: 'Gareth Bevan',
      address: 'gareth@ffionforcouncil.example',
      client: 'thunderbird',
      signature: 'Gareth Bevan\nCampaign manager (and husband)\nFfion Bevan for Council',
    },
    steps: [
      {
        from: 'lead',
        at: [14, '20:44'],
        text: `
Good evening

My wife stands for the council as an independent. We would like one billboard in Brookvale for the last three weeks before the election. What has to be on it by law, and do you take political ads at all? The company down the road refused us.

We have about $5,000, most of it from a raffle.

Gareth`,
      },
      {
        from: 'maya',
        at: [13, '10:05'],
        text: `
Good morning Gareth,

We take them from anybody who is on the ballot, first come first served, same price for all, paid in advance. It must carry the name and street address of whoever authorised it, in letters that can be read from the footpath, and it must be down by midnight before polling day.

Three weeks on Pittwater Road is $3,825 plus $1,450, so $5,275. You're one more raffle away.

Maya`,
      },
      { by: 'maya', at: [13, '10:10'], stage: 'pending', assignee: 'maya' },
      {
        from: 'lead',
        at: [12, '21:30'],
        text: `The raffle is on Sunday. Is it allowed to hold the board until Monday? If not, no harm done.\n\nGareth`,
      },
      { by: 'maya', at: [11, '09:10'], followUp: [-1, '12:00'] },
    ],
  },
  {
    key: 'clearday-health',
    subject: 'Telehealth campaign',
    lead: {
      name: 'Jordan Pike',
      address: 'jordan.pike@cleardayhealth.example',
      client: 'gmail',
    },
    steps: [
      {
        from: 'lead',
        at: [34, '16:06'],
        text: `
Hey team! We're Clearday Health, a telehealth start-up (just raised $4m seed). We want to advertise our weight loss injections on the busiest board you've got, 4 weeks, asap. Headline: "Skinny by summer".

Send me a number :)
Jordan`,
      },
      {
        from: 'tom',
        at: [33, '10:14'],
        text: `
Hi Jordan,

I can't take that one. Prescription medicines can't be advertised to the public, with or without the brand name, and the headline would get us both a letter. If you'd like to advertise the service in general terms I'm happy to look at a draft.

Tom`,
      },
      {
        from: 'lead',
        at: [33, '10:40'],
        text: `Other guys said it's a grey area. We'll go with them then, cheers`,
      },
      { by: 'tom', at: [33, '10:44'], stage: 'lost', assignee: 'tom' },
    ],
  },
  {
    key: 'wall-landlord',
    subject: 'I have a wall',
    lead: { name: 'Giorgos Manolis', address: 'g.manolis@mailbox.example', client: 'apple' },
    steps: [
      {
        from: 'lead',
        at: [8, '18:33'],
        text: `
Dear Sirs,

I own the building on the corner of Canterbury Road with the big side wall, eleven metres, no windows, everybody sees it from the lights. My accountant says you pay rent for such walls. How much?

G. Manolis`,
      },
      {
        from: 'maya',
        at: [7, '10:10'],
        text: `
Dear Mr Manolis,

We do, if the council says yes, and for a painted or lit wall it usually takes four to six months to find out. I could come by and measure on {weekday:5}. Could you send me a photo and the street number before then?

Maya Chen`,
      },
      { by: 'maya', at: [7, '10:15'], stage: 'pending', assignee: 'maya', followUp: [-2, '16:00'] },
    ],
  },
];
