import { reaction } from '#web/feature.ts';
import { atMostEvery } from '#web/lib/at-most-every.ts';
import { refresh } from '#web/query.ts';
import { prospectsApi, prospectsChanged, prospectUpdated } from '../contract.ts';
import { outreachEmailApi, outreachEmailsChanged } from '../email-contract.ts';
import { prospectImportApi, prospectImportChanged } from '../import-contract.ts';
import { sequencesChanged } from '../sequence-contract.ts';
import { outreachHealthApi, outreachSettingsApi, outreachSettingsChanged } from '../settings-contract.ts';
import { prospectQueries } from './prospect-queries.ts';
import { sequenceQueries } from './sequences/sequence-queries.ts';

const { list, drafts } = outreachEmailApi.endpoints;
const imports = prospectImportApi.endpoints;
const pauseMs = 700;

/** A flood of changes is read once in a while, not once for each. */
const readProspects = atMostEvery(pauseMs, () => refresh(prospectQueries));
const readImports = atMostEvery(pauseMs, () => refresh([imports.list, imports.read]));
const readSequences = atMostEvery(pauseMs, () => refresh(sequenceQueries));

/** Silent: whoever changed something sees it, and the others see it where they are. */
export const reactions = [
  reaction(prospectUpdated, { delayMs: 100, toast: () => null, apply: readProspects }),
  reaction(prospectsChanged, { delayMs: 100, toast: () => null, apply: readProspects }),
  reaction(prospectImportChanged, { delayMs: 0, toast: () => null, apply: readImports }),
  reaction(outreachSettingsChanged, {
    delayMs: 0,
    toast: () => null,
    apply: () => refresh([outreachSettingsApi.endpoints.read, outreachHealthApi.endpoints.health]),
  }),
  reaction(outreachEmailsChanged, {
    delayMs: 0,
    toast: () => null,
    apply: () => refresh([list, drafts, prospectsApi.endpoints.read]),
  }),
  reaction(sequencesChanged, { delayMs: 0, toast: () => null, apply: readSequences }),
];
