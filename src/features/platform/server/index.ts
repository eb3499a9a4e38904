import { addressApi } from '#features/platform/address-contract.ts';
import { platformApi } from '#features/platform/contract.ts';
import { platformSettingsApi } from '#features/platform/settings-contract.ts';
import { exportable, type Feature } from '#server/feature.ts';
import { handlers } from '#server/http/route.ts';
import { failedJobs, outbox } from './operations.ts';
import { modulesSummary, overview } from './overview.ts';
import { readSettings, readSite, updateSettings } from './settings.ts';
import { platformSettings } from './settings-tables.ts';
import { replaySetup, setupCompany } from './setup-company.ts';
import { changeAddress, readAddress } from './tenant-address.ts';
import { tenantDetail } from './tenant-detail.ts';

export const platform: Feature = {
  name: 'platform',
  routes: [
    ...handlers(platformApi, {
      overview,
      tenant: tenantDetail,
      modulesSummary,
      outbox,
      failedJobs,
      setupCompany: {
        handle: setupCompany,
        replay: replaySetup,
        remember: ({ organizationId, adminEmail }) => ({ organizationId, adminEmail }),
      },
    }),
    ...handlers(addressApi, { read: readAddress, change: changeAddress }),
    ...handlers(platformSettingsApi, { read: readSettings, update: updateSettings, site: readSite }),
  ],
  jobs: [],
  events: [],
  browsable: [],
  exportable: [exportable(platformSettings)],
};
