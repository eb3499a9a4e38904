import { z } from 'zod';
import { defineApi, endpoint, noContent } from '#shared/endpoint.ts';
import { event } from '#shared/realtime.ts';
import { id, required, rowId, text } from '#shared/text.ts';
import { leadSort } from './contract.ts';
import { leadStage, leadStageInput } from './stage.ts';

/** How many leads one action may take. */
export const bulkLimits = {
  /** Picked one by one. */
  picked: 1000,
  /** Everything that a filter matches. */
  matching: 10_000,
} as const;

const filter = z.strictObject({
  search: text(200).default(''),
  searchMessages: z.boolean().default(false),
  stage: leadStageInput.nullable().default(null),
});
export type LeadSelectionFilter = z.output<typeof filter>;

/** Leads picked one by one, or everything that a filter matches. */
const selection = z.union([
  z.strictObject({ ids: z.array(id).min(1).max(bulkLimits.picked) }),
  z.strictObject({ filter }),
]);
export type LeadSelection = z.output<typeof selection>;

const change = z.union([
  z.strictObject({ stage: leadStageInput }),
  z.strictObject({ assignee_id: id.nullable() }),
]);
export type BulkChange = z.output<typeof change>;

export const bulkAnswer = z.strictObject({
  /** Leads that are different now. */
  changed: z.int(),
  /** Leads that were left as they are: they were so before, or are gone. */
  unchanged: z.int(),
  /** Undoes the whole action; null when nothing changed. */
  batch_id: id.nullable(),
});
export type BulkAnswer = z.infer<typeof bulkAnswer>;

export const savedFilter = z.strictObject({
  id,
  name: text(60),
  search: text(200),
  searchMessages: z.boolean(),
  stage: leadStage.nullable(),
  sort: leadSort,
});
export type SavedFilter = z.infer<typeof savedFilter>;

/** Filters that one person may keep. */
export const savedFilterLimit = 50;

/** Many leads changed at once: one message instead of one for each. */
export const leadsChangedEvent = event('leads_changed', z.strictObject({ count: z.int() }));

export const leadListApi = defineApi({
  module: 'leads_manager',
  endpoints: {
    changeMany: endpoint({
      method: 'POST',
      path: '/api/lead-list/change',
      summary: 'Change the stage or the assignee of many leads: all of them or none',
      access: 'leads.write',
      ids: { ids: 'leads', assignee_id: 'users' },
      effects: ['frame'],
      idempotent: true,
      body: z.strictObject({ selection, change }),
      output: bulkAnswer,
    }),
    undoMany: endpoint({
      method: 'POST',
      path: '/api/lead-list/changes/:batchId/undo',
      summary: 'Put back what a bulk action of the last hour changed, where nobody changed it since',
      access: 'leads.write',
      ids: { batchId: 'lead_activity' },
      effects: ['frame'],
      idempotent: true,
      params: z.strictObject({ batchId: rowId }),
      output: bulkAnswer,
    }),
    exportCsv: endpoint({
      method: 'POST',
      path: '/api/lead-list/export',
      summary: 'Leads as a CSV file',
      access: 'leads.export',
      ids: { ids: 'leads' },
      effects: [],
      whenEnded: 'works',
      body: z.strictObject({ selection, sort: leadSort.default('latest_updated') }),
      output: z.unknown(),
    }),
    listFilters: endpoint({
      method: 'GET',
      path: '/api/lead-list/filters',
      summary: 'Filters that you keep',
      access: 'signed-in',
      ids: {},
      effects: [],
      output: z.array(savedFilter).max(savedFilterLimit),
    }),
    saveFilter: endpoint({
      method: 'POST',
      path: '/api/lead-list/filters',
      summary: 'Keep a filter under a name; one of the same name is replaced',
      status: 201,
      access: 'signed-in',
      ids: {},
      effects: [],
      whenEnded: 'works',
      body: z.strictObject({
        name: required(60, 'Give the filter a name.'),
        search: text(200),
        searchMessages: z.boolean(),
        stage: leadStageInput.nullable(),
        sort: leadSort,
      }),
      output: savedFilter,
    }),
    removeFilter: endpoint({
      method: 'DELETE',
      path: '/api/lead-list/filters/:id',
      summary: 'Remove a kept filter',
      status: 204,
      access: 'signed-in',
      ids: { id: 'saved_filters' },
      effects: [],
      whenEnded: 'works',
      params: z.strictObject({ id: rowId }),
      output: noContent,
    }),
  },
});
