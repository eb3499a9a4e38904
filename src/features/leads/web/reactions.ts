import { dashboardApi } from '#features/dashboard/contract.ts';
import { mailApi } from '#features/mail/contract.ts';
import { reaction } from '#web/feature.ts';
import { refresh } from '#web/query.ts';
import { leadsApi, leadUpdatedEvent, newLeadEvent } from '../contract.ts';

const changed = [
  leadsApi.endpoints.list,
  leadsApi.endpoints.read,
  mailApi.endpoints.threads,
  mailApi.endpoints.correspondence,
  dashboardApi.endpoints.stats,
];

interface Who {
  name: string | null;
  company: string | null;
}

function who({ name, company }: Who): string {
  return `${name?.trim() || 'Unknown'} · ${company?.trim() || 'No company'}`;
}

/** Toasts and delays of specification sections 2 and 7. */
export const reactions = [
  reaction(newLeadEvent, {
    delayMs: 0,
    toast: (lead) => ({ title: 'New Lead Received!', description: who(lead), durationMs: 5000 }),
    apply: () => refresh(changed),
  }),
  reaction(leadUpdatedEvent, {
    delayMs: 100,
    toast: (lead) => ({ title: 'Lead Updated', description: who(lead), durationMs: 3000, minor: true }),
    apply: () => refresh(changed),
  }),
];
