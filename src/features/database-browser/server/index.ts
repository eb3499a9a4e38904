import { databaseApi } from '#features/database-browser/contract.ts';
import type { Feature } from '#server/feature.ts';
import { handlers } from '#server/http/route.ts';
import { readSchema } from './read-schema.ts';
import { readTable } from './read-table.ts';

/** Shows what the other features declare as `browsable`. */
export const databaseBrowser: Feature = {
  name: 'database-browser',
  routes: handlers(databaseApi, { schema: readSchema, table: readTable }),
  jobs: [],
  events: [],
  browsable: [],
  exportable: [],
};
