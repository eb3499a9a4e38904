import { legacyApi } from '#features/legacy/contract.ts';
import type { Feature } from '#server/feature.ts';
import { handlers } from '#server/http/route.ts';
import { check, enter, leave, workspace } from './session.ts';

export const legacy: Feature = {
  name: 'legacy',
  routes: handlers(legacyApi, { enter, check, leave, workspace }),
  jobs: [],
  events: [],
  browsable: [],
  exportable: [],
};
