import { z } from 'zod';

/** Sockets of one address, opened by one process. */
const open = z.object({
  kind: z.literal('open'),
  /** Names these sockets in reports. */
  group: z.string(),
  url: z.string(),
  /** Subprotocols of each socket: as many sockets as entries. */
  sockets: z.array(z.array(z.string())),
  /** Sockets that are opened at the same time. */
  width: z.number(),
  /** A list that each client reads again once it is connected, as the browser does; its bearer is the socket's. */
  refetch: z.string().nullable(),
});

export const toClient = z.discriminatedUnion('kind', [
  open,
  z.object({ kind: z.literal('count') }),
  z.object({ kind: z.literal('close') }),
]);
export type ToClient = z.infer<typeof toClient>;

export const fromClient = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('opened'),
    group: z.string(),
    /** How often each outcome came: `socket 101`, `socket 503`, `list 200`, `socket ECONNREFUSED`. */
    outcomes: z.record(z.string(), z.number()),
  }),
  /** Every socket of the group has got one more frame; `at` is when the last one did, `monotonicMs`. */
  z.object({ kind: z.literal('received'), group: z.string(), at: z.number() }),
  z.object({
    kind: z.literal('counted'),
    frames: z.record(z.string(), z.number()),
    /** Last frame of each group. */
    samples: z.record(z.string(), z.string()),
    /** Close codes since the start. */
    closes: z.record(z.string(), z.number()),
  }),
]);
export type FromClient = z.infer<typeof fromClient>;

/** Milliseconds of the system's monotonic clock: the same in every process of this machine. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
