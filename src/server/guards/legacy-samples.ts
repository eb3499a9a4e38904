import type { Sample } from './samples.ts';
import type { World } from './world.ts';

/** Requests to the internal area. No code is set in the matrix, so that entering is refused for everybody. */
export const legacySamples: Record<string, (world: World) => Sample> = {
  'POST /api/legacy/session': () => ({ body: { code: 'not the right one' } }),
  'GET /api/legacy/session': () => ({}),
  'DELETE /api/legacy/session': () => ({}),
  'GET /api/legacy/workspace': () => ({}),
};
