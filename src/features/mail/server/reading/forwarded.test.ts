import { describe, expect, it } from 'vitest';
import { splitForward } from './forwarded.ts';

describe('splitForward', () => {
  it('splits a Gmail forward into comment and message', () => {
    const text =
      'Please call him.\n\n---------- Forwarded message ---------\nFrom: Lee Park <lee@park.example>\n' +
      'Date: Mon, 3 Mar 2025 at 09:14\nSubject: Site\nTo: <nora@boards.example>\n\n\nIs it free in April?';
    expect(splitForward(text)).toEqual({
      comment: 'Please call him.',
      forwarded: {
        subject: 'Site',
        from: { name: 'Lee Park', address: 'lee@park.example' },
        to: [{ name: null, address: 'nora@boards.example' }],
        date: 'Mon, 3 Mar 2025 at 09:14',
        body: 'Is it free in April?',
      },
      below: '',
    });
  });

  it('unmarks a quoted body and tells what stands below it', () => {
    const text =
      'Begin forwarded message:\n\n> Von: "Lee Park" <lee@park.example>\n> Betreff: Site\n>\n> Frei?\n\nNora';
    const split = splitForward(text);
    expect(split?.forwarded).toMatchObject({ subject: 'Site', body: 'Frei?' });
    expect(split).toMatchObject({ comment: '', below: 'Nora' });
  });

  it('reads Yahoo’s head on one line', () => {
    const line =
      '----- Mensaje reenviado ----- De: Lee Park <lee@park.example>Para: "nora@boards.example" <nora@boards.example>' +
      'Enviado: lunes, 3 de marzo de 2025 09:14 CETAsunto: Sitio';
    expect(splitForward(`${line}\n¿Está libre?`)?.forwarded).toEqual({
      subject: 'Sitio',
      from: { name: 'Lee Park', address: 'lee@park.example' },
      to: [{ name: null, address: 'nora@boards.example' }],
      date: 'lunes, 3 de marzo de 2025 09:14 CET',
      body: '¿Está libre?',
    });
  });

  it('takes an attribution for a forward only if the subject says so', () => {
    const text = 'On 3/3/2025 09:14, "Lee Park" <lee@park.example> wrote:\n\n    Is it free?';
    expect(splitForward(text, 'FW: Site')?.forwarded).toMatchObject({
      subject: 'Site',
      from: { name: 'Lee Park', address: 'lee@park.example' },
      body: 'Is it free?',
    });
    expect(splitForward(text, 'RE: Site')).toBeNull();
    expect(splitForward('Is it free?', 'FW: Site')).toBeNull();
  });
});
