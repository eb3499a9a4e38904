import { getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { RealtimeEvent } from '#shared/realtime.ts';
import type { Background, BackgroundContext } from './background.ts';
import type { JobContext, OrganizationContext } from './context.ts';
import type { GuestDoor } from './http/guest-sockets.ts';
import type { Route } from './http/route.ts';
import type { WrittenPage } from './http/written-pages.ts';
import type { MailGuard, MailReaction } from './integrations/gate-options.ts';
import type { Job } from './jobs/job.ts';
import type { ArrivalReaction, MessageReaction } from './message-reaction.ts';

/** What a table shows in the database browser. */
export interface Browsable {
  /** What it is called there: the specification's word where the table has another name. */
  name: string;
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

/** A file of an organization in the file store, as the export of everything takes it. */
export interface StoredFile {
  /** Its name in the file store. */
  id: string;
  /** Where it lies in the archive, such as 'pictures/ID.jpg': parts of ids and plain words, as no person typed it. */
  path: string;
  /** Bytes. */
  size: number;
}

export type StoredFiles = (context: Pick<OrganizationContext, 'db'>) => AsyncIterable<StoredFile>;

export function browsable(
  table: PgTable,
  columns: readonly string[],
  access: 'all' | 'admin' = 'all',
  name: string = getTableName(table),
): Browsable {
  return { name, table, columns, access };
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
  /** Files of an organization that go into the export of everything, some at a time. */
  storedFiles?: StoredFiles;
  /** Pages that the server writes instead of the web application. */
  pages?: readonly WrittenPage[];
  /** Sockets for people who are not signed in. */
  guests?: readonly GuestDoor[];
  onArrival?: ArrivalReaction;
  onMessage?: MessageReaction;
  /** Work that goes on as long as the process runs; not in processes of role `web`. */
  background?: (context: BackgroundContext) => Background;
  onMail?: MailReaction;
  /** Asked before a due mail leaves; may keep it back. */
  beforeMail?: MailGuard;
}
