import type pino from 'pino';
import type { JobContext, Session } from './context.ts';
import type { OpenDatabase } from './db/connect.ts';
import type { Database } from './db/database.ts';
import type { JobRunner } from './jobs/runner.ts';
import type { Services } from './services.ts';

/** Finds who a bearer token belongs to. */
export interface Authenticator {
  /** Null for a token that is unknown, ended, or whose owner may not sign in. */
  find(token: string): Promise<Session | null>;
}

/** Finds what the internal area's cookie has opened; null when it has ended. */
export type FindLegacy = (cookie: string) => Promise<Session | null>;

/** What one process holds while it runs. */
export interface Hub {
  database: Database;
  open: OpenDatabase;
  services: Services;
  jobs: JobRunner<JobContext>;
  authenticator: Authenticator;
  findLegacy: FindLegacy;
  log: pino.Logger;
  /** The organization of the platform itself. */
  platformId: string;
  /** Whether every answer is checked against its schema, also those of large lists: tests and development. */
  checkReplies: boolean;
}
