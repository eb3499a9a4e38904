import { createServer, type Server, type Socket } from 'node:net';

/** What becomes of the next mails: taken, refused at the recipient, or cut off when the message has come. */
export type MailEnd = 'taken' | 'refused' | 'cut off';

/** The least of an SMTP server (RFC 5321), on loopback. */
export class SmtpServer {
  /** Whole messages that were taken. */
  readonly taken: string[] = [];
  end: MailEnd = 'taken';
  readonly url: string;
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();

  private constructor(server: Server, url: string) {
    this.server = server;
    this.url = url;
    server.on('connection', (socket) => this.serve(socket));
  }

  static async start(): Promise<SmtpServer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (typeof address !== 'object' || !address) throw new Error('The mail server has no port.');
    return new SmtpServer(server, `smtp://127.0.0.1:${address.port}`);
  }

  stop(): void {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }

  private serve(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('error', () => undefined);
    socket.write('220 test\r\n');
    let text = '';
    let inData = false;
    socket.on('data', (chunk) => {
      text += chunk.toString('utf8');
      for (;;) {
        const mark = inData ? '\r\n.\r\n' : '\r\n';
        const end = text.indexOf(mark);
        if (end < 0) return;
        const line = text.slice(0, end);
        text = text.slice(end + mark.length);
        if (inData) {
          inData = false;
          this.takeMessage(socket, line);
        } else {
          inData = /^DATA/i.test(line);
          socket.write(`${this.answerTo(line)}\r\n`);
        }
      }
    });
  }

  private takeMessage(socket: Socket, message: string): void {
    if (this.end === 'cut off') {
      socket.destroy();
      return;
    }
    this.taken.push(message);
    socket.write('250 taken\r\n');
  }

  private answerTo(line: string): string {
    if (/^DATA/i.test(line)) return '354 go on';
    if (/^STARTTLS/i.test(line)) return '502 no';
    if (/^RCPT/i.test(line) && this.end === 'refused') return '554 no such mailbox here today';
    return '250 ok';
  }
}
