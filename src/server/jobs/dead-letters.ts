import * as z from 'zod';
import { JOB_SCHEMA } from './job-schema.ts';
import type { ExecuteSql } from './sql-executor.ts';

/** The queue that takes jobs whose tries are used up. Nothing works on it; people look at it. */
export const DEAD_LETTERS = 'dead-letters';

/** A job that failed for good. */
export interface DeadLetter {
  id: string;
  /** Null for a job of the system. */
  organizationId: string | null;
  /** Name of the declared job. */
  job: string;
  payload: unknown;
  /** The last error's message. */
  error: string;
  attempts: number;
  createdAt: Date;
  failedAt: Date;
}

const row = z.object({
  id: z.string(),
  organization_id: z.string().nullable(),
  job: z.string(),
  payload: z.unknown(),
  error: z.string(),
  attempts: z.number(),
  created_at: z.coerce.date(),
  failed_at: z.coerce.date(),
});

/** The dead letters of one organization (null: of the system), or of all of them for the operator, newest first. */
export async function readDeadLetters(
  executeSql: ExecuteSql,
  owner: { organizationId: string | null } | 'all',
  limit: number,
): Promise<DeadLetter[]> {
  const { rows } = await executeSql(
    `select id::text, data ->> 'organizationId' as organization_id, source_name as job, data -> 'payload' as payload,
            coalesce(source_output ->> 'message', source_output ->> 'value', source_output::text, '') as error,
            coalesce(source_retry_count, 0) + 1 as attempts,
            coalesce(source_created_on, created_on) as created_at, created_on as failed_at
       from ${JOB_SCHEMA}.job
      where name = '${DEAD_LETTERS}' and state = 'created'
        and ($1 or data ->> 'organizationId' is not distinct from $2)
      order by created_on desc, id limit $3`,
    [owner === 'all', owner === 'all' ? null : owner.organizationId, limit],
  );
  return rows.map((each) => {
    const { created_at: createdAt, failed_at: failedAt, organization_id: owner, ...rest } = row.parse(each);
    return { ...rest, organizationId: owner, createdAt, failedAt };
  });
}
