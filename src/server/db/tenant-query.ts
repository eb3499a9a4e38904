import pg from 'pg';

/**
 * Prepared on every connection when it opens (see connect.ts): binds a transaction to one organization and role.
 * `set_config(…, true)` ends with the transaction, so a pooled connection never carries a tenant over.
 */
export const contextStatement = 'hub_context';
export const prepareContext = `prepare ${contextStatement} (text, text) as select set_config('app.organization_id', $1, true), set_config('role', $2, true)`;

/** Roles that a transaction runs as; the login role itself is never used for rows. */
export type DatabaseRole = 'app_tenant' | 'app_platform' | 'none';

export interface Context {
  organizationId: string;
  role: DatabaseRole;
}

/**
 * One statement and its tenant context in one round trip: Bind/Execute of the context and the whole statement stand
 * under a single Sync, which PostgreSQL runs as one implicit transaction (protocol flow, extended query).
 */
class TenantQuery extends pg.Query {
  readonly #context: Context;
  #contextDone = false;

  constructor(
    config: pg.QueryConfig,
    context: Context,
    callback: (error: Error | undefined, result: pg.QueryResult) => void,
  ) {
    super(config, callback);
    this.#context = context;
  }

  override requiresPreparation(): boolean {
    return true;
  }

  override prepare(connection: pg.Connection): void {
    connection.bind(
      { statement: contextStatement, values: [this.#context.organizationId, this.#context.role] },
      true,
    );
    connection.execute(null, true);
    super.prepare(connection);
  }

  override handleDataRow(message: unknown): void {
    if (this.#contextDone) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: pg.Connection): void {
    if (this.#contextDone) super.handleCommandComplete(message, connection);
    else this.#contextDone = true;
  }
}

/** Runs one statement as `context` in one round trip. */
export function queryAs(
  client: pg.PoolClient,
  context: Context,
  config: pg.QueryConfig,
): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    client.query(
      new TenantQuery(config, context, (error, result) => {
        if (error) reject(error);
        else resolve(result);
      }),
    );
  });
}
