import type { Conversation } from '../conversation.ts';
import { agencies } from './agencies.ts';
import { business } from './business.ts';
import { community } from './community.ts';
import { events } from './events.ts';
import { food } from './food.ts';
import { notLeads } from './not-leads.ts';
import { services } from './services.ts';
import { shops } from './shops.ts';
import { traders } from './traders.ts';
import { trouble } from './trouble.ts';

/** All conversations of the demo tenant. */
export const conversations: readonly Conversation[] = [
  ...shops,
  ...food,
  ...services,
  ...events,
  ...business,
  ...trouble,
  ...agencies,
  ...community,
  ...traders,
  ...notLeads,
];
