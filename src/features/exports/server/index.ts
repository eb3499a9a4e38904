import { exportsApi } from '#features/exports/contract.ts';
import type { Feature } from '#server/feature.ts';
import { handlers } from '#server/http/route.ts';
import { downloadExport, listExports, removeExpiredExports, startExport } from './exports.ts';
import { runExport } from './run-export.ts';

export const exportsFeature: Feature = {
  name: 'exports',
  routes: handlers(exportsApi, { list: listExports, start: startExport, download: downloadExport }),
  jobs: [runExport, removeExpiredExports],
  events: [],
  browsable: [],
  exportable: [],
};
