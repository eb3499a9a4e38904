import pg from 'pg';

/**
 * Prepared on every connection when it opens: binds a transaction to one organization and role.
 * `set_config(…, true)` ends with the transaction, so a pooled connection never carries a tenant over.
 */
const contextStatement = 'hub_context';
const beginStatement = 'hub_begin';

/** Makes a new connection ready for `queryAs`. */
export async function prepareConnection(client: pg.ClientBase): Promise<void> {
  await client.query(
    `prepare ${contextStatement} (text, text) as select set_config('app.organization_id', $1, true), set_config('role', $2, true)`,
  );
  // BEGIN can be prepared by the protocol only, which `pg` does when it runs a named query.
  await client.query({ name: beginStatement, text: 'begin' });
  await client.query('commit');
}

/** Roles that a transaction runs as; the login role itself is never used for rows. */
export type DatabaseRole = 'app_tenant' | 'app_platform' | 'none';

export interface Context {
  organizationId: string;
  role: DatabaseRole;
}

/**
 * One statement and its tenant context in one round trip: Bind/Execute of the context and the whole statement stand
 * under a single Sync, which PostgreSQL runs as one implicit transaction (protocol flow, extended query). With `open`,
 * a BEGIN goes before them, and the transaction stays open for more.
 */
class TenantQuery extends pg.Query {
  readonly #context: Context;
  readonly #open: boolean;
  /** Statements of ours whose results come before the caller's. */
  #before: number;

  constructor(
    config: pg.QueryConfig,
    context: Context,
    open: boolean,
    callback: (error: Error | undefined, result: pg.QueryResult) => void,
  ) {
    super(config, callback);
    this.#context = context;
    this.#open = open;
    this.#before = open ? 2 : 1;
  }

  override requiresPreparation(): boolean {
    return true;
  }

  override prepare(connection: pg.Connection): void {
    if (this.#open) {
      connection.bind({ statement: beginStatement }, true);
      connection.execute(null, true);
    }
    connection.bind(
      { statement: contextStatement, values: [this.#context.organizationId, this.#context.role] },
      true,
    );
    connection.execute(null, true);
    super.prepare(connection);
  }

  override handleDataRow(message: unknown): void {
    if (this.#before === 0) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: pg.Connection): void {
    if (this.#before === 0) super.handleCommandComplete(message, connection);
    else this.#before -= 1;
  }
}

/** Runs one statement as `context` in one round trip; `open` leaves a transaction open after it. */
export function queryAs(
  client: pg.ClientBase,
  context: Context,
  config: pg.QueryConfig,
  open = false,
): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    client.query(
      new TenantQuery(config, context, open, (error, result) => {
        if (error) reject(error);
        else resolve(result);
      }),
    );
  });
}
