import type { App } from './app.ts';

/** Requests in flight get this long to finish, milliseconds; then their connections are cut. */
const drainMs = 5_000;

/**
 * Takes no more connections, lets requests in flight finish and closes every live connection with 1001. Ends in bounded
 * time whatever clients do: one that uploads for ever is cut, one that does not answer a close is dropped.
 */
export async function stopServing({ fastify, realtime, readiness, connections }: App): Promise<void> {
  readiness.stopping = true;
  // Browsers open connections in advance; Node does not count those as idle, and they would hold the stop.
  for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
  const cut = setTimeout(() => fastify.server.closeAllConnections(), drainMs);
  await Promise.all([realtime.stop(), fastify.close()]);
  clearTimeout(cut);
}
