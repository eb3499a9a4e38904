import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { prospectOverview } from '../../src/features/outreach/contract.ts';
import { type ProspectImport, prospectImport } from '../../src/features/outreach/import-contract.ts';
import { type Checks, seededRandom } from '../checks.ts';
import type { Query, Store } from '../databases.ts';
import { HubClient } from '../hub-client.ts';
import { builtServer, freePort, NodeProcess } from '../node-process.ts';

/** An answer that takes longer waits for the transaction of the import: the embedded database has one connection. */
const promptMs = 400;
/** A lost import is given back to people by a look every minute; writing one takes less. */
const settledMs = 150_000;
/** Prospects that another organization has: a hub is not empty. */
const othersRows = 2000;
const tables = ['prospects', 'prospect_search', 'prospect_activity', 'prospect_import_changes'];

/**
 * Kills the built server in the middle of an import, again and again: nothing of it may be there afterwards, and a person
 * can start it again until it is done, once, with true counts.
 */
export async function importKills(
  checks: Checks,
  store: Store,
  { rows, rounds, seed }: { rows: number; rounds: number; seed: number },
): Promise<void> {
  checks.section(
    `The server killed while it imports ${rows.toLocaleString('en-AU')} prospects, ${store.name} (--seed=${seed})`,
  );
  const random = seededRandom(seed);
  const port = await freePort();
  const start = async () => {
    const one = new NodeProcess(builtServer, port, store.env);
    await one.ready();
    return one;
  };
  let server = await start();
  try {
    const others = await new HubClient(server.url).signUp('importothers');
    const before = new Run(server.url, others.token);
    const theirs = await before.upload(othersRows);
    await before.start(theirs.id);
    await before.settled(theirs.id);
    const tenant = await new HubClient(server.url).signUp('importkills');
    const left = (query: Query) => leftOver(query, tenant.organizationId);
    const run = new Run(server.url, tenant.token);
    const file = await run.upload(rows);
    for (let round = 1; round <= rounds; round += 1) {
      await run.start(file.id);
      await run.beingWritten(file.id);
      const delay = Math.round(random() * 2000);
      await sleep(delay);
      await server.kill();
      const faults = await store.look(async (query) => {
        // A claim counts as lost after a minute: the round does not wait for that.
        await query(`update prospect_imports set claimed_at = claimed_at - interval '2 minutes'`);
        // What a server does by itself within a minute: its statistics see the dead rows.
        await query('analyze prospects');
        return left(query);
      });
      server = await start();
      const given = await run.settled(file.id);
      const { total } = await run.overview();
      checks.none(
        `kill ${round} of ${rounds}, ${delay} ms into the writing`,
        [
          ...faults,
          ...(given.state === 'failed' ? [] : [`the import is ${given.state}: ${given.message}`]),
          ...(total === 0 ? [] : [`the hub counts ${total} prospects`]),
        ],
        'nothing is there, and the import is given back',
      );
    }
    await run.start(file.id);
    const done = await run.settled(file.id);
    const { total } = await run.overview();
    checks.check(
      'started again it comes to its end, once',
      done.state === 'done' && done.result?.created === rows && total === rows,
      `${done.message} ${total} counted`,
    );
    const undone = await run.client.call('POST', `/api/prospect-imports/${file.id}/undo`);
    const { removed } = z.object({ removed: z.number() }).parse(await undone.json());
    await server.stop();
    checks.none(
      'taken back it leaves nothing',
      [...(removed === rows ? [] : [`${removed} were removed`]), ...(await store.look(left))],
      `${removed} removed`,
    );
  } finally {
    await server.kill();
  }
}

/** What an import has written, though it did not come to its end. */
async function leftOver(query: Query, organizationId: string): Promise<string[]> {
  const own = `where organization_id = '${organizationId}'`;
  const faults: string[] = [];
  for (const table of tables) {
    const { rows } = await query(`select count(*)::int as count from ${table} ${own}`);
    if (rows[0]?.count !== 0) faults.push(`${String(rows[0]?.count)} rows in ${table}`);
  }
  const { rows } = await query(`select coalesce(sum(count), 0)::int as count from prospect_counts ${own}`);
  if (rows[0]?.count !== 0) faults.push(`the counter says ${String(rows[0]?.count)}`);
  return faults;
}

/** The import as its owner sees it. */
class Run {
  readonly client: HubClient;
  readonly #url: string;
  readonly #token: string;

  constructor(url: string, token: string) {
    this.client = new HubClient(url, token);
    this.#url = url;
    this.#token = token;
  }

  async upload(rows: number): Promise<ProspectImport> {
    const lines = Array.from(
      { length: rows },
      (_, index) => `Business ${index},"${index} King St, Sydney",hello${index}@business.example`,
    );
    const form = new FormData();
    const text = `Business Name,Address,Contact Email\n${lines.join('\n')}\n`;
    form.append('csvFile', new Blob([text], { type: 'text/csv' }), 'kills.csv');
    const response = await fetch(`${this.#url}/api/prospect-imports`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.#token}` },
      body: form,
    });
    if (!response.ok) throw new Error(`The upload answered ${response.status} ${await response.text()}`);
    return prospectImport.parse(await response.json());
  }

  async start(id: string): Promise<void> {
    const body = { duplicates: 'skip', consent: null };
    await (await this.client.call('POST', `/api/prospect-imports/${id}/start`, body)).arrayBuffer();
  }

  async read(id: string): Promise<ProspectImport> {
    return prospectImport.parse(await (await this.client.call('GET', `/api/prospect-imports/${id}`)).json());
  }

  async overview() {
    return prospectOverview.parse(await (await this.client.call('GET', '/api/prospect-overview')).json());
  }

  /** Waits until rows are being written: it says so, or nobody else gets an answer. */
  async beingWritten(id: string): Promise<void> {
    for (;;) {
      const read = this.read(id).catch(() => null);
      const now = await Promise.race([read, sleep(promptMs, 'late' as const)]);
      if (now === 'late' || now === null || now.progress.done > 0) return;
      if (now.state !== 'running') throw new Error(`The import is ${now.state} before it was killed.`);
      await sleep(20);
    }
  }

  /** The import when it does not run any more, or the time is over. */
  async settled(id: string): Promise<ProspectImport> {
    const end = performance.now() + settledMs;
    for (;;) {
      const now = await this.read(id);
      if (now.state !== 'running' || performance.now() > end) return now;
      await sleep(250);
    }
  }
}
