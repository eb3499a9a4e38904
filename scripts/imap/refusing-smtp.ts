import { createServer, type Server } from 'node:net';
import { freePort } from '../node-process.ts';

/** The mail server of a domain where nobody has a mailbox: it refuses every recipient. */
export async function refusingSmtp(): Promise<{ port: number; server: Server }> {
  const port = await freePort();
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write('220 nowhere.example ESMTP\r\n');
    socket.on('data', (data) => {
      for (const line of data.toString('latin1').split('\r\n').filter(Boolean)) socket.write(answerTo(line));
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { port, server };
}

function answerTo(line: string): string {
  switch (line.slice(0, 4).toUpperCase()) {
    case 'RCPT':
      return '550 5.1.1 User unknown\r\n';
    case 'DATA':
      return '554 5.5.1 No valid recipients\r\n';
    case 'QUIT':
      return '221 2.0.0 bye\r\n';
    default:
      return '250 2.0.0 ok\r\n';
  }
}
