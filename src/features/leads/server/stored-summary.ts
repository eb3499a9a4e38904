import type { z } from 'zod';
import { aiSummary, type aiSummary as aiSummarySchema } from '#features/leads/contract.ts';

export type AiSummary = z.output<typeof aiSummarySchema>;

/**
 * The stored summary of the lead `l` as one JSON value, for a statement whose `$1` is the organization. `once` is a
 * condition that only one row of the answer meets, so that a long thread does not carry it in every row.
 */
export function storedSummary(once: string): string {
  return `case when ${once} then (select jsonb_build_object('summary', y.summary, 'generatedAt', y.generated_at, 'engine', y.engine,
    'sources', y.sources, 'stale', y.message_count <> l.message_count, 'issues', y.issues)
    from lead_summaries y where y.organization_id = $1 and y.thread_id = l.thread_id) end as ai_summary`;
}

/** What `storedSummary` selected, as on the wire. */
export function summaryOut(value: unknown): AiSummary | null {
  if (typeof value !== 'object' || value === null || !('generatedAt' in value)) return null;
  return aiSummary.parse({ ...value, generatedAt: new Date(String(value.generatedAt)).toISOString() });
}
