import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { connectEmbedded, connectPostgres, type OpenDatabase } from '../db/connect.ts';
import type { Walls } from '../db/database.ts';
import { silentLogger } from './silent-logger.ts';
import { testSnapshot } from './snapshot.ts';

/** PostgreSQL to run the API tests on instead of the embedded database; its role may create databases. */
export const testDatabaseUrl = process.env.TEST_DATABASE_URL ?? null;

/** A database of its own for one test file: embedded in memory, or a new one on the server of TEST_DATABASE_URL. */
export async function openTestDatabase(walls?: Walls): Promise<OpenDatabase> {
  if (testDatabaseUrl === null) {
    return connectEmbedded({ memory: true, snapshot: await testSnapshot() }, silentLogger, walls);
  }
  const name = `hub_test_${randomUUID().slice(0, 8)}`;
  await asAdmin(`create database ${name}`);
  const url = new URL(testDatabaseUrl);
  url.pathname = `/${name}`;
  const open = await connectPostgres(url.href, silentLogger, {
    production: false,
    ...(walls ? { walls } : {}),
  });
  return {
    ...open,
    close: async () => {
      await open.close();
      await asAdmin(`drop database if exists ${name} with (force)`);
    },
  };
}

async function asAdmin(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: testDatabaseUrl ?? '' });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
