import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { Pool } from 'pg';
import { openEmbedded } from '../../src/server/db/embedded/open-embedded.ts';

const ACCOUNTS = 20;
const OPENING_BALANCE = 1_000;

/** Sends statements to a database, however it was opened. */
export type Query = (text: string) => Promise<{ rows: Record<string, unknown>[] }>;

/**
 * Moves money between accounts for ever, five statements a transaction, with a checkpoint or a vacuum now and then.
 * Each commit that the database acknowledged is noted in `acknowledged`, a file on another disk.
 */
export async function keepWriting(query: Query, acknowledged: string): Promise<never> {
  await query(
    `create table if not exists account (id int primary key, balance int not null, moves int not null)`,
  );
  await query(
    `create table if not exists move (seq int primary key, amount int not null, note text not null)`,
  );
  await query(
    `insert into account select n, ${OPENING_BALANCE}, 0 from generate_series(1, ${ACCOUNTS}) as n on conflict do nothing`,
  );
  const { rows } = await query('select coalesce(max(seq), 0) as last from move');
  for (let seq = Number(rows[0]?.['last']) + 1; ; seq += 1) {
    const from = 1 + Math.floor(Math.random() * ACCOUNTS);
    const to = 1 + (from % ACCOUNTS);
    const amount = Math.floor(Math.random() * 50);
    await query('begin');
    await query(`insert into move values (${seq}, ${amount}, repeat('note ', ${amount}))`);
    await query(`update account set balance = balance - ${amount}, moves = moves + 1 where id = ${from}`);
    await query(`update account set balance = balance + ${amount} where id = ${to}`);
    await query('commit');
    appendFileSync(acknowledged, `${seq}\n`);
    if (seq % 97 === 0) await query('checkpoint');
    if (seq % 211 === 0) await query('vacuum account');
  }
}

export interface Verdict {
  /** Commits that were acknowledged. */
  acknowledged: number;
  /** Of these, those that are not there. */
  lost: number;
  /** What else is wrong, in words. */
  faults: string[];
}

export function intact({ lost, faults }: Verdict): boolean {
  return lost === 0 && faults.length === 0;
}

/** Opens the database after the cut and compares it with what had been acknowledged. */
export async function inspect(dataDir: string, acknowledgedFile: string): Promise<Verdict> {
  const acknowledged = existsSync(acknowledgedFile)
    ? readFileSync(acknowledgedFile, 'utf8').split('\n').filter(Boolean).map(Number)
    : [];
  const verdict: Verdict = { acknowledged: acknowledged.length, lost: 0, faults: [] };
  try {
    const database = await openEmbedded({ dataDir });
    const pool = new Pool(database.clientConfig);
    try {
      await compare((text) => pool.query(text), acknowledged, verdict);
    } finally {
      await pool.end();
      await database.close();
    }
  } catch (error) {
    verdict.lost = acknowledged.length;
    verdict.faults.push(`does not open: ${error instanceof Error ? error.message : String(error)}`);
  }
  return verdict;
}

async function compare(query: Query, acknowledged: number[], verdict: Verdict): Promise<void> {
  const { rows: tables } = await query(`select to_regclass('move') is not null as present`);
  if (tables[0]?.['present'] !== true) {
    verdict.lost = acknowledged.length;
    return;
  }
  const { rows: moves } = await query('select seq from move');
  const present = new Set(moves.map(({ seq }) => Number(seq)));
  verdict.lost = acknowledged.filter((seq) => !present.has(seq)).length;
  const { rows } = await query(
    `select coalesce(sum(balance), 0)::int as total, coalesce(sum(moves), 0)::int as moves, count(*)::int as count from account`,
  );
  const { total, moves: counted, count } = rows[0] ?? {};
  if (count !== 0 && count !== ACCOUNTS)
    verdict.faults.push(`${String(count)} accounts instead of ${ACCOUNTS}`);
  if (count !== 0 && total !== ACCOUNTS * OPENING_BALANCE)
    verdict.faults.push(`the balances sum up to ${String(total)}`);
  if (counted !== present.size) verdict.faults.push(`${present.size} moves, ${String(counted)} counted`);
  // Reads every page of every index: torn or stale ones raise an error here.
  await query('reindex database postgres');
}
