import { getConstructionPlans, getMigrationPlans } from 'pg-boss';
import bossPackage from 'pg-boss/package.json' with { type: 'json' };
import type { ExecuteSql } from './sql-executor.ts';

/** The queue's tables have a schema of their own: they hold the jobs of every organization, outside row level security. */
export const JOB_SCHEMA = 'pgboss';

/**
 * Creates the job queue's schema, or brings it to the version of the installed pg-boss. For the migrations of the hub,
 * as the owner. `executeSql` must take a text of several statements.
 * @throws when the schema belongs to a newer pg-boss.
 */
export async function ensureJobSchema(executeSql: ExecuteSql): Promise<void> {
  const wanted = bossPackage.pgboss.schema;
  const { rows } = await executeSql(`select to_regclass('${JOB_SCHEMA}.version')::text as version_table`);
  if (rows[0]?.['version_table'] == null) {
    await executeSql(getConstructionPlans(JOB_SCHEMA));
    return;
  }
  const installed = await executeSql(`select version from ${JOB_SCHEMA}.version`);
  const version = Number(installed.rows[0]?.['version']);
  if (version > wanted) {
    throw new Error(
      `The job queue in the database has version ${version}; this version of AI Hub knows ${wanted}. Start the newer version.`,
    );
  }
  if (version < wanted) await executeSql(getMigrationPlans(JOB_SCHEMA, version));
}
