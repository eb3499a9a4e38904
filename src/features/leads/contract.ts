import { z } from 'zod';
import { defineApi, endpoint, noContent } from '#shared/endpoint.ts';
import { event } from '#shared/realtime.ts';
import { cursor, email, emailLimit, id, instant, instantInput, limit, search, text } from '#shared/text.ts';
import { leadStage, leadStageInput } from './stage.ts';

export const leadSort = z.enum([
  'latest_updated',
  'latest_contact',
  'first_contact',
  'name_asc',
  'name_desc',
  'budget_high_low',
  'budget_low_high',
]);
export type LeadSort = z.infer<typeof leadSort>;

export const leadSortNames: Record<LeadSort, string> = {
  latest_updated: 'Latest Updated',
  latest_contact: 'Latest Contact',
  first_contact: 'First Contact',
  name_asc: 'Name A-Z',
  name_desc: 'Name Z-A',
  budget_high_low: 'Budget High-Low',
  budget_low_high: 'Budget Low-High',
};

/** The text fields of a lead that people edit and that are read from mail. */
export const leadFieldNames = [
  'name',
  'company',
  'phone_number',
  'advertising_goal',
  'billboard',
  'budget',
  'duration',
  'period',
] as const;
export type LeadField = (typeof leadFieldNames)[number];

export const leadFieldLimits = {
  name: 200,
  company: 200,
  contact_email: emailLimit,
  phone_number: 60,
  advertising_goal: 1000,
  billboard: 300,
  budget: 120,
  duration: 120,
  period: 120,
} as const;

export const lead = z.strictObject({
  thread_id: id,
  name: text(leadFieldLimits.name).nullable(),
  company: text(leadFieldLimits.company).nullable(),
  contact_email: text(leadFieldLimits.contact_email).nullable(),
  phone_number: text(leadFieldLimits.phone_number).nullable(),
  stage: leadStage,
  created_at: instant,
  updated_at: instant,
  last_message_at: instant.nullable(),
  message_count: z.int(),
  advertising_goal: text(leadFieldLimits.advertising_goal).nullable(),
  billboard: text(leadFieldLimits.billboard).nullable(),
  budget: text(leadFieldLimits.budget).nullable(),
  duration: text(leadFieldLimits.duration).nullable(),
  period: text(leadFieldLimits.period).nullable(),
  meeting_link: text(2000).nullable(),
  calldate_iso: instant.nullable(),
  calldatetime_pretty: text(80).nullable(),
  assignee_id: id.nullable(),
  follow_up_at: instant.nullable(),
});
export type Lead = z.infer<typeof lead>;

const header = z.strictObject({ name: z.string().max(1000), value: z.string().max(100_000) });

/** One part of a message in the specification's raw shape; attachments carry no body. */
export interface RawPart {
  partId?: string | undefined;
  mimeType: string;
  filename?: string | undefined;
  headers?: { name: string; value: string }[] | undefined;
  body?:
    | { size?: number | undefined; data?: string | undefined; attachmentId?: string | undefined }
    | undefined;
  parts?: RawPart[] | undefined;
}

export const rawPart: z.ZodType<RawPart> = z.lazy(() =>
  z.strictObject({
    partId: z.string().max(300).optional(),
    mimeType: z.string().max(300),
    filename: z.string().max(1000).optional(),
    headers: z.array(header).max(2000).optional(),
    body: z
      .strictObject({
        size: z.number().optional(),
        data: z.string().optional(),
        attachmentId: z.string().max(300).optional(),
      })
      .optional(),
    parts: z.array(rawPart).max(2000).optional(),
  }),
);

export const rawMessage = z.strictObject({
  id,
  threadId: id,
  labelIds: z.array(z.string().max(200)).max(200),
  internalDate: z.string().max(20),
  snippet: z.string().max(1000),
  payload: rawPart,
});
export type RawMessage = z.infer<typeof rawMessage>;

/** Where a field's value was read; `edited` = a person's value, never overwritten. */
export const fieldSource = z.strictObject({
  message_id: id.nullable(),
  quote: text(500).nullable(),
  edited: z.boolean(),
});

export const aiSummary = z.strictObject({
  summary: z.strictObject({
    clientName: text(200).nullable(),
    priority: z.enum(['high', 'medium', 'low']),
    sentiment: z.enum(['positive', 'negative', 'neutral']),
    interests: z.array(text(200)).max(20),
    budget: text(200).nullable(),
    timeline: text(200).nullable(),
    keyPoints: z.array(text(500)).max(20),
  }),
  generatedAt: instant,
  engine: text(80),
  sources: z.array(z.strictObject({ field: text(60), messageId: id, quote: text(1000) })).max(100),
  stale: z.boolean(),
  issues: z.array(text(500)).max(20),
});

export const leadDetail = lead.extend({
  entireThread: z.array(rawMessage).max(1000),
  field_sources: z.record(z.string(), fieldSource),
  ai_summary: aiSummary.nullable(),
});
export type LeadDetail = z.infer<typeof leadDetail>;

const editable = {
  name: text(leadFieldLimits.name).nullable(),
  company: text(leadFieldLimits.company).nullable(),
  contact_email: z.union([email, z.null()]),
  phone_number: text(leadFieldLimits.phone_number).nullable(),
  advertising_goal: text(leadFieldLimits.advertising_goal).nullable(),
  billboard: text(leadFieldLimits.billboard).nullable(),
  budget: text(leadFieldLimits.budget).nullable(),
  duration: text(leadFieldLimits.duration).nullable(),
  period: text(leadFieldLimits.period).nullable(),
};

export const newLead = z
  .strictObject(editable)
  .partial()
  .extend({ stage: leadStageInput.optional() })
  .refine((value) => Boolean(value.name?.trim()) || Boolean(value.contact_email), {
    message: 'Give a name or an email address.',
    path: ['name'],
  });

export const leadUpdate = z
  .strictObject({
    ...editable,
    stage: leadStageInput,
    assignee_id: id.nullable(),
    follow_up_at: instantInput.nullable(),
  })
  .partial();
export type LeadUpdate = z.output<typeof leadUpdate>;

/** `1`: the search looks in what was written in the threads as well. */
const searchMessages = z
  .enum(['0', '1'])
  .default('0')
  .transform((value) => value === '1');

const toast = z.strictObject({ thread_id: id, name: text(200).nullable(), company: text(200).nullable() });
export const newLeadEvent = event('new_lead', toast);
export const leadUpdatedEvent = event('lead_updated', toast);

const threadParam = z.strictObject({ thread_id: id });

export const leadsApi = defineApi({
  module: 'leads_manager',
  endpoints: {
    list: endpoint({
      method: 'GET',
      path: '/api/leads',
      summary: 'Leads: filtered, searched, sorted, in pages',
      access: 'leads.read',
      ids: {},
      effects: [],
      trusted: true,
      query: z.strictObject({
        limit,
        cursor,
        search,
        searchMessages,
        stage: leadStageInput.optional(),
        sort: leadSort.default('latest_updated'),
      }),
      output: z.array(lead).max(200),
    }),
    read: endpoint({
      method: 'GET',
      path: '/api/leads/:thread_id',
      summary: 'One lead with its whole thread',
      access: 'leads.read',
      ids: { thread_id: 'leads' },
      effects: [],
      trusted: true,
      params: threadParam,
      output: leadDetail,
    }),
    create: endpoint({
      method: 'POST',
      path: '/api/leads',
      summary: 'Add a lead by hand',
      status: 201,
      access: 'leads.write',
      ids: {},
      effects: ['frame'],
      idempotent: true,
      body: newLead,
      output: lead,
    }),
    update: endpoint({
      method: 'PATCH',
      path: '/api/leads/:thread_id',
      summary: 'Change stage, fields, assignee or follow-up',
      access: 'leads.write',
      ids: { thread_id: 'leads', assignee_id: 'users' },
      effects: ['frame'],
      params: threadParam,
      body: leadUpdate,
      output: lead,
    }),
    remove: endpoint({
      method: 'DELETE',
      path: '/api/leads/:thread_id',
      summary: 'Delete a lead and its messages',
      status: 204,
      access: 'leads.delete',
      ids: { thread_id: 'leads' },
      effects: ['frame'],
      params: threadParam,
      output: noContent,
    }),
    activity: endpoint({
      method: 'GET',
      path: '/api/leads/:thread_id/activity',
      summary: 'Who changed what, newest first',
      access: 'leads.read',
      ids: { thread_id: 'leads' },
      effects: [],
      params: threadParam,
      query: z.strictObject({ limit, cursor }),
      output: z
        .array(
          z.strictObject({
            id,
            at: instant,
            actor: text(200),
            action: text(60),
            from: text(1000).nullable(),
            to: text(1000).nullable(),
          }),
        )
        .max(200),
    }),
  },
});
