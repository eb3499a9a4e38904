import { formOf } from '../testing/form-file.ts';
import type { Sample } from './samples.ts';
import type { World } from './world.ts';

/** Requests to outreach that work for whoever may make them. */
export const outreachSamples: Record<string, (world: World) => Sample> = {
  'GET /api/prospects': () => ({}),
  'GET /api/prospect-overview': () => ({}),
  'GET /api/prospects/:id': ({ prospectId }) => ({ params: { id: prospectId } }),
  'POST /api/prospects': ({ canary }) => ({ body: { businessName: canary } }),
  'PATCH /api/prospects/:id': ({ prospectId }) => ({
    params: { id: prospectId },
    body: { status: 'qualified', lastContactedAt: '2026-12-01T00:00:00Z' },
  }),
  'DELETE /api/prospects/:id': ({ prospectId }) => ({ params: { id: prospectId } }),
  'POST /api/prospect-list/change': ({ prospectId }) => ({
    body: { selection: { ids: [prospectId] }, status: 'follow_up' },
  }),
  'POST /api/prospect-list/changes/:batchId/undo': ({ prospectBatchId }) => ({
    params: { batchId: prospectBatchId },
  }),
  'POST /api/prospect-list/remove': ({ prospectId }) => ({ body: { selection: { ids: [prospectId] } } }),
  'POST /api/prospect-list/export': ({ prospectId }) => ({ body: { selection: { ids: [prospectId] } } }),
  'POST /api/prospect-list/evidence': ({ prospectId }) => ({ body: { selection: { ids: [prospectId] } } }),
  'POST /api/prospects/import-csv': ({ canary }) =>
    formOf({ field: 'csvFile', fileName: 'a.csv', type: 'text/csv', bytes: `Business Name\nnew ${canary}` }),
  'POST /api/prospects/import-csv-confirm': ({ confirmedImportId }) => ({
    body: { pendingImports: [{ importId: confirmedImportId }], skipDuplicates: true },
  }),
  'POST /api/prospect-imports': ({ canary }) =>
    formOf({ field: 'csvFile', fileName: 'a.csv', type: 'text/csv', bytes: `Business Name\n${canary}` }),
  'GET /api/prospect-imports': () => ({}),
  'GET /api/prospect-imports/:id': ({ importId }) => ({ params: { id: importId } }),
  'PUT /api/prospect-imports/:id/mapping': ({ importId }) => ({
    params: { id: importId },
    body: { columns: [{ index: 0, field: 'businessName' }] },
  }),
  'PUT /api/prospect-imports/:id/cell': ({ importId, canary }) => ({
    params: { id: importId },
    body: { line: 2, field: 'businessName', value: canary },
  }),
  'GET /api/prospect-imports/:id/rows': ({ importId }) => ({ params: { id: importId } }),
  'POST /api/prospect-imports/:id/start': ({ startedImportId }) => ({
    params: { id: startedImportId },
    body: { duplicates: 'skip', consent: null },
  }),
  'POST /api/prospect-imports/:id/cancel': ({ cancelledImportId }) => ({ params: { id: cancelledImportId } }),
  'POST /api/prospect-imports/:id/undo': ({ doneImportId }) => ({ params: { id: doneImportId } }),
  'GET /api/prospect-imports/:id/rejected': ({ doneImportId }) => ({ params: { id: doneImportId } }),
};
