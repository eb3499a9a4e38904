import type { Conversation } from '../conversation.ts';
import { csv, svg } from '../demo-files.ts';

export const agencies: readonly Conversation[] = [
  {
    key: 'northpaw-media',
    subject: 'Avails request - FMCG client',
    lead: {
      name: 'Kenji Watanabe-Ross',
      address: 'kenji@northpawmedia.example',
      client: 'outlook',
      signature: 'Kenji Watanabe-Ross\nInvestment Manager, Northpaw Media\n02 5550 0195',
    },
    steps: [
      {
        from: 'lead',
        at: [9, '10:03'],
        text: `
Hi team,

Avails please on the attached list for 8 weeks from the beginning of {month:2}, static and digital. Client is a snack brand (turnover $40m, so please not the "small business special").

Rates net of agency commission. Need it by COB tomorrow, sorry.

Kenji`,
        files: [
          csv('avails-request.csv', [
            'site,format,weeks',
            'Victoria Road Rozelle,static,8',
            'Parramatta Road Auburn,static,8',
            'Pacific Highway Artarmon,static,8',
            'William Street Darlinghurst,digital,8',
            'Church Street Parramatta,digital,8',
          ]),
        ],
      },
      {
        from: 'priya',
        at: [8, '14:48'],
        text: `
Hi Kenji,

Avails attached, all five free except Victoria Road which starts a week late. Net rates in column D, hold until {date:8}.

Priya`,
        files: [
          csv('harbourside-avails.csv', [
            'site,format,weeks,net',
            'Victoria Road Rozelle,static,7,14000',
            'Parramatta Road Auburn,static,8,9720',
            'Pacific Highway Artarmon,static,8,14040',
            'William Street Darlinghurst,digital,8,20700',
            'Church Street Parramatta,digital,8,11800',
          ]),
        ],
      },
      { by: 'priya', at: [8, '14:50'], stage: 'in_progress', assignee: 'priya' },
      {
        from: 'lead',
        at: [6, '09:26'],
        text: `
Thanks Priya, quick turnaround. Client comes back with a budget of 55k for outdoor, so we lose one site, probably Church Street. Can you sharpen William Street a touch?

K`,
      },
      {
        from: 'priya',
        at: [6, '11:15'],
        text: `William Street at 19,500 net if the other three are confirmed together. That puts you at $57,260, I trust you can find the rest behind the sofa.`,
      },
      { by: 'priya', at: [6, '11:18'], stage: 'qualified', followUp: [-1, '16:00'] },
    ],
  },
  {
    key: 'studio-pilcrow',
    subject: 'Artwork specs for a client',
    lead: {
      name: 'Ingrid Solberg',
      address: 'ingrid@studiopilcrow.example',
      client: 'apple',
      signature: 'Ingrid Solberg\nStudio Pilcrow',
    },
    steps: [
      {
        from: 'lead',
        at: [13, '11:52'],
        text: `
Hi,

I'm designing for a client who will book the board on Military Road, Neutral Bay with you (a dress shop, they'll be in touch themselves). Could you send me:

- live area and bleed
- colour profile
- whether you take RGB for the lit ones

Thanks!
Ingrid`,
      },
      {
        from: 'tom',
        at: [12, '08:50'],
        text: `
Hi Ingrid,

8.3 x 2.2 m, live area 8.0 x 1.9, build at 10%, bleed 2 cm at that scale. CMYK, coated profile, no RGB, no spot colours unless you tell us. PDF/X-4 with fonts outlined.

And one tip for free: thin serifs vanish at dusk.

Tom`,
      },
      { by: 'tom', at: [12, '08:55'], stage: 'in_progress', assignee: 'tom' },
      {
        from: 'lead',
        at: [9, '16:37'],
        text: `
> thin serifs vanish at dusk

Hm, the logo is nothing but thin serifs.

> no RGB

OK.

Here's a first rough with the three dress colours. Would you mind holding it up against something dark and squinting?

Ingrid`,
        files: [svg('rough-01.svg', ['#2b2d42', '#d90429', '#edf2f4'])],
      },
      {
        from: 'tom',
        at: [8, '09:22'],
        text: `Squinted. Red is lovely, the white one eats your logo. Put the logo on the navy and make it twice as heavy.`,
      },
      { by: 'tom', at: [8, '09:25'], followUp: [1, '10:00'] },
    ],
  },
  {
    key: 'form-fjord-saunas',
    subject: 'New enquiry from harbourside.example: Kirsten Halvorsen',
    lead: { name: 'Kirsten Halvorsen', address: 'kirsten@fjordsaunas.example', client: 'form' },
    steps: [
      {
        from: 'lead',
        at: [2, '21:07'],
        headers: { 'X-Form-Page': 'https://harbourside.example/contact' },
        text: `
Name: Kirsten Halvorsen
Company: Fjord Saunas
Phone: 0491 571 491
Interested location: Pittwater Road, Brookvale
Budget: $6,000 - $8,000
Campaign duration: 4 weeks
Start date: mid {month:1}
Advertising goal: Open day at our new showroom

Message:
Do you have anything that faces people coming home from the beach? They're cold then, that's when they think of us.`,
      },
    ],
  },
  {
    key: 'form-wombat-hollow',
    subject: 'New enquiry from harbourside.example: Tegan Marsh',
    lead: { name: 'Tegan Marsh', address: 'director@wombathollow.example', client: 'form' },
    steps: [
      {
        from: 'lead',
        at: [6, '19:31'],
        headers: { 'X-Form-Page': 'https://harbourside.example/sites/penrith' },
        text: `
Name: Tegan Marsh
Company: Wombat Hollow Early Learning
Phone: (02) 5550 0122
Interested location: Great Western Highway, Penrith
Budget: not sure yet
Campaign duration:
Start date: as soon as we have the licence

Message:
We open a 90 place centre and have 11 children. Please call after 6 pm when they have been picked up.`,
      },
    ],
  },
  {
    key: 'second-sight',
    subject: 'Quick question',
    lead: { name: 'Noa Feldman', address: 'noa@secondsightoptical.example', client: 'iphone' },
    steps: [
      {
        from: 'lead',
        at: [0, '12:37'],
        text: `
Hi, I'm Noa from Second Sight Optical in Neutral Bay. Do you have a billboard on Military Road that we could make blurry on purpose? As in, people think they need glasses. Is that allowed or is it a hazard? 2 weeks would do.

Thanks, Noa`,
      },
    ],
  },
];
