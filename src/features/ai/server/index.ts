import { aiApi } from '#features/ai/contract.ts';
import { exportable, type Feature } from '#server/feature.ts';
import { handlers } from '#server/http/route.ts';
import { removeOldTexts } from './remove-old-texts.ts';
import { readAi, readUsage, testAi, updateAi } from './settings.ts';
import { aiRuns, aiSettings } from './tables.ts';

export const ai: Feature = {
  name: 'ai',
  routes: handlers(aiApi, { read: readAi, update: updateAi, test: testAi, usage: readUsage }),
  jobs: [removeOldTexts],
  events: [],
  browsable: [],
  exportable: [exportable(aiSettings, ['sealed_key']), exportable(aiRuns)],
};
