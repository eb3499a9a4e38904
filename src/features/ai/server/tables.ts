import { doublePrecision, index, integer, jsonb, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instantColumn, tenantTable } from '#server/db/tenant-table.ts';

/** An organization's own choice of engine; without a row the operator's applies. */
export const aiSettings = tenantTable(
  'ai_settings',
  {
    provider: text('provider', { enum: ['builtin', 'openai', 'anthropic', 'openai-compatible'] }).notNull(),
    model: text('model'),
    sealedKey: text('sealed_key'),
    /** US cents a month; null = no cap. */
    monthlyCapCents: integer('monthly_cap_cents'),
    updatedAt: instantColumn('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId] })],
);

/** Every call of an engine. Texts go after AI_STORE_TEXT_DAYS, the numbers stay. */
export const aiRuns = tenantTable(
  'ai_runs',
  {
    id: uuid('id').notNull(),
    userId: text('user_id'),
    job: text('job', {
      enum: ['lead_summary', 'reply_draft', 'outreach_email', 'social_post', 'support_answer'],
    }).notNull(),
    /** What it was about, such as a thread. */
    targetId: text('target_id').notNull(),
    engine: text('engine').notNull(),
    promptVersion: text('prompt_version').notNull(),
    inputHash: text('input_digest').notNull(),
    output: jsonb('output'),
    issues: jsonb('issues').$type<string[]>().notNull().default([]),
    tokensIn: integer('usage_in').notNull().default(0),
    tokensOut: integer('usage_out').notNull().default(0),
    /** US cents: reserved while it runs, then what it cost. */
    costCents: doublePrecision('cost_cents').notNull().default(0),
    latencyMs: integer('latency_ms'),
    outcome: text('outcome', { enum: ['running', 'answered', 'failed'] }).notNull(),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('ai_runs_newest').on(table.organizationId, table.createdAt),
  ],
);
