import { createServer } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';

/**
 * What the hub's live view is compared with: `ws` and nothing else. A socket joins the group that its path names; a
 * POST to that path sends its body to the group.
 */
const groups = new Map<string, Set<WebSocket>>();
const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const message = Buffer.concat(chunks);
    for (const socket of groups.get(request.url ?? '') ?? []) socket.send(message, { binary: false });
    response.writeHead(204).end();
  });
});
server.on('upgrade', (request, socket, head) => {
  sockets.handleUpgrade(request, socket, head, (opened) => {
    const group = groups.get(request.url ?? '') ?? new Set();
    groups.set(request.url ?? '', group.add(opened));
    opened.on('close', () => group.delete(opened));
  });
});
server.listen(Number(process.env.PORT), '127.0.0.1');
