import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A server in front of the hub that can go away and come back, and hands out another build of the service worker. */
export interface Proxy {
  url: string;
  /** Nobody answers any more, as without a connection. */
  goAway: () => Promise<void>;
  comeBack: () => Promise<void>;
  /** What the service worker's text becomes on its way. */
  changeWorker: (change: (text: string) => string) => void;
}

async function listen(server: http.Server, port: number): Promise<number> {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  return address.port;
}

/** Starts a proxy in front of the server at `target`. */
export async function startProxy(target: string): Promise<Proxy> {
  let change = (text: string): string => text;
  const sockets = new Set<Socket>();
  const server = http.createServer((request, response) => {
    void (async () => {
      const headers = Object.entries(request.headers).filter(
        ([name]) => name === 'accept' || name === 'authorization',
      );
      const answer = await fetch(target + (request.url ?? '/'), {
        headers: headers.map(([name, value]): [string, string] => [name, String(value)]),
        redirect: 'manual',
      });
      const isWorker = request.url === '/service-worker.js';
      const bytes = isWorker
        ? Buffer.from(change(await answer.text()))
        : Buffer.from(await answer.arrayBuffer());
      const kept = [...answer.headers].filter(
        ([name]) => !/^(content-encoding|content-length|connection)$/.test(name),
      );
      response.writeHead(answer.status, Object.fromEntries(kept)).end(bytes);
    })().catch(() => response.destroy());
  });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const port = await listen(server, 0);
  return {
    url: `http://localhost:${port}`,
    goAway: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    comeBack: async () => {
      await listen(server, port);
    },
    changeWorker: (next) => {
      change = next;
    },
  };
}
