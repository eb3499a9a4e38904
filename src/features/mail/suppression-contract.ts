import { z } from 'zod';
import { defineApi, endpoint, noContent } from '#shared/endpoint.ts';
import { cursor, email, emailLimit, id, instant, limit, required, rowId, text } from '#shared/text.ts';

const reasonLimit = 500;
const leastReason = 3;
const sayWhy = 'Say why mail may go there again.';

/** What an owner is asked who allows mail to an address again. */
export function liftReason(address: string) {
  return {
    title: `Allow mail to ${address} again?`,
    text: 'Mail that came back comes back again if nothing changed. Whoever asked for no more mail must have asked for it again.',
    label: 'Reason',
    hint: 'It is kept in the audit log.',
    action: 'Allow again',
    busy: 'Allowing...',
    least: leastReason,
    most: reasonLimit,
    tooShort: sayWhy,
  };
}

export const suppression = z.strictObject({
  id,
  /** Null when the person was deleted: the entry still finds the address, and no longer names it. */
  address: text(emailLimit).nullable(),
  /** An unsubscribe stops outreach; the others stop answers to leads as well. */
  cause: z.enum(['unsubscribe', 'hard_bounce', 'complaint', 'manual']),
  /** What happened, for people. */
  reason: text(1000),
  recordedBy: text(200),
  createdAt: instant,
});
export type Suppression = z.infer<typeof suppression>;

/** Addresses that get no more mail. In no module: who is not to be written to is so for all of them. */
export const suppressionApi = defineApi({
  module: null,
  endpoints: {
    list: endpoint({
      method: 'GET',
      path: '/api/tenant/suppressions',
      summary: 'Addresses that get no more mail, newest first',
      access: 'suppressions.add',
      ids: {},
      effects: [],
      query: z.strictObject({ limit, cursor }),
      output: z.array(suppression).max(200),
    }),
    add: endpoint({
      method: 'POST',
      path: '/api/tenant/suppressions',
      summary: 'Stop mail to an address; one that is stopped already stays as it is',
      status: 201,
      access: 'suppressions.add',
      ids: {},
      effects: [],
      whenEnded: 'works',
      body: z.strictObject({ address: email, reason: text(reasonLimit).optional() }),
      output: suppression,
    }),
    lift: endpoint({
      method: 'DELETE',
      path: '/api/tenant/suppressions/:id',
      summary: 'Allow mail to an address again, with the reason for the audit log',
      status: 204,
      access: 'suppressions.lift',
      ids: { id: 'suppressions' },
      effects: [],
      params: z.strictObject({ id: rowId }),
      body: z.strictObject({ reason: required(reasonLimit, sayWhy, leastReason) }),
      output: noContent,
    }),
  },
});
