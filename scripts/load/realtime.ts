import { setTimeout as sleep } from 'node:timers/promises';
import { memoryMb } from '../bench/processes.ts';
import { type Checks, quantile } from '../checks.ts';
import type { NodeProcess } from '../node-process.ts';
import { type Company, socketsOf } from './crowd.ts';
import { monotonicMs } from './fleet-messages.ts';
import type { SocketFleet } from './socket-fleet.ts';
import { Trigger } from './trigger.ts';

const pauseMs = 8;

export interface RealtimeOptions {
  socketsEach: number;
  /** Writes in each of the rounds. */
  writes: number;
  rounds: number;
  /** Which quantile may be at most three times that of the bare server; null where it is told only. */
  judged: 0.5 | 0.99 | null;
}

/** What one round of writes took, milliseconds. */
interface Took {
  hub: number[];
  bare: number[];
}

export const groupOf = (index: number) => `hub ${index}`;

/** Opens the sockets of all companies on the hub. */
export async function connectAll(
  fleet: SocketFleet,
  hub: NodeProcess,
  companies: readonly Company[],
  socketsEach: number,
): Promise<void> {
  const url = `${hub.url.replace('http', 'ws')}/ws/updates`;
  for (const [index, company] of companies.entries())
    expectOpened(await fleet.open(groupOf(index), url, socketsOf(company, socketsEach)), socketsEach);
}

function expectOpened(outcomes: Record<string, number>, sockets: number): void {
  if (outcomes['socket 101'] !== sockets)
    throw new Error(`${sockets} sockets wanted: ${JSON.stringify(outcomes)}`);
}

/**
 * One write at a time in one company after the other, from the request to the last receipt; between two of them the
 * same on the bare server, with as many sockets in the group and the same bytes.
 */
export async function realtime(
  checks: Checks,
  fleet: SocketFleet,
  servers: { hub: NodeProcess; bare: NodeProcess; name: string },
  companies: readonly Company[],
  { socketsEach, writes, rounds, judged }: RealtimeOptions,
): Promise<void> {
  const { hub, bare, name } = servers;
  const sockets = companies.length * socketsEach;
  const before = { hub: memoryMb(hub.pid), bare: memoryMb(bare.pid) };
  await connectAll(fleet, hub, companies, socketsEach);
  const bareWs = bare.url.replace('http', 'ws');
  for (const index of companies.keys())
    expectOpened(
      await fleet.open(
        `bare ${index}`,
        `${bareWs}/${index}`,
        Array.from({ length: socketsEach }, () => []),
      ),
      socketsEach,
    );
  await sleep(1500);
  const kb = (server: 'hub' | 'bare') =>
    ((memoryMb((server === 'hub' ? hub : bare).pid) - before[server]) * 1024) / sockets;
  // Resident memory also grows by what the garbage collector has not taken yet: no figure to fail by.
  checks.note(
    `resident memory a socket, ${name}: ${kb('hub').toFixed(1)} KB, bare ${kb('bare').toFixed(1)} (${sockets} sockets)`,
  );

  const trigger = new Trigger();
  const took = Array.from({ length: rounds }, (): Took => ({ hub: [], bare: [] }));
  const sent = companies.map(() => 0);
  const write = async (index: number, company: Company, count: number, round: Took | undefined) => {
    const stage = count % 2 === 0 ? 'won' : 'lost';
    const lead = `${hub.url}/api/leads/${encodeURIComponent(company.leadId)}`;
    const onHub = fleet.received(groupOf(index));
    const beganHub = monotonicMs();
    const status = await trigger.send('PATCH', lead, JSON.stringify({ stage }), {
      authorization: `Bearer ${company.tokens[0]}`,
      'content-type': 'application/json',
    });
    if (status !== 200) throw new Error(`the write answered ${status}`);
    const endHub = await onHub;
    sent[index] = (sent[index] ?? 0) + 1;
    await sleep(pauseMs);
    const onBare = fleet.received(`bare ${index}`);
    const beganBare = monotonicMs();
    await trigger.send('POST', `${bare.url}/${index}`, sample);
    const endBare = await onBare;
    round?.hub.push(endHub - beganHub);
    round?.bare.push(endBare - beganBare);
    await sleep(pauseMs);
  };
  let sample = '{}';
  const warmUps = companies.length * 2;
  for (let count = 0; count < warmUps + rounds * writes; count += 1) {
    const index = count % companies.length;
    const company = companies[index];
    // Every second round of companies begins with the other stage, so that each write changes something.
    if (company)
      await write(
        index,
        company,
        Math.floor(count / companies.length) + index,
        took[Math.floor((count - warmUps) / writes)],
      );
    if (count === 0) sample = (await fleet.counted()).samples[groupOf(0)] ?? sample;
  }
  trigger.stop();

  const { frames } = await fleet.counted();
  const wrong = companies.flatMap((_, index) => {
    const [got, due] = [frames[groupOf(index)] ?? 0, (sent[index] ?? 0) * socketsEach];
    return got === due ? [] : [`company ${index} got ${got} frames instead of ${due}`];
  });
  checks.none(
    `every frame to its own tenant only, ${name}`,
    wrong,
    `${rounds * writes + warmUps} writes, ${socketsEach} frames each, 0 to the other ${companies.length - 1} tenants`,
  );
  report(checks, took, judged, `${name}: ${sockets} sockets, ${rounds} rounds of ${writes} writes`);
}

/** Medians over the rounds: a stall of the machine spoils one round, not the figure. */
function report(checks: Checks, took: readonly Took[], judged: 0.5 | 0.99 | null, what: string): void {
  const median = (part: number, of: (round: Took, part: number) => number) =>
    quantile(
      took.map((round) => of(round, part)),
      0.5,
    );
  const ratioOf = (round: Took, part: number) => quantile(round.hub, part) / quantile(round.bare, part);
  const words = [0.5, 0.99].map((part) => {
    const [hub, bare] = [
      median(part, (round) => quantile(round.hub, part)),
      median(part, (round) => quantile(round.bare, part)),
    ];
    return `p${part * 100} ${hub.toFixed(1)} ms, bare ${bare.toFixed(1)}, ratio ${median(part, ratioOf).toFixed(2)}`;
  });
  const figures = `${words.join('; ')} (${what})`;
  if (judged === null) checks.note(`write to last receipt: ${figures}`);
  else
    checks.check(`write to last receipt, p${judged * 100} <= 3x bare`, median(judged, ratioOf) <= 3, figures);
}
