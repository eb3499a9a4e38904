import type { ConversationState, MessageSender } from '#features/support/conversation-contract.ts';

export interface DemoChat {
  state: ConversationState;
  /** Minutes ago. */
  began: number;
  name: string | null;
  email: string | null;
  language: string;
  page: string;
  rating: 'good' | 'bad' | null;
  handoffReason: string | null;
  /** Who, how many minutes after the beginning, and what; `from` names the article that an answer cites. */
  said: readonly { who: MessageSender; after: number; text: string; from?: string }[];
}

const site = 'https://harbourside.example';

/** Conversations with visitors of the demo tenant's website; names and addresses are invented. */
export const demoChats: readonly DemoChat[] = [
  {
    state: 'waiting',
    began: 14,
    name: 'Priya Raman',
    email: 'priya@corkandcaper.example',
    language: 'en-au',
    page: `${site}/sites`,
    rating: null,
    handoffReason: 'The visitor asked for a person.',
    said: [
      { who: 'visitor', after: 0, text: 'What is the shortest campaign I can book?' },
      {
        who: 'agent',
        after: 0,
        text: 'A printed billboard runs for at least four weeks, since printing and putting it up cost the same however long it stays.',
        from: 'What is the shortest campaign I can book?',
      },
      {
        who: 'visitor',
        after: 2,
        text: 'Our bar opens in three weeks. Can we have two sites near Circular Quay for the first week only? Please let me talk to a person.',
      },
      {
        who: 'system',
        after: 2,
        text: 'I have called a person of our team, who will answer here. If you have to leave, leave your email address and the answer comes there.',
      },
    ],
  },
  {
    state: 'person',
    began: 95,
    name: null,
    email: 'tomas.lindqvist@fjordkayak.example',
    language: 'en',
    page: `${site}/artwork`,
    rating: null,
    handoffReason: null,
    said: [
      { who: 'visitor', after: 0, text: 'Is 1920 x 480 right for your digital sites?' },
      {
        who: 'agent',
        after: 0,
        text: 'For digital sites send a JPEG or PNG in RGB, 1920 by 480 pixels. Moving pictures are not allowed beside roads.',
        from: 'How should I prepare my artwork?',
      },
      {
        who: 'visitor',
        after: 4,
        text: 'Ours has a slow fade between two pictures, does that count as moving?',
      },
      {
        who: 'person',
        after: 9,
        text: 'A fade counts as moving beside roads, sorry. At the station it is fine.',
      },
      { who: 'visitor', after: 11, text: 'Then the station it is. What is free in the next month?' },
    ],
  },
  {
    state: 'agent',
    began: 40,
    name: null,
    email: null,
    language: 'en',
    page: `${site}/`,
    rating: 'good',
    handoffReason: null,
    said: [
      { who: 'visitor', after: 0, text: 'How do I pay?' },
      {
        who: 'agent',
        after: 0,
        text: 'We send an invoice when the campaign starts, due in 14 days. You can pay by bank transfer or card.',
        from: 'How do I pay?',
      },
    ],
  },
  {
    state: 'closed',
    began: 2880,
    name: 'Marguerite Oyelaran-Castellanos',
    email: 'm.oyelaran@gardenworks.example',
    language: 'en',
    page: `${site}/prices`,
    rating: 'good',
    handoffReason: null,
    said: [
      { who: 'visitor', after: 0, text: 'Do charities get a discount?' },
      {
        who: 'agent',
        after: 0,
        text: 'Campaigns of twelve weeks or more get 10 % off the weekly price. Registered charities pay half in January and February.',
        from: 'How much does a billboard cost?',
      },
      { who: 'system', after: 30, text: 'This conversation is closed.' },
    ],
  },
];
