import { LegalPage, type LegalText } from './legal-page.tsx';

const text: LegalText = {
  title: 'Terms of Service',
  sections: [
    {
      heading: 'Who these terms are between',
      paragraphs: [
        'These terms apply between the operator of this installation (name, address and registration of the operator) and the organization that signs up.',
      ],
    },
    {
      heading: 'Free trial',
      paragraphs: [
        'The trial lasts 14 days and needs no credit card. When it ends without payment, the data stays readable and can be exported; changing, sending and AI are paused.',
      ],
    },
    {
      heading: 'Prices',
      paragraphs: [
        'Modules are charged per month in US dollars at the price shown when they are added. A setup fee in Australian dollars is charged once.',
      ],
    },
    {
      heading: 'Your data',
      paragraphs: [
        'What you store belongs to you. The operator uses it only to run the service and gives it to no one else, except where the law demands it.',
      ],
    },
    {
      heading: 'Fair use',
      paragraphs: [
        'Email may be sent only to people who may lawfully be written to. Every outreach email carries the sender’s identity and a way to unsubscribe.',
      ],
    },
    {
      heading: 'Ending',
      paragraphs: [
        'Either side may end the agreement at the end of a billing period. Data can be exported before that.',
      ],
    },
  ],
};

export function Screen() {
  return <LegalPage text={text} />;
}
