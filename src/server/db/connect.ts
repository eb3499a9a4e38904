import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { Database, type Walls } from './database.ts';
import { type EmbeddedDatabase, type EmbeddedLocation, openEmbedded } from './embedded/open-embedded.ts';
import { migrate } from './migrate.ts';
import { NoticeListener } from './notifications.ts';
import { prepareConnection } from './tenant-query.ts';

/** One line for the person who started the hub: why the database cannot be used and what to do. */
export class DatabaseUnreachable extends Error {}

export interface Logger {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface OpenDatabase {
  database: Database;
  listener: NoticeListener;
  /** Set when the database is the embedded one. */
  embedded: EmbeddedDatabase | null;
  close(): Promise<void>;
}

/** Connections of one process to PostgreSQL. */
const poolSize = 10;
const statementTimeoutMs = 15_000;
/** Longest wait for a connection that is free. */
const connectionWaitMs = 3_000;

/** Where the migrations lie: beside the bundle, or beside this file when running from source. */
export function migrationsFolder(): string {
  const beside = fileURLToPath(new URL('./migrations', import.meta.url));
  if (existsSync(beside)) return beside;
  throw new DatabaseUnreachable(
    `The folder of migrations is missing: ${beside}. Build the hub again with "npm run build".`,
  );
}

/** Opens the embedded database and brings its schema up to date. */
export async function connectEmbedded(
  location: EmbeddedLocation,
  logger: Logger,
  walls?: Walls,
): Promise<OpenDatabase> {
  const embedded = await openEmbedded(location, { logger });
  const listener = new NoticeListener();
  const pool = new pg.Pool({
    ...embedded.clientConfig,
    onConnect: async (client) => {
      await prepareConnection(client);
      await listener.attach(client);
    },
  });
  pool.on('error', (error) => logger.warn({ err: error }, 'the embedded database dropped its connection'));
  const client = await pool.connect();
  try {
    await embedded.withoutLimit(() => migrate(client, migrationsFolder()));
  } catch (error) {
    client.release();
    await pool.end();
    await embedded.close();
    throw error;
  }
  client.release();
  const database = new Database({
    kind: 'embedded',
    pool,
    committed: (notices) => listener.deliverOwn(notices),
    withoutLimit: (work) => embedded.withoutLimit(work),
    walls,
  });
  return {
    database,
    listener,
    embedded,
    close: async () => {
      await database.close();
      await embedded.close();
    },
  };
}

/** Connects to PostgreSQL, checks that it can be used, and brings its schema up to date. */
export async function connectPostgres(
  url: string,
  logger: Logger,
  options: { production: boolean; walls?: Walls; waitMs?: number },
): Promise<OpenDatabase> {
  const config: pg.PoolConfig = {
    connectionString: url,
    connectionTimeoutMillis: options.waitMs ?? connectionWaitMs,
    keepAlive: true,
    options: `-c timezone=UTC -c statement_timeout=${statementTimeoutMs} -c idle_in_transaction_session_timeout=30000`,
    application_name: 'ai-hub',
  };
  const first = new pg.Client({ ...config, options: '-c timezone=UTC' });
  await connectOnce(first, url);
  try {
    await checkServer(first, options.production);
    await migrate(first, migrationsFolder());
    await checkRoles(first);
  } finally {
    await first.end();
  }
  const pool = new pg.Pool({
    ...config,
    max: poolSize,
    onConnect: async (client) => {
      await prepareConnection(client);
    },
  });
  pool.on('error', (error) => logger.warn({ err: error }, 'an idle database connection was lost'));
  const listener = new NoticeListener();
  await listener.keep(
    async () => {
      const client = new pg.Client({ ...config, options: '-c timezone=UTC' });
      await client.connect();
      return client;
    },
    (error) => logger.warn({ err: error }, 'the notification connection was lost'),
  );
  const database = new Database({
    kind: 'postgres',
    pool,
    committed: (notices) => listener.deliverOwn(notices),
    // The server vacuums by itself; nothing here needs longer than its statement_timeout.
    withoutLimit: (work) => work(),
    walls: options.walls,
  });
  return {
    database,
    listener,
    embedded: null,
    close: async () => {
      await listener.stop();
      await database.close();
    },
  };
}

async function connectOnce(client: pg.Client, url: string): Promise<void> {
  try {
    await client.connect();
  } catch (error) {
    const place = safePlace(url);
    const reason =
      error instanceof AggregateError
        ? error.errors.map(String).join('; ')
        : error instanceof Error
          ? error.message
          : String(error);
    throw new DatabaseUnreachable(
      `PostgreSQL at ${place} cannot be reached: ${reason}. Check that it runs and that DATABASE_URL is right.`,
    );
  }
}

function safePlace(url: string): string {
  try {
    const { hostname, port, pathname, searchParams } = new URL(url);
    return `${hostname || searchParams.get('host') || 'localhost'}:${port || '5432'}${pathname}`;
  } catch {
    return 'the address in DATABASE_URL';
  }
}

const oldestServer = 150_000;

/** The role that search runs as sees every tenant's leads: who signs in to the database must not have its rights. */
async function checkRoles(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ leaks: boolean }>(
    `select pg_has_role(current_user, 'app_search', 'usage') and not rolsuper as leaks from pg_roles where rolname = current_user`,
  );
  if (rows[0]?.leaks) {
    throw new DatabaseUnreachable(
      'The role in DATABASE_URL has the rights of app_search and would see every tenant’s leads. Take the membership away: docs/postgresql.md has the statement.',
    );
  }
}

async function checkServer(client: pg.Client, production: boolean): Promise<void> {
  const { rows } = await client.query<{ version: string; fsync: string; pages: string }>(
    `select current_setting('server_version_num') as version, current_setting('fsync') as fsync, current_setting('full_page_writes') as pages`,
  );
  const server = rows[0];
  if (!server || Number(server.version) < oldestServer) {
    throw new DatabaseUnreachable(
      `This PostgreSQL is version ${server?.version ?? 'unknown'}. AI Hub needs version 15 or newer.`,
    );
  }
  if (production && (server.fsync !== 'on' || server.pages !== 'on')) {
    throw new DatabaseUnreachable(
      'This PostgreSQL runs with fsync or full_page_writes off and would lose data in a power cut. Switch both on.',
    );
  }
}
