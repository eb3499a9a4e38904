import { z } from 'zod';
import { defineApi, endpoint, noContent } from '#shared/endpoint.ts';
import { instant, text } from '#shared/text.ts';

/** Wrong codes of one address in 15 minutes (contract section 12). */
export const legacyTries = { calls: 10, seconds: 900 } as const;
/** How long the internal area stays open (shapes section 19). */
export const legacyHours = 8;

/** The specification's words (section 8). */
export const wrongCode = 'Invalid access credentials. Please contact your administrator.';

export const legacyApi = defineApi({
  module: null,
  endpoints: {
    enter: endpoint({
      method: 'POST',
      path: '/api/legacy/session',
      summary: 'Open the internal area with the shared access code',
      access: 'public',
      v2: false,
      status: 204,
      ids: {},
      effects: [],
      body: z.strictObject({ code: text(200).min(1, 'Enter the access code.') }),
      output: noContent,
    }),
    check: endpoint({
      method: 'GET',
      path: '/api/legacy/session',
      summary: 'Whether the internal area is open in this browser',
      access: 'legacy',
      v2: false,
      status: 204,
      ids: {},
      effects: [],
      output: noContent,
    }),
    leave: endpoint({
      method: 'DELETE',
      path: '/api/legacy/session',
      summary: 'Close the internal area in this browser',
      access: 'legacy',
      v2: false,
      status: 204,
      whenEnded: 'works',
      ids: {},
      effects: ['frame'],
      output: noContent,
    }),
    workspace: endpoint({
      method: 'GET',
      path: '/api/legacy/workspace',
      summary: 'What the internal screens need to know of the platform’s organization',
      access: 'legacy',
      v2: false,
      ids: {},
      effects: [],
      output: z.strictObject({
        name: text(120),
        timezone: text(64),
        country: text(10).nullable(),
        openUntil: instant,
      }),
    }),
  },
});
