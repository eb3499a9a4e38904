export interface DemoArticle {
  title: string;
  body: string;
  /** A draft is there to be finished. */
  isDraft?: boolean;
}

/** What visitors of the demo tenant's website ask about. */
export const demoArticles: readonly DemoArticle[] = [
  {
    title: 'How much does a billboard cost?',
    body: `The price depends on the site, the season and how long you book. A suburban site starts at **$900 a week**, a motorway site at **$2,400 a week**.

Printing and installation are charged once, at the start: **$650** for a standard sheet. Digital sites have no printing charge.

## Discounts

Campaigns of twelve weeks or more get 10 % off the weekly price. Registered charities pay half in January and February.`,
  },
  {
    title: 'What is the shortest campaign I can book?',
    body: `A printed billboard runs for at least four weeks, since printing and putting it up cost the same however long it stays.

Digital sites can be booked from one week.`,
  },
  {
    title: 'How should I prepare my artwork?',
    body: `Send a PDF in CMYK at one tenth of the size, 300 dpi, with fonts outlined. Leave 10 mm free on every side, measured in the file.

For digital sites send a JPEG or PNG in RGB, 1920 by 480 pixels. Moving pictures are not allowed beside roads.

## When

We need the final artwork **ten working days** before the start for print and **three** for digital.`,
  },
  {
    title: 'Can I cancel or move my booking?',
    body: `You can move a booking to another week free of charge until 30 days before it starts.

Cancelling costs nothing until 60 days before the start. After that we charge 25 % of the price of the campaign, and from 14 days before the start the whole price.`,
  },
  {
    title: 'How do I pay?',
    body: `We send an invoice when the campaign starts, due in 14 days. You can pay by bank transfer or card.

New customers pay the first four weeks in advance.`,
  },
  {
    title: 'Who may advertise with us?',
    body: `We follow the industry code of ethics. We do not take advertising for tobacco, vapes or weapons.

Alcohol and gambling may not be shown within 150 metres of a school; we check this for every site before we confirm.`,
  },
  {
    title: 'How do I know that it works?',
    body: `You get photographs of your billboard within two working days of its start. At the end we send the counted traffic of each site, in vehicles a day.

For digital sites the report lists every hour in which your advertisement was shown.`,
  },
  {
    title: 'Artwork made by our studio',
    body: `Our studio makes artwork from your logo and one sentence. Two drafts and one round of changes are included.

The price is still to be agreed.`,
    isDraft: true,
  },
];

/** What visitors asked that none of the articles answers, with how often. */
export const demoQuestions: readonly (readonly [question: string, times: number])[] = [
  ['Do you have sites at the airport?', 4],
  ['Can I see the board before it goes up?', 2],
  ['Is there parking at your office?', 1],
];

export const demoSynonyms: readonly (readonly string[])[] = [
  ['billboard', 'board', 'hoarding', 'poster'],
  ['digital site', 'screen', 'led'],
  ['artwork', 'design', 'creative'],
  ['motorway', 'highway', 'freeway'],
];
