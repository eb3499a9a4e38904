import { describe, expect, it } from 'vitest';
import { fastest } from '#server/testing/fastest.ts';
import { asksForPerson } from './support-phrases.ts';

describe('a visitor who asks for a person', () => {
  it.each([
    'Can I talk to a human?',
    'I want to speak with somebody from your team member list',
    'real person please',
    'human',
    'Agent please!',
    'please connect me to an agent',
    'Call me back',
    'My order is late, call me back please',
    'Ich möchte mit einem Menschen sprechen',
    'Kann ich mit einem Mitarbeiter reden?',
    'Mitarbeiter bitte',
    'Je voudrais parler à quelqu’un',
    "parler avec un conseiller s'il vous plaît",
    'Quiero hablar con una persona',
    'hablar con un agente',
    'Vorrei parlare con un operatore',
    'Quero falar com uma pessoa',
    'Kan ik iemand spreken?',
    'Ik wil met een medewerker praten',
    'are you human? I want to talk to a human',
    'Are you a bot? Get me a real person.',
    'can i get a human',
    'are you a robot, i want to talk to a human',
    'are you human\ni want to talk to a human',
    'Kann ich mit jemandem sprechen?',
    'Ich will einen Menschen',
    'Je veux un conseiller',
    'quiero una persona',
    'voglio un operatore',
    'Quero uma pessoa',
    'ik wil een mens',
  ])('is understood: %s', (text) => expect(asksForPerson(text)).toBe(true));

  it.each([
    'How many people can use one account?',
    'What does the support agent cost?',
    'Is a person of my team able to see the billing page?',
    'Wie viele Mitarbeiter kann ich einladen?',
    'Combien de personnes peuvent utiliser le compte ?',
    'Does the agent speak German?',
    'How do I call the API?',
    'Who wrote this?',
    '',
    'Can I transfer my ticket to another person?',
    'Can I pass my voucher to someone else?',
    'Was kostet der Eintritt für eine Person?',
    'Gibt es Zimmer mit einer Person?',
    'Do you sell wigs made of human hair?',
    'Can I connect my staff calendar?',
    'Where can I find your sales representative agreement?',
    'Do your drivers call me before they arrive?',
    'How do I talk to the support of my bank?',
    'Are you human?',
    'Am I talking to a human? Nice articles.',
    'Can I get a person added to my account later?',
    'Ik wil een medewerker toevoegen',
    'Kann ich mit jemandem ein Konto teilen?',
    'Can I have an agent account?',
  ])('is not seen where none was asked for: %s', (text) => expect(asksForPerson(text)).toBe(false));

  it('is found in a long text in linear time', () => {
    const text = 'speak '.repeat(200_000);
    expect(asksForPerson(text)).toBe(false);
    expect(fastest(() => void asksForPerson(text))).toBeLessThan(100);
  });
});
