import { imagesApi } from '#features/images/contract.ts';
import { exportable, type Feature } from '#server/feature.ts';
import { handlers } from '#server/http/route.ts';
import { removeUnusedPictures } from './remove-unused.ts';
import { showPicture } from './show-picture.ts';
import { exportedPictures } from './stored-files.ts';
import { images } from './tables.ts';
import { uploadPicture } from './upload-picture.ts';

export const imagesFeature: Feature = {
  name: 'images',
  routes: handlers(imagesApi, { upload: uploadPicture, show: showPicture }),
  jobs: [removeUnusedPictures],
  events: [],
  browsable: [],
  exportable: [exportable(images)],
  storedFiles: exportedPictures,
};
