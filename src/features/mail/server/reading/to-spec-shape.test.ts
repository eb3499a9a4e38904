import { expect, it } from 'vitest';
import { readGmail, readRfc822 } from './read-message.ts';
import { toSpecShape } from './to-spec-shape.ts';

const EML = [
  'From: =?utf-8?q?J=C3=BCrgen?= <juergen@park.example>',
  'Message-ID: <a1@park.example>',
  'Subject: Re: Angebot',
  'Date: Mon, 3 Mar 2025 22:14:00 +1100',
  'Content-Type: multipart/mixed; boundary=b',
  '',
  '--b',
  'Content-Type: text/plain; charset=iso-8859-1',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  'Gr=FC=DFe =3D 5',
  '--b',
  'Content-Type: application/pdf; name=plan.pdf',
  'Content-Transfer-Encoding: base64',
  '',
  'AAEC',
  '--b--',
  '',
].join('\r\n');

it('writes Gmail’s shape with decoded texts and without file contents', () => {
  const spec = toSpecShape(Buffer.from(EML), { id: 'm1', threadId: 't1', snippet: 'Grüße' });
  expect(spec).toMatchObject({
    id: 'm1',
    threadId: 't1',
    labelIds: [],
    internalDate: '1741000440000',
    snippet: 'Grüße',
  });
  expect(spec.payload.mimeType).toBe('multipart/mixed');
  expect(spec.payload.headers).toContainEqual({ name: 'From', value: 'Jürgen <juergen@park.example>' });
  const [text, file] = spec.payload.parts ?? [];
  expect(Buffer.from(text?.body.data ?? '', 'base64url').toString()).toBe('Grüße = 5');
  expect(file).toMatchObject({ partId: '1', filename: 'plan.pdf', body: { size: 3, attachmentId: '0' } });
  expect(file?.body.data).toBeUndefined();
});

it('reads back as the same message', async () => {
  const direct = await readRfc822(Buffer.from(EML));
  const back = readGmail(
    JSON.parse(JSON.stringify(toSpecShape(Buffer.from(EML), { id: 'm1', threadId: 't1' }))),
  );
  expect(back).toMatchObject({
    messageId: direct.messageId,
    from: direct.from,
    subject: direct.subject,
    date: direct.date,
    text: direct.text,
    emailType: 'reply',
  });
  expect(back.attachments).toEqual([{ ...direct.attachments[0], bytes: null }]);
});
