import type { Sample } from './samples.ts';
import type { World } from './world.ts';

/** Requests to the database browser that work for whoever may make them. */
export const databaseSamples: Record<string, (world: World) => Sample> = {
  'GET /api/database/schema': () => ({}),
  'GET /api/database/table/:tableName': () => ({ params: { tableName: 'leads' }, query: 'limit=200' }),
};
