import { leadAiApi } from '#features/leads/ai-contract.ts';
import { leadsApi, leadUpdatedEvent, newLeadEvent } from '#features/leads/contract.ts';
import { conversationChangedEvent, leadConversationApi } from '#features/leads/conversation-contract.ts';
import { leadIngestApi } from '#features/leads/ingest-contract.ts';
import { leadListApi, leadsChangedEvent } from '#features/leads/list-contract.ts';
import { browsable, exportable, type Feature } from '#server/feature.ts';
import { handlers } from '#server/http/route.ts';
import { updateLead } from './change.ts';
import { changeMany, undoMany } from './change-many.ts';
import { createLead } from './create.ts';
import { listDeliveries, onMail, sendAgain, undoReply } from './delivery.ts';
import { draftReply } from './draft-reply.ts';
import { exportCsv } from './export-csv.ts';
import { remindFollowUp } from './follow-up.ts';
import { ingestLead } from './ingest-lead.ts';
import { listLeads } from './list.ts';
import { mergeLead } from './merge.ts';
import { addNote, editNote, removeNote } from './notes.ts';
import { onMessage } from './on-message.ts';
import { listActivity, readLead } from './read.ts';
import { removeLead } from './remove.ts';
import { planReply, reply } from './reply.ts';
import { listFilters, removeFilter, saveFilter } from './saved-filters.ts';
import { splitLead } from './split.ts';
import { makeSummary, readSummary } from './summary.ts';
import { leadActivity, leadSummaries, leads, savedFilters, threadMoves } from './tables.ts';
import { undoMove } from './undo-move.ts';

export const leadsFeature: Feature = {
  name: 'leads',
  routes: [
    ...handlers(leadsApi, {
      list: listLeads,
      read: readLead,
      create: createLead,
      update: updateLead,
      remove: removeLead,
      activity: listActivity,
    }),
    ...handlers(leadIngestApi, { ingestLead }),
    ...handlers(leadAiApi, { readSummary, makeSummary, draftReply }),
    ...handlers(leadConversationApi, {
      planReply,
      reply,
      deliveries: listDeliveries,
      undoReply,
      sendAgain,
      addNote,
      editNote,
      removeNote,
      merge: mergeLead,
      split: splitLead,
      undoMove,
    }),
    ...handlers(leadListApi, { changeMany, undoMany, exportCsv, listFilters, saveFilter, removeFilter }),
  ],
  jobs: [remindFollowUp],
  events: [newLeadEvent, leadUpdatedEvent, leadsChangedEvent, conversationChangedEvent],
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
  exportable: [
    exportable(leads),
    exportable(leadActivity),
    exportable(leadSummaries),
    exportable(savedFilters),
    exportable(threadMoves),
  ],
  onMessage,
  onMail,
};
