/** A process that holds many sockets and tells its parent when frames have come. Started by `SocketFleet`. */
import { WebSocket } from 'ws';
import { each } from '../checks.ts';
import { type FromClient, monotonicMs, type ToClient, toClient } from './fleet-messages.ts';

const sockets = new Set<WebSocket>();
const sizes = new Map<string, number>();
const frames: Record<string, number> = {};
const samples: Record<string, string> = {};
const closes: Record<string, number> = {};

function report(message: FromClient): void {
  process.send?.(message);
}

async function open({ group, url, sockets: wanted, width, refetch }: ToClient & { kind: 'open' }) {
  const outcomes: Record<string, number> = {};
  const count = (outcome: string) => {
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  };
  await each(wanted, width, async (protocols) => {
    const outcome = await openOne(group, url, protocols);
    count(`socket ${outcome}`);
    if (refetch === null || outcome !== '101') return;
    const authorization = `Bearer ${protocols[1]?.replace('bearer.', '')}`;
    const status = await fetch(refetch, { headers: { authorization } }).then(
      async (response) => {
        await response.arrayBuffer();
        return String(response.status);
      },
      () => 'cut',
    );
    count(`list ${status}`);
  });
  report({ kind: 'opened', group, outcomes });
}

function openOne(group: string, url: string, protocols: string[]): Promise<string> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url, protocols, { perMessageDeflate: false });
    socket.on('open', () => {
      sockets.add(socket);
      sizes.set(group, (sizes.get(group) ?? 0) + 1);
      resolve('101');
    });
    socket.on('message', (data: Buffer) => received(group, data));
    socket.on('close', (code) => {
      if (!sockets.delete(socket)) return;
      sizes.set(group, (sizes.get(group) ?? 1) - 1);
      closes[code] = (closes[code] ?? 0) + 1;
    });
    socket.on('unexpected-response', (_request, response) => {
      resolve(String(response.statusCode));
      socket.terminate();
    });
    socket.on('error', (error) => resolve('code' in error ? String(error.code) : error.message));
  });
}

function received(group: string, data: Buffer): void {
  const count = (frames[group] ?? 0) + 1;
  frames[group] = count;
  const size = sizes.get(group) ?? 0;
  if (count % size !== 0) return;
  report({ kind: 'received', group, at: monotonicMs() });
  samples[group] = data.toString();
}

process.on('message', (raw) => {
  const message = toClient.parse(raw);
  if (message.kind === 'open') void open(message);
  else if (message.kind === 'count') report({ kind: 'counted', frames, samples, closes });
  else for (const socket of sockets) socket.terminate();
});
// The parent is gone, or has asked for it.
process.on('disconnect', () => process.exit(0));
