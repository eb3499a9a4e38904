import { trialDays } from '#shared/modules.ts';

/** The two legal texts of an installation. */
export const legalTexts = {
  terms: { path: '/terms', title: 'Terms of Service' },
  privacy: { path: '/privacy', title: 'Privacy Policy' },
} as const;
export type LegalText = keyof typeof legalTexts;

/** The texts as shipped, in Markdown: examples that the operator replaces, and marked as such until then. */
export const legalTemplates: Record<LegalText, string> = {
  terms: `## Who these terms are between

These terms apply between the operator of this installation (name, address and registration of the operator) and the organization that signs up.

## Free trial

The trial lasts ${trialDays} days and needs no credit card. When it ends without payment, the data stays readable and can be exported; changing, sending and AI are paused.

## Prices

Modules are charged per month in US dollars at the price shown when they are added. A setup fee in Australian dollars is charged once.

## Your data

What you store belongs to you. The operator uses it only to run the service and gives it to no one else, except where the law demands it.

## Fair use

Email may be sent only to people who may lawfully be written to. Every outreach email carries the sender’s identity and a way to unsubscribe.

## Ending

Either side may end the agreement at the end of a billing period. Data can be exported before that.
`,
  privacy: `## Who is responsible

The operator of this installation (name, address, contact for questions about privacy).

## What is stored

Of people who sign in: name, email address, role, times of sign-in and the network address used. Passwords are stored only as hashes.

Of the organization’s contacts: what they write in email, and the facts read from it, such as company, budget and dates.

## What is stored in your browser

The sign-in token and your choice of light or dark appearance; until the window is closed, a post or an import that you have begun, and that you put an offer to install the application aside. A chat on a website keeps there which conversation is yours. There are no advertising or tracking cookies.

## Who receives it

The organization the data belongs to. Mail goes through its mail server or the operator’s; posts go to the platforms it has connected; payments to the payment service, where one is set up. The built-in engine sends no text anywhere; where another language model is set up, texts are sent there to be summarised or drafted.

## How long

As long as the organization keeps it. Deleted leads are removed with their messages. Backups are the operator’s: say here how long they are kept.

## Your rights

You may ask what is stored about you, have it corrected or deleted, and receive a copy. Write to the organization you dealt with, or to the operator.
`,
};
