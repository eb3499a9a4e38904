import 'pg';

/** Parts of pg 8.23's Query and Connection that tenant-query.ts builds on; the version is pinned and tests run through them. */
declare module 'pg' {
  interface Query {
    prepare(connection: Connection): void;
    requiresPreparation(): boolean;
    handleDataRow(message: unknown): void;
    handleCommandComplete(message: unknown, connection: Connection): void;
    handleRowDescription(message: unknown): void;
  }
}
