import { JOB_SCHEMA } from './job-schema.ts';
import type { ExecuteSql } from './sql-executor.ts';

/**
 * Removes jobs of an organization from the queue, in whatever state, dead letters included, at most `limit` at once.
 * @returns how many were removed
 */
export async function forgetJobsOf(
  executeSql: ExecuteSql,
  organizationId: string,
  limit: number,
): Promise<number> {
  const { rows } = await executeSql(
    `with gone as (
       delete from ${JOB_SCHEMA}.job where (name, id) in (
         select name, id from ${JOB_SCHEMA}.job where data ->> 'organizationId' = $1 limit $2)
       returning 1
     ) select count(*)::int as removed from gone`,
    [organizationId, limit],
  );
  return Number(rows[0]?.removed ?? 0);
}
