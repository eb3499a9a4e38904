import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { connectEmbedded, connectPostgres, type OpenDatabase } from '../db/connect.ts';
import type { Walls } from '../db/database.ts';
import { sqlState } from '../http/errors.ts';
import { silentLogger } from './silent-logger.ts';
import { testSnapshot } from './snapshot.ts';

/** PostgreSQL to run the API tests on instead of the embedded database; its role may create databases. */
export const testDatabaseUrl = process.env.TEST_DATABASE_URL ?? null;

/** A database of its own for one test file: embedded in memory, or a new one on the server of TEST_DATABASE_URL. */
export async function openTestDatabase(walls?: Walls): Promise<OpenDatabase> {
  if (testDatabaseUrl === null) {
    return connectEmbedded({ memory: true, snapshot: await testSnapshot() }, silentLogger, walls);
  }
  const { url, drop } = await createPostgresDatabase(testDatabaseUrl);
  const open = await connectPostgres(url, silentLogger, {
    production: false,
    // Fifty calls at once are a test of ours, on a machine that does other work too.
    waitMs: 30_000,
    ...(walls ? { walls } : {}),
  });
  return {
    ...open,
    close: async () => {
      await open.close();
      await drop();
    },
  };
}

/** An empty database on a server, for one test file. `server` is the connection of a role that may create databases. */
export async function createPostgresDatabase(
  server: string,
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `hub_test_${randomUUID().slice(0, 8)}`;
  await asAdmin(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => dropDatabase(server, name) };
}

const dropTries = 20;

/** The server's own vacuum may be in the database for a moment, and only a superuser may end that. */
async function dropDatabase(server: string, name: string): Promise<void> {
  for (let left = dropTries; ; left -= 1) {
    try {
      await asAdmin(server, `drop database if exists ${name} with (force)`);
      return;
    } catch (error) {
      if (left === 0 || sqlState(error) !== '42501') throw error;
      await sleep(250);
    }
  }
}

async function asAdmin(server: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
