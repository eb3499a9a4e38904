import type { Load } from './measure.ts';

export type Requests = Load['requests'];

function get(paths: string[]): Requests {
  return paths.map((path) => ({ method: 'GET', path }));
}

/** What is measured: the requests of each operation and the least ratio to the bare server. */
export function operations(ids: string[]): Record<string, { goal: number; requests: Requests }> {
  const stages = ['won', 'lost', 'booked', 'qualified', 'in_progress', 'new'];
  return {
    'list of 50': { goal: 0.4, requests: get(['/api/leads']) },
    'stage filter': { goal: 0.4, requests: get(stages.map((stage) => `/api/leads?stage=${stage}`)) },
    search: {
      goal: 0.4,
      requests: get(
        Array.from({ length: 200 }, (_, index) => `/api/leads?search=company%20${1000 + index * 17}`),
      ),
    },
    'counts per stage': { goal: 1, requests: get(['/api/dashboard-stats']) },
    'one lead': { goal: 0.3, requests: get(ids.map((id) => `/api/leads/${id}`)) },
    'update one': {
      goal: 0.25,
      requests: ids.slice(0, 200).flatMap((id, index) => [
        {
          method: 'PATCH' as const,
          path: `/api/leads/${id}`,
          body: JSON.stringify({ stage: stages[index % stages.length] }),
        },
      ]),
    },
  };
}
