import type { Conversation } from '../conversation.ts';

/** Mail that every inbox gets and that must not become leads. */
export const notLeads: readonly Conversation[] = [
  {
    key: 'printer-away',
    subject: 'Automatic reply: Skin for Rozelle',
    lead: { name: 'Mesh & Vinyl Printing', address: 'orders@meshandvinyl.example', client: 'machine' },
    steps: [
      {
        from: 'lead',
        at: [20, '17:03'],
        headers: { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' },
        text: `
Thank you for your email. The workshop is closed for stocktake and opens again on {weekday:2} at 7 am. For anything that is falling off a wall please ring 02 5550 0199.`,
      },
    ],
  },
  {
    key: 'outdoor-weekly',
    subject: 'Outdoor Weekly: five billboards we wish we had thought of',
    lead: { name: 'Outdoor Weekly', address: 'news@outdoorweekly.example', client: 'machine' },
    steps: [
      {
        from: 'lead',
        at: [5, '07:00'],
        headers: {
          'List-Unsubscribe': '<https://outdoorweekly.example/unsubscribe?u=4411>',
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          Precedence: 'bulk',
        },
        text: `
In this issue: a board made of bread in Ghent, why the shortest headline of the year had no words at all, and a reader asks whether pigeons count as audience.

You receive this because you signed up at a trade fair. Unsubscribe any time.`,
      },
    ],
  },
];
