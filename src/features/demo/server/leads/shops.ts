import type { Conversation } from '../conversation.ts';
import { svg } from '../demo-files.ts';

export const shops: readonly Conversation[] = [
  {
    key: 'gelateria-ferraro',
    subject: 'sign on Victoria Rd',
    lead: { name: 'Giulia Ferraro', address: 'giulia@gelateriaferraro.example', client: 'iphone' },
    steps: [
      {
        from: 'lead',
        at: [44, '08:52'],
        text: `
Hi, I drive past your billboard on Victoria Road, Rozelle every morning (the one before the Iron Cove bridge) and it's been empty for a while?? I'm Giulia from Gelateria Ferraro, we're opening our second shop in Balmain at the start of {month:1} and I'd love to have that one.

We have set aside $9,000 for it, is that even close? No idea what these cost sorry

Giulia
0491 570 156`,
      },
      {
        from: 'tom',
        at: [44, '10:37'],
        text: `
Hi Giulia,

Good spot, and yes you're close. Rozelle is $8,900 for four weeks plus GST. On top of that there's one vinyl skin, $1,450 printed and installed. The site is free until the end of {month:2}.

Is it the whole four weeks you're after or just the opening?

Tom`,
      },
      { by: 'tom', at: [44, '10:40'], stage: 'in_progress', assignee: 'tom' },
      {
        from: 'lead',
        at: [44, '21:14'],
        text: `
ok so 10,350 + gst. That hurts a bit but my brother says a letterbox drop cost us nearly half that and nobody came. Four weeks, yes. If we pay the 1450 ourselves to a printer we know is it ok? He does our menus`,
      },
      {
        from: 'tom',
        at: [43, '09:05'],
        text: `
Unfortunately not, the skin has to be the fire-rated mesh and go up with our riggers, otherwise the road authority has my head. What I can do is leave it up an extra week at no charge if nobody has booked behind you.

Spec sheet: 12.66 m x 3.35 m, artwork at 10% scale, 300 dpi, nothing important in the outer 15 cm. We need it eight working days before posting.`,
      },
      {
        from: 'lead',
        at: [42, '13:20'],
        text: `
The extra week does it. My cousin made this, it's only the colours for now. Do you think people can read "gelato" at 60 km/h? She wants the curly font.`,
        files: [svg('ferraro-colours.svg', ['#f7c8d0', '#fff6e0', '#b8d8ba'])],
      },
      { by: 'tom', at: [42, '14:02'], stage: 'qualified' },
      {
        from: 'tom',
        at: [42, '14:10'],
        text: `
Lovely colours. Drop the curly font for that one word and make it as big as you dare, you have about four seconds of anybody's attention there. Seven words or fewer on the whole board.

Booking form is on its way separately.

Tom`,
      },
      {
        from: 'lead',
        at: [39, '07:41'],
        text: `Signed and sent!! No curly font. Thank you Tom, come by for a cone when we open`,
      },
      { by: 'tom', at: [39, '09:12'], stage: 'won' },
    ],
  },
  {
    key: 'pappas-cycles',
    subject: 'Price for Anzac Parade',
    lead: {
      name: 'Danny Pappas',
      address: 'danny@pappascycles.example',
      client: 'gmail',
      signature: 'Danny Pappas\nPappas Cycles, since 1978\n(02) 5550 0117',
    },
    steps: [
      {
        from: 'lead',
        at: [29, '11:18'],
        text: `
Hello

What do you want for the board at Anzac Parade, Kensington? Static one facing the city. Looking for 8 weeks, we have a clearance on last season's e-bikes and want to sell the lot.

Danny`,
      },
      {
        from: 'priya',
        at: [29, '12:45'],
        text: `
Hi Danny,

Anzac Parade is $6,200 for four weeks, so $12,400 for eight, and $1,450 for the skin, all plus GST. First free date is {date:12}.

Shall I pencil you in?

Priya`,
      },
      { by: 'priya', at: [29, '12:50'], stage: 'in_progress', assignee: 'priya' },
      {
        from: 'lead',
        at: [28, '09:30'],
        text: `
Priya, with respect, I got 8 weeks on Bunnerong Road off another company two years ago and they charged me $7,000 all in. What is your best price, not the website price.`,
      },
      {
        from: 'priya',
        at: [28, '11:02'],
        text: `
Fair question. I asked Maya. For eight weeks straight we can do $10,900 for the space and I'll include the removal, which is normally $380. The skin is what the printer charges us so I can't move on that.`,
      },
      {
        from: 'lead',
        at: [26, '17:05'],
        text: `
10k even and you have a deal today. Our budget is $11,500 with the print and I am not going over, my wife does the books.`,
      },
      {
        from: 'maya',
        at: [25, '09:21'],
        text: `
Danny, Maya here, I run the place. $10,050 plus the $1,450 skin is $11,500 on the dot, and your wife can have it in writing. That is as low as that board has ever gone. Offer's good until Friday.

Maya`,
      },
      { by: 'maya', at: [25, '09:24'], stage: 'qualified' },
      {
        from: 'lead',
        at: [24, '08:03'],
        text: `
Done. Send me the paper. She says plus GST better not mean plus surprise.

D`,
      },
      { by: 'priya', at: [24, '10:15'], stage: 'booked', followUp: [-3, '10:00'], meeting: [-3, '10:30'] },
    ],
  },
  {
    key: 'petal-and-twine',
    subject: 'Small budget, is it silly to ask?',
    lead: { name: 'Hannah Lim', address: 'hannah@petalandtwine.example', client: 'gmail' },
    steps: [
      {
        from: 'lead',
        at: [1, '20:26'],
        text: `
Hi there,

I have a flower shop in Earlwood called Petal & Twine and I can't tell from your website whether a billboard is a thing for people like me or only for banks.

I could spend about $3,000. If that gets me two weeks somewhere near Canterbury, great. If it gets me nothing please just say so, I won't be offended!

Thanks
Hannah`,
      },
    ],
  },
  {
    key: 'donnellys-hardware',
    subject: 'Billboard enquiry',
    lead: {
      name: 'Marg Donnelly',
      address: 'accounts@donnellystimber.example',
      client: 'outlook',
      signature: "Marg Donnelly\nOffice Manager\nDonnelly's Timber & Hardware\nPh: 02 5550 0148",
    },
    steps: [
      {
        from: 'lead',
        at: [33, '10:08'],
        text: `
Good morning,

Could you please send through pricing for a billboard on the Great Western Highway, Penrith. We want to let people know the yard is open to the public, not only to trade.

We would be looking at a three month booking.

Regards,
Marg`,
      },
      {
        from: 'tom',
        at: [32, '09:40'],
        text: `
Hi Marg,

Great Western Highway is $3,900 per four weeks, and if you book three months (12 weeks) we take 10% off: $10,530 plus one skin at $1,450. It's the most read board we have per dollar, everybody stops at those lights.

Which direction would suit you, towards the mountains or towards the city?

Tom`,
      },
      { by: 'tom', at: [32, '09:44'], stage: 'in_progress', assignee: 'tom', followUp: [27, '10:00'] },
      {
        from: 'tom',
        at: [27, '10:04'],
        text: `Hi Marg, just checking this one reached you. The mountain-bound face has had another enquiry. No pressure either way.\n\nTom`,
      },
      {
        from: 'lead',
        at: [26, '15:52'],
        text: `
Hi Tom,

Sorry, it is with the boys and they don't agree on anything. One wants the highway and one wants the radio. I'll chase them again after stocktake.

Marg`,
      },
      { by: 'tom', at: [26, '16:00'], followUp: [-1, '09:30'] },
    ],
  },
];
