import { platformApi } from '#features/platform/contract.ts';
import type { Feature } from '#server/feature.ts';
import { handlers } from '#server/http/route.ts';
import { failedJobs, outbox } from './operations.ts';
import { modulesSummary, overview } from './overview.ts';
import { replaySetup, setupCompany } from './setup-company.ts';

export const platform: Feature = {
  name: 'platform',
  routes: handlers(platformApi, {
    overview,
    modulesSummary,
    outbox,
    failedJobs,
    setupCompany: {
      handle: setupCompany,
      replay: replaySetup,
      remember: ({ organizationId, adminEmail }) => ({ organizationId, adminEmail }),
    },
  }),
  jobs: [],
  events: [],
  browsable: [],
  exportable: [],
};
