import { filesApi } from '#features/files/contract.ts';
import { exportable, type Feature } from '#server/feature.ts';
import { handlers } from '#server/http/route.ts';
import { exportedFiles } from './exported-files.ts';
import { removeLeftBehind } from './remove-left-behind.ts';
import { removeOldFiles } from './remove-old.ts';
import { files as table } from './tables.ts';
import { upload } from './upload.ts';

export const files: Feature = {
  name: 'files',
  routes: handlers(filesApi, { upload }),
  jobs: [removeOldFiles, removeLeftBehind],
  events: [],
  browsable: [],
  exportable: [exportable(table)],
  storedFiles: exportedFiles,
};
