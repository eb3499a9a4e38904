import { z } from 'zod';
import { defineApi, endpoint } from '#shared/endpoint.ts';
import { currentPassword, id, instant, rowId, text } from '#shared/text.ts';

/** Days that a finished export can be downloaded. */
export const exportDays = 7;

export const organizationExport = z.strictObject({
  id,
  state: z.enum(['waiting', 'running', 'ready', 'failed']),
  requestedBy: text(200),
  tablesDone: z.int().min(0),
  tablesTotal: z.int().min(0),
  rows: z.int().min(0),
  bytes: z.int().min(0),
  createdAt: instant,
  finishedAt: instant.nullable(),
  /** When the file goes; null until it is there. */
  expiresAt: instant.nullable(),
});
export type OrganizationExport = z.infer<typeof organizationExport>;

export const exportsApi = defineApi({
  module: null,
  endpoints: {
    list: endpoint({
      method: 'GET',
      path: '/api/tenant/exports',
      summary: 'Exports of the whole organization, newest first',
      access: 'organization.export',
      ids: {},
      effects: [],
      output: z.array(organizationExport).max(20),
    }),
    start: endpoint({
      method: 'POST',
      path: '/api/tenant/exports',
      summary: 'Export everything of the organization as JSON and CSV, in the background',
      status: 202,
      access: 'organization.export',
      whenEnded: 'works',
      idempotent: true,
      rate: { calls: 20, seconds: 3600, per: 'user' },
      ids: {},
      effects: ['job'],
      body: z.strictObject({ currentPassword }),
      output: organizationExport,
    }),
    download: endpoint({
      method: 'GET',
      path: '/api/tenant/exports/:id/file',
      summary: 'The file of a finished export',
      access: 'organization.export',
      ids: { id: 'organization_exports' },
      effects: [],
      params: z.strictObject({ id: rowId }),
      output: z.undefined(),
    }),
  },
});
