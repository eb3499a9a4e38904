/**
 * Failures of the embedded database. Each message is one line and fit to be shown to the operator;
 * `code` is the SQLSTATE that PostgreSQL would give for the same condition, so that callers need no second table.
 */
export class EmbeddedDatabaseError extends Error {
  override name = 'EmbeddedDatabaseError';
  readonly code: string;

  constructor(message: string, code = 'XX000', options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** A query ran longer than the limit. 57014 is what PostgreSQL answers when `statement_timeout` fires. */
export class QueryTooLong extends EmbeddedDatabaseError {
  override name = 'QueryTooLong';

  constructor(limitMs: number) {
    super(`The query ran longer than ${limitMs} ms and was stopped.`, '57014');
  }
}

/** The connection ended under the client, as at a restart of a PostgreSQL server (57P01). */
export class ConnectionLost extends EmbeddedDatabaseError {
  override name = 'ConnectionLost';

  constructor(reason: string) {
    super(`The connection to the embedded database was lost: ${reason}`, '57P01');
  }
}
