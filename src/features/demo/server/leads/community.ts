import type { Conversation } from '../conversation.ts';

export const community: readonly Conversation[] = [
  {
    key: 'choral-societies',
    subject: 'Concert season, question about two short bookings',
    lead: {
      name: 'Winifred Abernathy-Kaur',
      address: 'secretary@gwschoral.example',
      client: 'thunderbird',
    },
    steps: [
      {
        from: 'lead',
        at: [22, '10:14'],
        text: `
Dear Harbourside,

I am the honorary secretary of
The Greater Western Sydney Community Orchestras and Choral Societies Association
and yes, it is always that long, and no, we may not shorten it, there was a vote.

We would like a board near Parramatta twice, a fortnight each time, before our two concerts. Would the name fit?

With kind regards,
Winifred Abernathy-Kaur`,
      },
      {
        from: 'priya',
        at: [21, '11:27'],
        text: `
Dear Winifred,

I counted 80 letters. On Parramatta Road it fits on two lines at 30 cm, which people can read at the lights but not at 60. I'd put the date and "Sing" on top and the name underneath, for the members.

Two fortnights: $2,900 each, and one skin for both if only a date changes, that is a patch for $180.

Priya`,
      },
      { by: 'priya', at: [21, '11:31'], stage: 'in_progress', assignee: 'priya' },
      {
        from: 'lead',
        at: [20, '14:55'],
        text: `
Dear Priya,

"Sing" was received with great warmth. The treasurer wonders about the patch (will it match?). We meet on the first Monday of {month:1} and I shall put it on the agenda.

Winifred`,
      },
      { by: 'priya', at: [20, '15:00'], followUp: [4, '10:00'] },
    ],
  },
  {
    key: 'no-name-kensington',
    subject: 'price',
    lead: { name: null, address: 'sk84lyf@mailbox.example', client: 'iphone' },
    steps: [
      {
        from: 'lead',
        at: [3, '23:18'],
        text: `how much for the sign near kensington for like 1 week. its for a skate comp`,
      },
    ],
  },
  {
    key: 'second-chance-greyhounds',
    subject: 'Do you ever donate space?',
    lead: {
      name: 'Bronwyn Lacey',
      address: 'bronwyn@secondchancegreyhounds.example',
      client: 'gmail',
      signature: 'Bronwyn Lacey\nSecond Chance Greyhounds (registered charity)',
    },
    steps: [
      {
        from: 'lead',
        at: [17, '09:09'],
        text: `
Hi lovely people,

We rehome retired greyhounds. I have 26 in foster care and no money. Do you ever donate a board that is standing empty? We'd pay for the printing, I have $1,500 set aside from a sausage sizzle.

They are very photogenic.

Bronwyn`,
      },
      {
        from: 'maya',
        at: [16, '10:36'],
        text: `
Hi Bronwyn,

We do, four times a year, and this quarter's was promised to a surf club. I've put you down for the next one, from the start of {month:2}, four weeks, location is whatever is free. You only pay the skin.

Send a photo anyway. For the office.

Maya`,
      },
      { by: 'maya', at: [16, '10:40'], stage: 'pending', assignee: 'priya', followUp: [-4, '09:00'] },
      {
        from: 'lead',
        at: [16, '11:58'],
        text: `I'm crying at my desk. This is Gerald, he's six and afraid of toasters. (photo to follow, the internet here is also from the sixties)`,
      },
    ],
  },
  {
    key: 'lakemba-night-bites',
    subject: 'Night market',
    lead: { name: 'Amina Yusuf', address: 'amina@nightbites.example', client: 'iphone' },
    steps: [
      {
        from: 'lead',
        at: [7, '13:40'],
        text: `
Hi there, we organise the Night Bites street food market. It comes back in {month:1} with 60 stalls and we'd like a billboard on King Georges Road in Beverly Hills to tell people that parking is at the school this time. Not very exciting I know but last year was chaos.

Amina`,
      },
      {
        from: 'lead',
        at: [4, '16:25'],
        text: `Hi, just following up on the below, did this come through? Council asks me for the traffic plan and the billboard is in it.\n\nAmina`,
      },
    ],
  },
  {
    key: 'lantern-lane-theatre',
    subject: 'Swap?',
    lead: {
      name: 'Imogen Price',
      address: 'imogen@lanternlane.example',
      client: 'gmail',
      signature: 'Imogen Price\nArtistic Director, Lantern Lane Theatre Co',
    },
    steps: [
      {
        from: 'lead',
        at: [26, '12:20'],
        text: `
Hello,

Would you consider a swap: a billboard in Darlinghurst for two weeks against forty premiere tickets and your logo on everything? Our spring show is about a man who lives in a billboard, so there's a certain logic to it.

Imogen`,
      },
      {
        from: 'maya',
        at: [25, '14:14'],
        text: `
Hi Imogen,

I'd watch that. William Street is sold out for spring, so I can't do it there, and I can't do all of it in tickets, my landlord doesn't go to the theatre. Come and have a coffee and we'll think of something.

Maya`,
      },
      { by: 'maya', at: [25, '14:20'], stage: 'open', assignee: 'maya' },
    ],
  },
];
