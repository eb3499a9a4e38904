import { describe, expect, it } from 'vitest';
import { fastest } from '#server/testing/fastest.ts';
import { asksToStop, returnOf } from './reply-words.ts';

describe('an answer that only asks for no more mail', () => {
  it.each([
    'Unsubscribe',
    'unsubscribe.',
    'STOP',
    'Stop!!',
    'remove me',
    'Please remove me from your list.',
    'Please take me off your mailing list',
    'Opt out',
    'Please unsubscribe me from this list, thanks',
    'Hi,\n\nplease unsubscribe me.\n\nThanks\nJane Doe',
    'No thanks. Remove me.',
    'Not interested. Please remove me from your list.',
    'Do not contact me again.',
    "Don't email me anymore",
    'Stop emailing me',
    'I do not want to receive any more emails from you.',
    'no more emails please',
    'Bitte abmelden',
    'Bitte keine weiteren E-Mails senden.',
    'Nehmen Sie mich aus Ihrem Verteiler.',
    'Désabonnez-moi',
    'Merci de me retirer de votre liste',
    'Ne me contactez plus',
    'Por favor, darme de baja',
    'No me envíen más correos',
    'Cancellatemi dalla lista',
    'Non scrivetemi più',
    'Por favor, remova-me da lista',
    'Graag uitschrijven',
    'Schrijf mij uit aub',
  ])('%s', (answer) => {
    expect(asksToStop(answer)).toBe(true);
  });

  it.each([
    '',
    'Yes, please call me.',
    'Stop by our office on Monday, we would like to talk.',
    'Please stop the campaign on the third of May and start the new one.',
    'Can I unsubscribe later if I sign up now?',
    'Remove the second paragraph from the offer and send it again.',
    'Please cancel my meeting on Friday.',
    'We do not want digital screens, but what about printed ones?',
    'Not interested at the moment, try again in June.',
    'Thanks, no more questions.',
    'Could you take my name off the invoice?',
    'Keine weiteren Fragen, vielen Dank.',
    `Unsubscribe ${'and tell me more about what you do and what it costs '.repeat(5)}`,
  ])('is not: %s', (answer) => {
    expect(asksToStop(answer)).toBe(false);
  });

  it('is read in linear time', () => {
    const used = fastest(() => {
      asksToStop(`${'please '.repeat(50_000)}stop`);
      asksToStop('stop '.repeat(30));
      asksToStop(`keine${' weiteren'.repeat(15)}`);
    });
    expect(used).toBeLessThan(200);
  });
});

describe('the return of who is away', () => {
  const zone = 'Australia/Sydney';
  /** A Wednesday, 10 in the morning there. */
  const sentAt = new Date('2026-12-01T23:00:00Z');
  it.each([
    ['I am out of the office until 12 January 2027.', '2027-01-12'],
    ['I will be back on January 12th.', '2027-01-12'],
    ['Returning 14/12/2026.', '2026-12-14'],
    ['I return on 12/14/2026 and will answer then.', '2026-12-14'],
    ['Back 3.1.2027', '2027-01-03'],
    ['I am away from 2 December until 9 December.', '2026-12-09'],
    ['On leave until Monday. For urgent matters call us.', '2026-12-07'],
    ['I will be back tomorrow.', '2026-12-03'],
    ['I return next week.', '2026-12-09'],
    ['Back in the office on 2027-01-05', '2027-01-05'],
    ['Ich bin bis zum 15. Dezember nicht im Büro.', '2026-12-15'],
    ['Ab dem 7.12. bin ich wieder am 7.12. erreichbar.', '2026-12-07'],
    ['Je suis absent jusqu’au 20 décembre.'.replace('’', "'"), '2026-12-20'],
    ['Estaré fuera hasta el 10 de enero.', '2027-01-10'],
    ['Away until 10 Dec; back on 11 Dec.', '2026-12-11'],
  ])('%s', (text, date) => {
    expect(returnOf(text, sentAt, zone)).toEqual(new Date(`${date}T09:00:00+11:00`));
  });

  it.each([
    'I am away.',
    'I was back on 3 November 2026.',
    'I am out until 31 February.',
    'Back in 2031, on 1 January 2031.',
    'Our office opened on 12 January.',
  ])('is not named in: %s', (text) => {
    expect(returnOf(text, sentAt, zone)).toBeNull();
  });
});
