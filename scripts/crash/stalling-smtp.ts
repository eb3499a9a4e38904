import { createServer, type Server, type Socket } from 'node:net';
import { freePort } from '../node-process.ts';

/** A mail that the server was given in full: its Message-ID, whom it is to, and whether it was confirmed. */
export interface TakenMail {
  messageId: string;
  to: string;
  /** Names of its headers, in lower case. */
  headers: ReadonlySet<string>;
  confirmed: boolean;
}

/** An SMTP server on loopback that takes mail and, while it stalls, never says so; else after `delayMs`. */
export class StallingSmtp {
  readonly port: number;
  readonly taken: TakenMail[] = [];
  stalls = true;
  delayMs = 0;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(port: number, server: Server) {
    this.port = port;
    this.#server = server;
    server.on('connection', (socket) => this.#talk(socket));
  }

  static async start(): Promise<StallingSmtp> {
    const port = await freePort();
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return new StallingSmtp(port, server);
  }

  stop(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  #talk(socket: Socket): void {
    this.#sockets.add(socket);
    let data: string | null = null;
    let rest = '';
    let to = '';
    socket.on('close', () => this.#sockets.delete(socket));
    // The client is killed in the middle of the talk.
    socket.on('error', () => undefined);
    socket.write('220 mail.example ESMTP\r\n');
    socket.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk.toString('latin1')).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (data === null) {
          if (line.toUpperCase() === 'DATA') data = '';
          to = /^RCPT TO:<([^>]+)>/i.exec(line)?.[1] ?? to;
          socket.write(answerTo(line));
        } else if (line !== '.') data += `${line}\n`;
        else {
          const messageId = /^Message-ID:\s*<([^>]+)>/im.exec(data)?.[1] ?? '';
          this.taken.push({ messageId, to, headers: headerNames(data), confirmed: !this.stalls });
          data = null;
          if (!this.stalls) setTimeout(() => socket.write('250 2.0.0 taken\r\n'), this.delayMs);
        }
      }
    });
  }
}

function headerNames(data: string): ReadonlySet<string> {
  const head = data.slice(0, data.indexOf('\n\n'));
  return new Set([...head.matchAll(/^([\w-]+):/gm)].map(([, name = '']) => name.toLowerCase()));
}

function answerTo(line: string): string {
  switch (line.slice(0, 4).toUpperCase()) {
    case 'EHLO':
      return '250-mail.example\r\n250 8BITMIME\r\n';
    case 'DATA':
      return '354 go ahead\r\n';
    case 'QUIT':
      return '221 bye\r\n';
    default:
      return '250 2.0.0 ok\r\n';
  }
}
