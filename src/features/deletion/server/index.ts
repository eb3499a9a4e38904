import { deletionApi, deletionEvent } from '#features/deletion/contract.ts';
import type { Feature } from '#server/feature.ts';
import { handlers } from '#server/http/route.ts';
import { deleteDue } from './delete-due.ts';
import { readTenantDeletion, requestTenantDeletion, undoTenantDeletion } from './for-operator.ts';
import { readDeletion, requestDeletion, undoDeletion } from './for-owner.ts';

export const deletion: Feature = {
  name: 'deletion',
  routes: handlers(deletionApi, {
    read: readDeletion,
    request: requestDeletion,
    undo: undoDeletion,
    readTenant: readTenantDeletion,
    requestTenant: requestTenantDeletion,
    undoTenant: undoTenantDeletion,
  }),
  jobs: [deleteDue],
  events: [deletionEvent],
  browsable: [],
  exportable: [],
};
