import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { smtpMailer, smtpServerOf } from './mailer.ts';

let server: Server | null = null;
const sockets = new Set<Socket>();
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server?.close();
});

interface Script {
  rcpt?: (line: string) => string;
  /** Null cuts the connection when the message has come. */
  data?: string | null;
}

/** The least of an SMTP server (RFC 5321), which answers as the script says. */
async function smtp({ rcpt = () => '250 ok', data = '250 taken' }: Script) {
  const received: string[] = [];
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.write('220 test\r\n');
    let text = '';
    let inData = false;
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      for (;;) {
        const end = inData ? text.indexOf('\r\n.\r\n') : text.indexOf('\r\n');
        if (end < 0) return;
        const line = text.slice(0, end);
        text = text.slice(end + (inData ? 5 : 2));
        if (inData) {
          received.push(line);
          inData = false;
          if (data === null) socket.destroy();
          else socket.write(`${data}\r\n`);
        } else if (/^DATA/i.test(line)) {
          inData = true;
          socket.write('354 go on\r\n');
        } else if (/^STARTTLS/i.test(line)) socket.write('502 no\r\n');
        else socket.write(`${/^RCPT/i.test(line) ? rcpt(line) : '250 ok'}\r\n`);
      }
    });
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { server: smtpServerOf(`smtp://127.0.0.1:${port}`), received };
}

const mail = {
  messageId: 'a@b.example',
  subject: 'Hello',
  envelope: { from: 'us@b.example', to: ['jane@x.example', 'bob@x.example'] },
  bytes: Buffer.from('Subject: Hello\r\n\r\n.dot\r\n'),
};
const mailer = smtpMailer(true);

describe('handing a mail over', () => {
  it('ends as taken, with the exact bytes', async () => {
    const { server: to, received } = await smtp({});
    expect(await mailer.send(to, mail)).toEqual({ outcome: 'taken', refused: [] });
    expect(received).toEqual(['Subject: Hello\r\n\r\n..dot']);
  });

  it('names the recipients that were refused beside the others', async () => {
    const { server: to } = await smtp({
      rcpt: (line) => (line.includes('bob') ? '550 5.1.1 who' : '250 ok'),
    });
    expect(await mailer.send(to, mail)).toEqual({
      outcome: 'taken',
      refused: [{ address: 'bob@x.example', words: '550 5.1.1 who' }],
    });
  });

  const ends: [string, Script][] = [
    ['refused', { rcpt: () => '550 no such user' }],
    ['later', { rcpt: () => '451 busy' }],
    ['refused', { data: '554 spam' }],
    ['later', { data: '452 full' }],
    ['unknown', { data: null }],
  ];
  it.each(ends)('ends as %s after %o', async (outcome, script) => {
    const { server: to } = await smtp(script);
    expect(await mailer.send(to, mail)).toMatchObject({ outcome });
  });

  it('waits for a server that is not there, and refuses one inside the network', async () => {
    const { server: to } = await smtp({});
    server?.close();
    expect(await mailer.send(to, mail)).toMatchObject({ outcome: 'later' });
    expect(await smtpMailer(false).send(to, mail)).toMatchObject({ outcome: 'refused', code: null });
  });

  it('ends before anything is said when encryption is demanded and not offered', async () => {
    const { server: to, received } = await smtp({});
    const answer = await mailer.send({ ...to, requireTls: true }, mail);
    expect(answer.outcome).not.toBe('taken');
    expect(received).toEqual([]);
  });
});
