import { LegalPage, type LegalText } from './legal-page.tsx';

const text: LegalText = {
  title: 'Privacy Policy',
  sections: [
    {
      heading: 'Who is responsible',
      paragraphs: ['The operator of this installation (name, address, contact for questions about privacy).'],
    },
    {
      heading: 'What is stored',
      paragraphs: [
        'Of people who sign in: name, email address, role, times of sign-in and the network address used. Passwords are stored only as hashes.',
        'Of the organization’s contacts: what they write in email, and the facts read from it, such as company, budget and dates.',
      ],
    },
    {
      heading: 'What is stored in your browser',
      paragraphs: [
        'The sign-in token and your choice of light or dark appearance. There are no advertising or tracking cookies.',
      ],
    },
    {
      heading: 'Who receives it',
      paragraphs: [
        'Only the organization the data belongs to. With the built-in engine no text leaves this installation; where the operator has set up another language model, texts are sent there to be summarised.',
      ],
    },
    {
      heading: 'How long',
      paragraphs: [
        'As long as the organization keeps it. Deleted leads are removed with their messages; backups are overwritten in turn.',
      ],
    },
    {
      heading: 'Your rights',
      paragraphs: [
        'You may ask what is stored about you, have it corrected or deleted, and receive a copy. Write to the organization you dealt with, or to the operator.',
      ],
    },
  ],
};

export function Screen() {
  return <LegalPage text={text} />;
}
