import { mailApi } from '#features/mail/contract.ts';
import { meetingsApi } from '#features/meetings/contract.ts';
import { reaction } from '#web/feature.ts';
import { atMostEvery } from '#web/lib/at-most-every.ts';
import { refresh } from '#web/query.ts';
import { leadsApi, leadUpdatedEvent, newLeadEvent } from '../contract.ts';
import { conversationChangedEvent, leadConversationApi } from '../conversation-contract.ts';
import { leadsChangedEvent } from '../list-contract.ts';
import { leadQueries } from './lead-queries.ts';

const changed = [
  ...leadQueries,
  mailApi.endpoints.threads,
  mailApi.endpoints.correspondence,
  meetingsApi.endpoints.read,
];

/** An import announces every lead it makes: the screen reads again once in a while, not once for each. */
const readAgain = atMostEvery(700, () => refresh(changed));

interface Who {
  name: string | null;
  company: string | null;
}

function who({ name, company }: Who): string {
  return `${name?.trim() || 'Unknown'} · ${company?.trim() || 'No company'}`;
}

/** Toasts and delays of specification sections 2 and 7. */
/** What changed in a conversation without news of its own: notes, and where mails of ours are. */
const conversation = [
  mailApi.endpoints.correspondence,
  leadConversationApi.endpoints.deliveries,
  leadConversationApi.endpoints.planReply,
  leadsApi.endpoints.activity,
];

export const reactions = [
  reaction(conversationChangedEvent, {
    delayMs: 0,
    toast: () => null,
    apply: () => refresh(conversation),
  }),
  reaction(newLeadEvent, {
    delayMs: 0,
    toast: (lead) => ({ title: 'New Lead Received!', description: who(lead), durationMs: 5000 }),
    apply: readAgain,
  }),
  reaction(leadUpdatedEvent, {
    delayMs: 100,
    toast: (lead) => ({ title: 'Lead Updated', description: who(lead), durationMs: 3000, minor: true }),
    apply: readAgain,
  }),
  reaction(leadsChangedEvent, { delayMs: 100, toast: () => null, apply: readAgain }),
];
