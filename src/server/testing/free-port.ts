import { createServer } from 'node:net';

/** Below the ports that systems hand out by themselves: nobody gets it while a server here is down between two starts. */
const ports = { first: 20_000, count: 12_000 };

/** A port of loopback that nobody listens on. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = ports.first + Math.floor(Math.random() * ports.count);
    const server = createServer();
    const free = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!free) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
  throw new Error('no free port');
}
