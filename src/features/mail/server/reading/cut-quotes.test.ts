import { describe, expect, it } from 'vitest';
import { cutQuotes } from './cut-quotes.ts';

const ANSWER = 'Tuesday works for us.\n\nNora';
const visible = (text: string): string => cutQuotes(text).visible;

describe('the line "On …, … wrote:"', () => {
  it.each([
    ['English, Gmail', 'On Mon, 3 Mar 2025 at 09:14, Board Sales <sales@boards.example> wrote:'],
    ['English, wrapped', 'On Mon, 3 Mar 2025 at 09:14, Board Sales <\nsales@boards.example> wrote:'],
    ['English, Apple', '> On 3 Mar 2025, at 9:14 am, Board Sales <sales@boards.example> wrote:'],
    ['English, Zoho', '---- On Mon, 03 Mar 2025 09:14:00 +1100 sales@boards.example wrote ----'],
    ['German', 'Am Mo., 3. März 2025 um 09:14 Uhr schrieb Board Sales <sales@boards.example>:'],
    ['German, name first', 'Board Sales <sales@boards.example> schrieb am Mo., 3. März 2025, 09:14:'],
    ['French', 'Le lun. 3 mars 2025 à 09:14, Board Sales <sales@boards.example> a écrit :'],
    ['Spanish', 'El lun, 3 mar 2025 a las 9:14, Board Sales (<sales@boards.example>) escribió:'],
    ['Portuguese', 'Em seg., 3 de mar. de 2025 às 09:14, Board Sales <sales@boards.example> escreveu:'],
    ['Italian', 'Il giorno lun 3 mar 2025 alle ore 09:14 Board Sales <sales@boards.example> ha scritto:'],
    ['Dutch', 'Op ma 3 mrt 2025 om 09:14 schreef Board Sales <sales@boards.example>:'],
    ['Danish', 'Den man. 3. mar. 2025 kl. 09.14 skrev Board Sales <sales@boards.example>:'],
    ['Norwegian', 'man. 3. mars 2025 kl. 09:14 skrev Board Sales <sales@boards.example>:'],
    ['Swedish', 'Den mån 3 mars 2025 kl 09:14 skrev Board Sales <sales@boards.example>:'],
    ['Polish', 'pon., 3 mar 2025 o 09:14 Board Sales <sales@boards.example> napisał(a):'],
    ['Ukrainian', 'пн, 3 бер. 2025 р. о 09:14 Board Sales <sales@boards.example> пише:'],
    ['Russian', 'пн, 3 мар. 2025 г. в 09:14, Board Sales <sales@boards.example>:'],
    ['Japanese', '2025年3月3日(月) 9:14 Board Sales <sales@boards.example>:'],
    ['Chinese', 'Board Sales <sales@boards.example> 于2025年3月3日周一 09:14写道：'],
    ['Korean', '2025년 3월 3일 (월) 오전 9:14, Board Sales <sales@boards.example>님이 작성:'],
    ['Portuguese, Thunderbird', 'Às 09:14 de 03/03/2025, Board Sales escreveu:'],
    [
      'Polish, Apple',
      'Wiadomość napisana przez Board Sales <sales@boards.example> w dniu 3 mar 2025, o godz. 09:14:',
    ],
    ['a language the table lacks', 'Στις Δευ 3 Μαρ 2025 στις 9:14 ο Board Sales <sales@boards.example>:'],
  ])('is cut in %s', (_name, line) => {
    expect(visible(`${ANSWER}\n\n${line}\n\n> Would Tuesday suit you?\n`)).toBe(ANSWER);
  });

  it('is cut when the history below it carries no marks', () => {
    expect(visible(`${ANSWER}\n\nOn 3 Mar 2025, at 9:14, Sales wrote:\n\nWould Tuesday suit?`)).toBe(ANSWER);
  });

  it('is cut in its short form above a marked quotation only', () => {
    expect(visible(`${ANSWER}\n\nBoard Sales wrote:\n> Would Tuesday suit?`)).toBe(ANSWER);
    expect(visible('Here is what the city wrote:\n> No.')).toBe('Here is what the city wrote:');
  });

  it.each([
    'On your side, is the site free in May?\n\nOn 3 May we wrote to you: no answer came.',
    'Hi,\n\nOn 3 May 2025 we need 3 boards, Nora wrote about it to:\n- you\n- me',
    'Hi,\n\nOn Tuesday 3 March I sent:\n\n1. a plan',
    'Hi,\n\nMeeting 3 May 2025 10:30 with Lee <lee@park.example>:\n\nagenda',
  ])('is not seen in the writer’s own sentence %#', (text) => {
    expect(cutQuotes(text)).toEqual({ visible: text, quoted: null, signature: null });
  });
});

describe('the signature', () => {
  it('is cut from the text and kept beside it', () => {
    const text = 'Tuesday works.\n\n-- \nNia Tane\nTane Windows';
    const cut = cutQuotes(text);
    expect(cut.visible).toBe('Tuesday works.');
    expect(cut.signature).toContain('Nia Tane\nTane Windows');
  });
});

describe('the head of a quoted message', () => {
  it.each([
    ['English', 'From:|Sent:|To:|Subject:'],
    ['German', 'Von:|Gesendet:|An:|Betreff:'],
    ['French', 'De :|Envoyé :|À :|Objet :'],
    ['Spanish', 'De:|Enviado:|Para:|Asunto:'],
    ['Portuguese', 'De:|Enviada em:|Para:|Assunto:'],
    ['Italian', 'Da:|Inviato:|A:|Oggetto:'],
    ['Dutch', 'Van:|Verzonden:|Aan:|Onderwerp:'],
    ['Danish', 'Fra:|Sendt:|Til:|Emne:'],
    ['Swedish', 'Från:|Skickat:|Till:|Ämne:'],
    ['Polish', 'Od:|Wysłano:|Do:|Temat:'],
    ['Ukrainian', 'Від:|Надіслано:|Кому:|Тема:'],
    ['Russian', 'От:|Отправлено:|Кому:|Тема:'],
    ['Japanese', '差出人:|送信日時:|宛先:|件名:'],
    ['Chinese', '发件人：|发送时间：|收件人：|主题：'],
    ['bold', '*From:*|*Sent:*|*To:*|*Subject:*'],
  ])('is cut in %s', (_name, labels) => {
    const [from, sent, to, subject] = labels.split('|');
    const head = `${from} Board Sales\n${sent} 3 March 2025 09:14\n${to} Nora\n${subject} Offer`;
    expect(visible(`${ANSWER}\n\n________________________________\n${head}\n\nWould Tuesday suit?`)).toBe(
      ANSWER,
    );
  });

  it('is not a customer’s own list', () => {
    const text =
      'We want the site\nFrom: 1 April\nTo: 30 June\nDate: Friday\n\n- From: the station you can see it\nBudget: $4,500';
    expect(visible(text)).toBe(text);
  });

  it('may have a label of its program, where the message follows', () => {
    const head =
      'From: Jane <jane@park.example>\nSent: Monday, 3 March 2025 9:14 AM\nSubject: Boards\nAttachments: a.pdf';
    expect(visible(`Yes.\n\n${head}\n\nOur offer`)).toBe('Yes.');
    expect(visible(`Yes.\n\n${head.replace('Subject', 'To: Nora\nSubject')}`)).toBe('Yes.');
  });

  it.each([
    'Von: Jane Doe\nE-Mail: jane@park.example\nBetreff: Plakate\nNachricht: Bitte rufen Sie an.',
    'From: jane@park.example\nSubject: Boards\nMessage: Please call me.',
    'From: jane@park.example\nDate: 3 March 2025 9:14\nSubject: Boards\nMessage: Please call me.\nAny day will do.',
    'De : Jane Doe\nTéléphone : 01 23\nDate : lundi\nObjet : Panneaux\nMessage : Appelez-moi.',
  ])('is not what a form of a website sends %#', (form) => {
    const text = `A new enquiry from your website\n\n${form}`;
    expect(cutQuotes(text)).toEqual({ visible: text, quoted: null, signature: null });
  });
});

describe('dividers', () => {
  it.each([
    '-----Original Message-----',
    '-------- Original message --------From: Sales Date: 3/3/25 9:14 am To: nora@park.example',
    '-----Ursprüngliche Nachricht-----',
    '---------- Forwarded message ---------',
    'Begin forwarded message:',
    '----- Исходное сообщение -----',
  ])('cuts below %s', (line) => {
    expect(visible(`${ANSWER}\n\n${line}\n\nWould Tuesday suit?`)).toBe(ANSWER);
  });
});

describe('where the answer stands', () => {
  const quote = 'On Mon, 3 Mar 2025 at 09:14, Sales wrote:\n> Hi Nora,\n> Would Tuesday suit you?';

  it('below the quotation', () => {
    expect(cutQuotes(`${quote}\n\nTuesday is fine.`)).toEqual({
      visible: 'Tuesday is fine.',
      quoted: quote,
      signature: null,
    });
  });

  it('between the quoted points: all of it stays, with the questions', () => {
    const text = `${quote}\n\nYes.\n\n> And the price?\n\nFine too.`;
    expect(visible(`${text}\n\n> Regards, Sales`)).toBe(text);
  });

  it('glued between short quoted points', () => {
    expect(visible('> Tuesday?\nyes\n> The price?\nfine')).toMatch(/yes[^]*fine/u);
  });

  it('nowhere but a phone’s signature above: the whole text stays', () => {
    const text = 'Sent from my iPhone\n\nOn 3 Mar 2025, at 9:14, Sales wrote:\n\nWould Tuesday suit?';
    expect(visible(text)).toBe(text);
  });

  it('nowhere: a bare forward or a quotation alone stays whole', () => {
    const forward =
      '---------- Forwarded message ---------\nFrom: Lee <lee@park.example>\nDate: Mon\n\nIs it free?';
    expect(visible(forward)).toBe(forward);
    expect(visible('> only this')).toBe('> only this');
  });
});

describe('signatures', () => {
  it('cuts below "-- " and "Sent from my phone"', () => {
    expect(visible('Booked.\n\n-- \nNora Park\nPark Cafés')).toBe('Booked.');
    expect(visible('Booked.\n\nSent from my iPhone\n\n> On 3 Mar 2025, at 9:14, Sales wrote:\n> Hi')).toBe(
      'Booked.',
    );
  });

  it.each([
    'Outlook für iOS<https://mobile.example/get> beziehen',
    'Obtenir Outlook pour Android<https://mobile.example/get>',
    'Skaffa Outlook för iOS<https://mobile.example/get>',
    'Outlook voor iOS<https://mobile.example/get> downloaden',
    'iOS 版 Outlook<https://mobile.example/get> を入手する',
    'Von meinem iPhone gesendet',
    'Diese Nachricht wurde von meinem Android-Gerät mit GMX Mail gesendet.',
    '从我的 iPhone 发送',
  ])('cuts what a phone’s program writes: %s', (line) => {
    expect(visible(`Booked.\n\n${line}\n________________________________\n`)).toBe('Booked.');
  });

  it.each([
    'Von meinem Konto wurde zweimal abgebucht.',
    'Outlook für Mac stürzt bei uns ab.',
    'Outlook voor iOS werkt niet.',
    '从我的账户扣了两次。',
  ])('leaves a last sentence alone that only begins like it: %s', (line) => {
    expect(visible(`Hello,\n\n${line}`)).toBe(`Hello,\n\n${line}`);
  });

  it('leaves a text alone that the same line divides more than once', () => {
    const text = 'Our sizes:\n\n--\nBoard A\n--\nBoard B\n\nWhich is cheaper?';
    expect(visible(text)).toBe(text);
  });

  it('leaves lists with dashes, rules and code alone', () => {
    const text = 'Notes:\n-- first point\n-- second point\n\n```\n--\n```\n\nSee you';
    expect(visible(text)).toBe(text);
  });
});
