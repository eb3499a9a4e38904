import { leadsApi, leadUpdatedEvent, newLeadEvent } from '#features/leads/contract.ts';
import { browsable, exportable, type Feature } from '#server/feature.ts';
import { handlers } from '#server/http/route.ts';
import { updateLead } from './change.ts';
import { createLead } from './create.ts';
import { listLeads } from './list.ts';
import { onMessage } from './on-message.ts';
import { listActivity, readLead } from './read.ts';
import { removeLead } from './remove.ts';
import { leadActivity, leads } from './tables.ts';

export const leadsFeature: Feature = {
  name: 'leads',
  routes: handlers(leadsApi, {
    list: listLeads,
    read: readLead,
    create: createLead,
    update: updateLead,
    remove: removeLead,
    activity: listActivity,
  }),
  jobs: [],
  events: [newLeadEvent, leadUpdatedEvent],
  browsable: [
    browsable(leads, [
      'thread_id',
      'name',
      'company',
      'contact_email',
      'phone_number',
      'stage',
      'created_at',
      'updated_at',
      'last_message_at',
      'message_count',
      'advertising_goal',
      'billboard',
      'budget',
      'duration',
      'period',
      'meeting_link',
      'call_at',
      'assignee_id',
      'follow_up_at',
    ]),
  ],
  exportable: [exportable(leads), exportable(leadActivity)],
  onMessage,
};
