import type pg from 'pg';

/** Runs SQL with positional values. Without values the text may hold several statements, whose rows are joined. */
export type ExecuteSql = (text: string, values?: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>;

/**
 * Runs each call on a connection of the pool and gives it back clean: pg-boss sends `begin; …; commit` as one text,
 * and when that fails the connection would go back to the pool inside an aborted transaction.
 */
export function poolExecutor(pool: pg.Pool): ExecuteSql {
  return async (text, values) => {
    const client = await pool.connect();
    try {
      const result = await clientExecutor(client)(text, values);
      client.release();
      return result;
    } catch (error) {
      const clean = await client.query('rollback').then(
        () => true,
        () => false,
      );
      client.release(!clean);
      throw error;
    }
  };
}

/** Runs each call on this connection, inside the transaction that is open on it. */
export function clientExecutor(client: pg.ClientBase): ExecuteSql {
  return async (text, values) => {
    // Several statements in one text give an array, which the types of `pg` do not say.
    const result: pg.QueryResult | pg.QueryResult[] = await client.query(text, values);
    return { rows: Array.isArray(result) ? result.flatMap((each) => each.rows) : result.rows };
  };
}
