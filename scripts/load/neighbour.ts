import autocannon from 'autocannon';
import { type Checks, quantile } from '../checks.ts';
import { HubClient } from '../hub-client.ts';
import type { Company } from './crowd.ts';

const connections = 20;
const goalMs = 500;
const messages = 300;

/** One company loads the hub with 20 connections: what another one with a single connection feels. */
export async function noisyNeighbour(
  checks: Checks,
  url: string,
  name: string,
  { loud, quiet }: { loud: Company; quiet: Company },
  seconds: number,
): Promise<void> {
  const client = new HubClient(url, loud.tokens[0]);
  await client.ingest(Array.from({ length: messages }, (_, index) => mail(index)));
  const calm = await listTimes(url, quiet, seconds / 3);
  const lead = `/api/leads/${encodeURIComponent(loud.leadId)}`;
  const load = autocannon({
    url,
    connections,
    duration: seconds,
    // In a thread of its own: the one here measures.
    workers: 1,
    headers: { authorization: `Bearer ${loud.tokens[0]}`, 'content-type': 'application/json' },
    requests: [
      { path: '/api/leads?limit=200' },
      { path: '/api/leads?search=client-1' },
      { path: lead },
      { path: '/api/threads?search=billboard' },
      { path: '/api/dashboard-stats' },
      { method: 'PATCH', path: lead, body: JSON.stringify({ stage: 'won' }) },
      { method: 'POST', path: '/api/leads', body: JSON.stringify({ name: 'One more of many' }) },
    ],
  });
  const busy = await listTimes(url, quiet, seconds);
  const { requests, errors, non2xx } = await load;
  const [calm95, busy95] = [quantile(calm, 0.95), quantile(busy, 0.95)];
  checks.check(
    `a list beside a loud tenant, ${name}: p95 <= ${goalMs} ms`,
    busy95 <= goalMs && errors === 0 && non2xx === 0,
    `p50 ${quantile(busy, 0.5).toFixed(1)}, p95 ${busy95.toFixed(1)} ms (alone ${calm95.toFixed(1)}); the loud one had ${requests.average.toFixed(0)}/s on ${connections} connections, ${non2xx + errors} failed`,
  );
}

function mail(index: number): object {
  return {
    id: `loud-${index}`,
    snippet: 'We want a billboard',
    payload: {
      mimeType: 'text/plain',
      headers: [
        { name: 'From', value: `Pat <pat@client-${index}.example>` },
        { name: 'Subject', value: `Billboard ${index}` },
        { name: 'Message-ID', value: `<loud-${index}@loud.example>` },
      ],
      body: { data: Buffer.from('We want a billboard for eight weeks.').toString('base64url') },
    },
  };
}

async function listTimes(url: string, company: Company, seconds: number): Promise<number[]> {
  const client = new HubClient(url, company.tokens[0]);
  const times: number[] = [];
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    const began = performance.now();
    await (await client.call('GET', '/api/leads')).arrayBuffer();
    times.push(performance.now() - began);
  }
  return times;
}
