import { useSyncExternalStore } from 'react';
import { reconnectAfterCloseMs, reconnectAfterFailureMs } from '#shared/realtime.ts';
import type { Reaction } from './feature.ts';
import { features } from './features.ts';
import { refreshEverything } from './query.ts';
import { toast } from './toast.ts';

export type Connection = 'connecting' | 'live' | 'offline';

let state: Connection = 'connecting';
const listeners = new Set<() => void>();

function become(next: Connection): void {
  if (state === next) return;
  state = next;
  for (const listener of listeners) listener();
}

export function useConnection(): Connection {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );
}

let reactions: Promise<Map<string, Reaction>> | null = null;

function loadReactions(): Promise<Map<string, Reaction>> {
  reactions ??= Promise.all(
    features.flatMap((feature) => (feature.reactions ? [feature.reactions()] : [])),
  ).then(
    (loaded) => new Map(loaded.flatMap((entry) => entry.reactions).map((entry) => [entry.event.name, entry])),
  );
  return reactions;
}

function parse(text: string): { type: string; data: unknown } | null {
  const message: unknown = JSON.parse(text);
  if (typeof message !== 'object' || message === null || !('type' in message)) return null;
  return typeof message.type === 'string'
    ? { type: message.type, data: 'data' in message ? message.data : null }
    : null;
}

async function react(text: string): Promise<void> {
  let message: { type: string; data: unknown } | null;
  try {
    message = parse(text);
  } catch (error) {
    // oxlint-disable-next-line no-console -- specification section 7: messages that cannot be read are only logged.
    console.warn('A realtime message could not be read.', error);
    return;
  }
  if (!message) return;
  const found = (await loadReactions()).get(message.type);
  if (!found) return;
  const { apply, say } = found.read(message.data);
  if (say) toast(say);
  setTimeout(() => void apply(), found.delayMs);
}

/**
 * Keeps one socket open while signed in. The token goes as a subprotocol, never in the address; without
 * one the internal area's cookie opens it. After a
 * close the next try comes after 3 s, after a connection that could not be made after 5 s.
 */
export function keepConnected(token: string | null): () => void {
  let socket: WebSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  let wasLive = false;

  function later(delayMs: number): void {
    if (stopped) return;
    become('offline');
    clearTimeout(timer);
    timer = setTimeout(open, delayMs);
  }

  function open(): void {
    const address = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws/updates`;
    try {
      socket = new WebSocket(address, token === null ? ['hub'] : ['hub', `bearer.${token}`]);
    } catch {
      later(reconnectAfterFailureMs);
      return;
    }
    const opened = socket;
    opened.addEventListener('open', () => {
      if (opened !== socket) return;
      become('live');
      // Whatever happened while away is read again.
      if (wasLive) void refreshEverything();
      wasLive = true;
    });
    opened.addEventListener('message', (event: MessageEvent<unknown>) => {
      if (typeof event.data === 'string') void react(event.data);
    });
    opened.addEventListener('close', () => {
      if (opened === socket) later(reconnectAfterCloseMs);
    });
  }

  function onOnline(): void {
    if (socket?.readyState === WebSocket.OPEN) return;
    clearTimeout(timer);
    open();
  }

  // A socket without a network stays open until it is written to: it is given up at once, as the browser knows better.
  function onOffline(): void {
    const lost = socket;
    socket = null;
    lost?.close();
    later(reconnectAfterCloseMs);
  }

  addEventListener('online', onOnline);
  addEventListener('offline', onOffline);
  void loadReactions();
  open();

  return () => {
    stopped = true;
    clearTimeout(timer);
    removeEventListener('online', onOnline);
    removeEventListener('offline', onOffline);
    socket?.close(1000);
    become('connecting');
  };
}
