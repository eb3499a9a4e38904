import type { invoices } from '../tables.ts';

/** What the thread that writes invoices is asked for, one at a time. */
export interface PrintOrder {
  invoice: typeof invoices.$inferSelect;
  /** IANA zone of the dates. */
  timezone: string;
}

/** What it answers. */
export type Printed = { bytes: Uint8Array } | { failure: string };
