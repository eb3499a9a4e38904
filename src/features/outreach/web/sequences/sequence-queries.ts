import { sequenceApi } from '#features/outreach/sequence-contract.ts';
import { outreachSettingsApi } from '#features/outreach/settings-contract.ts';

const { list, enrolments, ofProspect } = sequenceApi.endpoints;

/** What shows sequences, who is in them, and what of today's cap is used: read again when a sequence has moved on. */
export const sequenceQueries = [list, enrolments, ofProspect, outreachSettingsApi.endpoints.read];
