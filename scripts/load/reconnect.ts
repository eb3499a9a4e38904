import { setTimeout as sleep } from 'node:timers/promises';
import type { Checks } from '../checks.ts';
import { HubClient } from '../hub-client.ts';
import type { NodeProcess } from '../node-process.ts';
import { type Company, socketsOf } from './crowd.ts';
import { monotonicMs } from './fleet-messages.ts';
import type { SocketFleet } from './socket-fleet.ts';

/** All clients at once after a restart, each with its list: nothing is refused, and all are live again. */
export async function reconnect(
  checks: Checks,
  fleet: SocketFleet,
  { old, start, name }: { old: NodeProcess; start: () => Promise<NodeProcess>; name: string },
  companies: readonly Company[],
  clients: number,
): Promise<NodeProcess> {
  const before = (await fleet.counted()).closes;
  const { code } = await old.stop();
  await sleep(1000);
  const { closes } = await fleet.counted();
  const closed = (closes['1001'] ?? 0) - (before['1001'] ?? 0);
  const other = Object.entries(closes).filter(([key, count]) => key !== '1001' && count !== before[key]);
  checks.check(
    `a restart closes every socket with 1001, ${name}`,
    code === 0 && closed > 0 && other.length === 0,
    `exit ${code}, ${closed} closed ${JSON.stringify(other)}`,
  );
  const hub = await start();
  const each = Math.ceil(clients / companies.length);
  const url = `${hub.url.replace('http', 'ws')}/ws/updates`;
  const began = monotonicMs();
  const outcomes = await Promise.all(
    companies.map((company, index) =>
      fleet.open(`again ${index}`, url, socketsOf(company, each), {
        width: each,
        refetch: `${hub.url}/api/leads`,
      }),
    ),
  );
  const took = Math.round(monotonicMs() - began);
  const sum: Record<string, number> = {};
  for (const one of outcomes)
    for (const [outcome, count] of Object.entries(one)) sum[outcome] = (sum[outcome] ?? 0) + count;
  const due = each * companies.length;
  checks.check(
    `${due} clients reconnect at once and read their list, ${name}`,
    sum['socket 101'] === due && sum['list 200'] === due,
    `all live after ${took} ms; ${JSON.stringify(sum)}`,
  );
  const [company] = companies;
  if (company) {
    const live = Promise.race([fleet.received('again 0'), sleep(20_000).then(() => null)]);
    const client = new HubClient(hub.url, company.tokens[0]);
    await client.call('POST', '/api/leads', { name: 'After the restart' });
    checks.check(`a write reaches them again, ${name}`, (await live) !== null);
  }
  return hub;
}
