import { billingApi } from '#features/billing/contract.ts';
import { exportable, type Feature } from '#server/feature.ts';
import { handlers } from '#server/http/route.ts';
import { addModule, removeModule } from './change-modules.ts';
import { readBilling, usage } from './read.ts';
import { subscriptionChanges, subscriptionModules, subscriptions, usageCounters } from './tables.ts';

export const billing: Feature = {
  name: 'billing',
  routes: handlers(billingApi, { read: readBilling, addModule, removeModule, usage }),
  jobs: [],
  events: [],
  browsable: [],
  exportable: [
    exportable(subscriptions),
    exportable(subscriptionModules),
    exportable(subscriptionChanges),
    exportable(usageCounters),
  ],
};
