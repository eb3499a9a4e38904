import { z } from 'zod';
import { noteLimit } from '#features/payments/contract.ts';
import { defineApi, endpoint } from '#shared/endpoint.ts';
import { event } from '#shared/realtime.ts';
import { currentPassword, id, instant, required, text } from '#shared/text.ts';

/** Days between asking for the deletion of an organization and its beginning. */
export const graceDays = 30;
/** Owners are reminded so many days before. */
export const reminderDays = { week: 7, day: 1 } as const;

const nameLimit = 200;

/** Null: the organization stays. */
export const deletionState = z.strictObject({
  deletion: z
    .strictObject({
      requestedAt: instant,
      requestedBy: text(200),
      /** Asked for by the platform's owner, who alone may undo it then. */
      byOperator: z.boolean(),
      /** Why, as the platform's owner said it; null for an owner's own. */
      reason: text(noteLimit).nullable(),
      /** When everything of it is deleted. */
      dueAt: instant,
    })
    .nullable(),
});
export type DeletionState = z.infer<typeof deletionState>;

/** The deletion was asked for or undone: every screen says so. */
export const deletionEvent = event('organization_deletion', z.strictObject({}));

const own = '/api/tenant/organizations/current/deletion';
const operated = '/api/tenant/saas/tenants/:organizationId/deletion';
const changes = { whenEnded: 'works', effects: ['mail'], output: deletionState } as const;
const guarded = { idempotent: true, rate: { calls: 20, seconds: 900, per: 'user' } } as const;
const tenant = {
  access: 'platform-owner',
  ids: { organizationId: 'organizations' },
  params: z.strictObject({ organizationId: id }),
} as const;

export const deletionApi = defineApi({
  module: null,
  endpoints: {
    read: endpoint({
      method: 'GET',
      path: own,
      summary: 'Whether and when the organization is deleted',
      access: 'organization.manage',
      ids: {},
      effects: [],
      output: deletionState,
    }),
    request: endpoint({
      method: 'POST',
      path: own,
      summary: `Delete the organization in ${graceDays} days`,
      access: 'organization.delete',
      ids: {},
      ...changes,
      ...guarded,
      body: z.strictObject({
        currentPassword,
        name: required(nameLimit, 'Type the name of the organization'),
      }),
    }),
    undo: endpoint({
      method: 'DELETE',
      path: own,
      summary: 'Keep the organization after all',
      access: 'organization.delete',
      ids: {},
      ...changes,
    }),
    readTenant: endpoint({
      method: 'GET',
      path: operated,
      summary: 'Whether and when a tenant is deleted',
      ...tenant,
      effects: [],
      output: deletionState,
    }),
    requestTenant: endpoint({
      method: 'POST',
      path: operated,
      summary: `Delete a tenant in ${graceDays} days`,
      ...tenant,
      ...changes,
      ...guarded,
      body: z.strictObject({
        currentPassword,
        reason: required(noteLimit, 'A reason is required: the owners of the tenant read it.'),
      }),
    }),
    undoTenant: endpoint({
      method: 'DELETE',
      path: operated,
      summary: 'Keep a tenant after all',
      ...tenant,
      ...changes,
    }),
  },
});
