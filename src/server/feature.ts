import type { PgTable } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { RealtimeEvent } from '#shared/realtime.ts';
import type { Background, BackgroundContext } from './background.ts';
import type { JobContext } from './context.ts';
import type { Route } from './http/route.ts';
import type { MailReaction } from './integrations/gate-options.ts';
import type { Job } from './jobs/job.ts';
import type { MessageReaction } from './message-reaction.ts';

/** What a table shows in the database browser; null = never shown there. */
export interface Browsable {
  table: PgTable;
  /** SQL names of the columns that are shown, in this order. */
  columns: readonly string[];
  /** Roles that see it: everyone, or only owners and admins. */
  access: 'all' | 'admin';
}

/** What goes into the export of a whole organization. */
export interface Exportable {
  table: PgTable;
  /** SQL names of columns that hold secrets and stay out. */
  without: readonly string[];
}

export function browsable(
  table: PgTable,
  columns: readonly string[],
  access: 'all' | 'admin' = 'all',
): Browsable {
  return { table, columns, access };
}

export function exportable(table: PgTable, without: readonly string[] = []): Exportable {
  return { table, without };
}

/** What a feature brings: the server half of its manifest. */
export interface Feature {
  name: string;
  routes: readonly Route[];
  jobs: readonly Job<z.ZodType, JobContext>[];
  events: readonly RealtimeEvent[];
  browsable: readonly Browsable[];
  exportable: readonly Exportable[];
  onMessage?: MessageReaction;
  /** Work that goes on as long as the process runs; not in processes of role `web`. */
  background?: (context: BackgroundContext) => Background;
  onMail?: MailReaction;
}
