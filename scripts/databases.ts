import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { openEmbedded } from '../src/server/db/embedded/open-embedded.ts';
import type { Cleanup } from './checks.ts';
import { startPostgres, type TestPostgres } from './postgres.ts';

export type Query = (text: string) => Promise<{ rows: Record<string, unknown>[] }>;

/** An empty database of its own for a server under test. */
export interface Store {
  name: 'embedded' | 'PostgreSQL';
  /** What the server is started with. */
  env: Record<string, string>;
  /** Whether `look` may be used while a server runs on it: the embedded database takes one process. */
  shared: boolean;
  /** Works on the database as superuser, beside the server. */
  look<T>(work: (query: Query) => Promise<T>): Promise<T>;
}

/** Environment of every server under test: no demo, no log, the same secret at each start. */
const common = {
  HUB_DEMO: '0',
  HUB_LOG_LEVEL: 'error',
  HUB_SECRET: 'a secret of the checks, 32 bytes and more',
};

/** Makes empty databases of both kinds, in temporary folders that `cleanup` removes. */
export class Databases {
  readonly #cleanup: Cleanup;
  readonly postgres: TestPostgres | null;

  private constructor(cleanup: Cleanup, postgres: TestPostgres | null) {
    this.#cleanup = cleanup;
    this.postgres = postgres;
  }

  static async open(cleanup: Cleanup): Promise<Databases> {
    const postgres = await startPostgres();
    cleanup.add(() => postgres?.stop());
    return new Databases(cleanup, postgres);
  }

  folder(): string {
    const folder = mkdtempSync(path.join(tmpdir(), 'hub-check-'));
    this.#cleanup.add(() => rmSync(folder, { recursive: true, force: true }));
    return folder;
  }

  embedded(): Store {
    const dataDir = path.join(this.folder(), 'data');
    return {
      name: 'embedded',
      env: { ...common, HUB_DATA_DIR: dataDir },
      shared: false,
      look: async (work) => {
        const database = await openEmbedded({ dataDir });
        const pool = new pg.Pool(database.clientConfig);
        try {
          return await work((text) => pool.query(text));
        } finally {
          await pool.end();
          await database.close();
        }
      },
    };
  }

  /** Null where no PostgreSQL is installed. */
  async onPostgres(name: string): Promise<Store | null> {
    const { postgres } = this;
    if (postgres === null) return null;
    const url = await postgres.createDatabase(name);
    return {
      name: 'PostgreSQL',
      env: { ...common, DATABASE_URL: url, HUB_DATA_DIR: this.folder() },
      shared: true,
      look: async (work) => {
        const client = new pg.Client({ connectionString: postgres.adminUrl(name) });
        await client.connect();
        try {
          return await work((text) => client.query(text));
        } finally {
          await client.end();
        }
      },
    };
  }

  /** One store of each kind that there is here. */
  async both(name: string): Promise<Store[]> {
    const server = await this.onPostgres(name);
    return server ? [this.embedded(), server] : [this.embedded()];
  }
}
