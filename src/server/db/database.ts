import { AsyncLocalStorage } from 'node:async_hooks';
import { PgDialect } from 'drizzle-orm/pg-core';
import { drizzle, type PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import pg from 'pg';
import type { Statement } from './statement.ts';
import { TenantDialect } from './tenant-dialect.ts';
import { type Context, type DatabaseRole, queryAs } from './tenant-query.ts';

export type Queries = PgRemoteDatabase;
export type Row = Record<string, unknown>;

/** What a transaction sends to all processes when it commits; see notifications.ts. */
export type Notice = { kind: string } & Record<string, unknown>;

/** A query with positional values, as pg-boss and the migrations send them. */
export type ExecuteSql = (text: string, values?: unknown[]) => Promise<{ rows: Row[]; rowCount: number }>;

/** An open transaction of one organization (or of the platform). */
export interface Transaction {
  organizationId: string;
  db: Queries;
  /** Runs a declared statement; `$1` is filled with the organization. */
  run(statement: Statement, values?: unknown[]): Promise<Row[]>;
  /** Delivered to every process after the commit, never after a rollback. */
  notify(notice: Notice): void;
  /** Runs as the owner inside this transaction: for the job queue's own tables only. */
  asOwner: ExecuteSql;
}

/** The database as one organization sees it. Each statement outside `tx` is a transaction of its own, in one round trip. */
export interface OrganizationDatabase {
  organizationId: string;
  db: Queries;
  run(statement: Statement, values?: unknown[]): Promise<Row[]>;
  tx<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
}

/** Channel of `notify`. */
export const noticeChannel = 'hub_notices';

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Dates and JSON stay text: the schema's columns decode them once. */
const { builtins } = pg.types;
const keptAsText = new Set<number>([
  builtins.TIMESTAMPTZ,
  builtins.TIMESTAMP,
  builtins.DATE,
  builtins.INTERVAL,
]);
const rawTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    keptAsText.has(oid) ? (value: string) => value : pg.types.getTypeParser(oid, format),
};

/** Test switches of the two walls; production code never sets them. */
export interface Walls {
  rowLevelSecurity: boolean;
  queryFilter: boolean;
}

export interface DatabaseOptions {
  kind: 'embedded' | 'postgres';
  pool: pg.Pool;
  /** Gets the notices of each commit of this process at once, before they come round through the database. */
  committed: (notices: Notice[]) => void;
  /** Runs work whose statements may take longer than the usual limit. */
  withoutLimit: <T>(work: () => Promise<T>) => Promise<T>;
  walls?: Walls | undefined;
}

/** The only way to rows: a pool whose every statement runs as one organization or, with a reason, as the platform. */
export class Database {
  readonly kind: 'embedded' | 'postgres';
  readonly #pool: pg.Pool;
  readonly #walls: Walls;
  readonly #committed: (notices: Notice[]) => void;
  readonly #withoutLimit: <T>(work: () => Promise<T>) => Promise<T>;
  /** Set while a transaction is open: a query outside it would wait for itself on a pool of one. */
  readonly #open = new AsyncLocalStorage<'transaction' | 'none'>();

  constructor(options: DatabaseOptions) {
    this.kind = options.kind;
    this.#pool = options.pool;
    this.#committed = options.committed;
    this.#walls = options.walls ?? { rowLevelSecurity: true, queryFilter: true };
    this.#withoutLimit = options.withoutLimit;
  }

  forOrganization(organizationId: string): OrganizationDatabase {
    if (!uuidPattern.test(organizationId)) throw new Error(`Not an organization id: ${organizationId}`);
    const context: Context = { organizationId, role: 'app_tenant' };
    return {
      organizationId,
      db: this.#queries(organizationId, (config) => this.#single(context, config)),
      run: async (statement, values = []) =>
        (await this.#single(context, configOf(statement, organizationId, values))).rows,
      tx: (work) => this.#transaction(context, work),
    };
  }

  /** A transaction that may see every organization. `reason` is for the reader of the code and of the slow log. */
  asPlatform<T>(reason: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    if (reason === '') throw new Error('asPlatform needs a reason.');
    return this.#transaction({ organizationId: '', role: 'app_platform' }, work);
  }

  /** Single statements that may see every organization, one round trip each; for `reason` see `asPlatform`. */
  readAsPlatform(reason: string): Queries {
    if (reason === '') throw new Error('readAsPlatform needs a reason.');
    const context: Context = { organizationId: '', role: 'app_platform' };
    return this.#queries('', (config) => this.#single(context, config));
  }

  /** One statement as the owner of the schema: migrations, the job queue, the rate counters. Never for tenant rows. */
  asOwner: ExecuteSql = async (text, values) => {
    return this.#checkout(async (client) => {
      try {
        return joined(await client.query(text, values));
      } catch (error) {
        // pg-boss sends whole transactions as one text: a failed one must not stay open on a pooled connection.
        await client.query('rollback').catch(() => client.emit('error', new Error('rollback failed')));
        throw error;
      }
    });
  };

  /** A maintenance statement as the owner, which may take its time. */
  maintain(text: string): Promise<unknown> {
    return this.#withoutLimit(() => this.asOwner(text));
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  #queries(
    organizationId: string,
    send: (config: pg.QueryConfig & { rowMode?: 'array' }) => Promise<pg.QueryResult>,
  ): Queries {
    const dialect =
      organizationId !== '' && this.#walls.queryFilter ? new TenantDialect(organizationId) : new PgDialect();
    return drizzle(
      (text, values, method) =>
        send({ text, values, types: rawTypes, ...(method === 'all' ? { rowMode: 'array' as const } : {}) }),
      {},
      () => dialect,
    );
  }

  #single(context: Context, config: pg.QueryConfig): Promise<pg.QueryResult> {
    return this.#checkout((client) => queryAs(client, this.#roleOf(context), config));
  }

  #roleOf(context: Context): Context {
    // 'none' is the login role: a superuser on the embedded database, which row level security does not bind.
    const role: DatabaseRole = this.#walls.rowLevelSecurity ? context.role : 'none';
    return { ...context, role };
  }

  async #checkout<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    if (this.#open.getStore() === 'transaction') {
      throw new Error('A query was sent outside the open transaction: pass the transaction on.');
    }
    const client = await this.#pool.connect();
    let broken = false;
    const lost = () => {
      broken = true;
    };
    client.once('error', lost);
    try {
      return await work(client);
    } finally {
      client.off('error', lost);
      client.release(broken);
    }
  }

  #transaction<T>(context: Context, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#checkout(async (client) => {
      const bound = this.#roleOf(context);
      let begun = false;
      // The first query of a transaction brings its BEGIN with it: one round trip less for every transaction.
      const send = (config: pg.QueryConfig): Promise<pg.QueryResult> => {
        if (begun) return client.query(config);
        begun = true;
        return queryAs(client, bound, config, true);
      };
      const notices: Notice[] = [];
      const tx: Transaction = {
        organizationId: context.organizationId,
        db: this.#queries(context.organizationId, send),
        run: async (statement, values = []) =>
          (await send(configOf(statement, context.organizationId, values))).rows,
        notify: (notice) => void notices.push(notice),
        asOwner: async (text, values) => {
          await send({ text: `select set_config('role', 'none', true)` });
          const result = joined(await client.query(text, values));
          await client.query(`select set_config('role', '${bound.role}', true)`);
          return result;
        },
      };
      try {
        const result = await this.#open.run('transaction', () => work(tx));
        if (begun || notices.length > 0) await client.query(commitWith(notices));
        this.#committed(notices);
        return result;
      } catch (error) {
        if (begun) {
          await client.query('rollback').catch(() => client.emit('error', new Error('rollback failed')));
        }
        throw error;
      }
    });
  }
}

/** A text of several statements answers with one result for each; their rows are put together. */
function joined(results: pg.QueryResult | pg.QueryResult[]): { rows: Row[]; rowCount: number } {
  const all = Array.isArray(results) ? results : [results];
  return {
    rows: all.flatMap((one) => one.rows),
    rowCount: all.reduce((sum, one) => sum + (one.rowCount ?? 0), 0),
  };
}

function configOf(statement: Statement, organizationId: string, values: unknown[]): pg.QueryConfig {
  return {
    text: statement.text,
    values: [organizationId, ...values],
    types: rawTypes,
    ...(statement.name === null ? {} : { name: statement.name }),
  };
}

/** The notices go with the commit, in one round trip; PostgreSQL delivers them only if it succeeds. */
function commitWith(notices: Notice[]): string {
  const sends = notices.map(
    (notice) => `select pg_notify('${noticeChannel}', ${pg.escapeLiteral(JSON.stringify(notice))});`,
  );
  return `${sends.join('')}commit`;
}
