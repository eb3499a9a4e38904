import { z } from 'zod';
import { defineApi, endpoint, noContent } from '#shared/endpoint.ts';
import { event } from '#shared/realtime.ts';
import {
  cursor,
  email,
  emailLimit,
  id,
  instant,
  instantInput,
  limit,
  required,
  rowId,
  search,
  text,
} from '#shared/text.ts';
import { consentBasis } from './consent.ts';
import { prospectStatus } from './prospect-status.ts';

/** The fields that people write and that a file brings, in the order of the template's columns (spec section 5). */
export const prospectFields = [
  'businessName',
  'address',
  'contactEmail',
  'contactPhone',
  'industry',
  'summary',
  'notes',
] as const;
export const prospectField = z.enum(prospectFields);
export type ProspectField = z.infer<typeof prospectField>;

/** Column names of the template and of exports (spec section 5). */
export const prospectFieldNames: Record<ProspectField, string> = {
  businessName: 'Business Name',
  address: 'Address',
  contactEmail: 'Contact Email',
  contactPhone: 'Contact Phone',
  industry: 'Industry',
  summary: 'Summary',
  notes: 'Notes',
};

/** Characters. */
export const prospectFieldLimits: Record<ProspectField, number> = {
  businessName: 200,
  address: 500,
  contactEmail: emailLimit,
  contactPhone: 60,
  industry: 120,
  summary: 4000,
  notes: 10_000,
};

export const consentLimits = { source: 500 } as const;

/** How many prospects one action may take. */
export const prospectBulkLimits = {
  /** Picked one by one. */
  picked: 1000,
  /** Everything that a filter matches. */
  matching: 10_000,
} as const;

export const prospectSort = z.enum([
  'businessName',
  'businessName_desc',
  'industry_asc',
  'industry_desc',
  'lastContactedAt_recent',
  'lastContactedAt_oldest',
]);
export type ProspectSort = z.infer<typeof prospectSort>;

export const prospectSortNames: Record<ProspectSort, string> = {
  businessName: 'Business Name A-Z',
  businessName_desc: 'Business Name Z-A',
  industry_asc: 'Industry A-Z',
  industry_desc: 'Industry Z-A',
  lastContactedAt_recent: 'Last Contacted: Recent',
  lastContactedAt_oldest: 'Last Contacted: Oldest',
};

const consent = z.strictObject({
  basis: consentBasis,
  /** Where it comes from: a page, a form, a conversation. */
  source: text(consentLimits.source),
  recordedAt: instant,
});

/** Shapes section 9. Texts are '' when there is nothing. */
export const prospect = z.strictObject({
  id,
  businessName: text(prospectFieldLimits.businessName),
  address: text(prospectFieldLimits.address),
  contactEmail: text(prospectFieldLimits.contactEmail),
  contactPhone: text(prospectFieldLimits.contactPhone),
  industry: text(prospectFieldLimits.industry),
  summary: text(prospectFieldLimits.summary),
  notes: text(prospectFieldLimits.notes),
  status: prospectStatus,
  createdAt: instant,
  lastContactedAt: instant.nullable(),
  consent: consent.nullable(),
  /** Whether the address is on the list of those that get no outreach. */
  suppressed: z.boolean(),
});
export type Prospect = z.infer<typeof prospect>;

/** What is written down of a prospect; that it was made or imported stands in the prospect itself. */
export const recordedActions = [
  'status',
  'status_undone',
  'edited',
  'import_updated',
  'consent',
  'emailed',
  'email_undone',
  'replied',
  'bounced',
  'unsubscribed',
  'complained',
] as const;

/** What happened to a prospect. `from` and `to` are statuses or texts of the field; a file's name for what an import did. */
export const prospectActivity = z.strictObject({
  id,
  at: instant,
  actor: text(200),
  action: z.enum(['created', 'imported', ...recordedActions]),
  /** The field of `edited`; else null. */
  field: prospectField.nullable(),
  from: text(500).nullable(),
  to: text(500).nullable(),
});
export type ProspectActivity = z.infer<typeof prospectActivity>;

export const prospectDetail = prospect.extend({
  updatedAt: instant,
  /** ISO 3166-1 alpha-2 of the rules that apply; null = not known. */
  country: text(2).nullable(),
  /** Whether bulk mail and sequences may go there (consent.ts); one reviewed mail of a person may where this says needs_basis. */
  sending: z.strictObject({
    state: z.enum(['sendable', 'needs_basis', 'blocked']),
    reason: text(500),
    source: text(200),
  }),
  /** Newest first. */
  activity: z.array(prospectActivity).max(200),
});
export type ProspectDetail = z.infer<typeof prospectDetail>;

const contactEmail = z.union([email, z.literal('')]);

/** A basis with where it comes from. */
export const consentInput = z.strictObject({
  basis: consentBasis,
  source: required(consentLimits.source, 'Say where the consent comes from, such as a page or a form.'),
});
export type ConsentInput = z.output<typeof consentInput>;

const country = z
  .string()
  .regex(/^[A-Z]{2}$/, 'A country is two capital letters, such as AU.')
  .nullable();

const editable = {
  address: text(prospectFieldLimits.address),
  contactEmail,
  contactPhone: text(prospectFieldLimits.contactPhone),
  industry: text(prospectFieldLimits.industry),
  summary: text(prospectFieldLimits.summary),
  notes: text(prospectFieldLimits.notes),
  status: prospectStatus,
  lastContactedAt: instantInput.nullable(),
  consent: consentInput.nullable(),
  /** Null = read from the address, else the organization's. */
  country,
};
const businessName = required(prospectFieldLimits.businessName, 'Business Name is required.');

export const newProspect = z.strictObject({ businessName, ...z.strictObject(editable).partial().shape });
export type NewProspect = z.output<typeof newProspect>;

export const prospectUpdate = z.strictObject({ businessName, ...editable }).partial();
export type ProspectUpdate = z.output<typeof prospectUpdate>;

const count = z.int().min(0);

export const prospectOverview = z.strictObject({
  total: count,
  byStatus: z.record(prospectStatus, count),
});
export type ProspectOverview = z.infer<typeof prospectOverview>;

const filter = z.strictObject({
  search: text(200).default(''),
  status: prospectStatus.nullable().default(null),
});

/** Prospects picked one by one, or everything that a filter matches. */
export const prospectSelection = z.union([
  z.strictObject({ ids: z.array(rowId).min(1).max(prospectBulkLimits.picked) }),
  z.strictObject({ filter }),
]);
export type ProspectSelection = z.output<typeof prospectSelection>;

export const prospectBulkAnswer = z.strictObject({
  /** Prospects that are different now. */
  changed: count,
  /** Prospects that were left as they are: they were so before, or are gone. */
  unchanged: count,
  /** Undoes the whole action; null when nothing changed. */
  batchId: id.nullable(),
});
export type ProspectBulkAnswer = z.infer<typeof prospectBulkAnswer>;

/** One prospect was made, changed or (`removed`) deleted. */
export const prospectUpdated = event(
  'prospect_updated',
  z.strictObject({
    id,
    businessName: text(prospectFieldLimits.businessName),
    status: prospectStatus,
    removed: z.boolean(),
  }),
);
/** Many prospects changed at once: one message instead of one for each. */
export const prospectsChanged = event('prospects_changed', z.strictObject({ count }));

const idParam = z.strictObject({ id: rowId });
const exported = z.strictObject({ selection: prospectSelection, sort: prospectSort.default('businessName') });

export const prospectsApi = defineApi({
  module: 'outreach',
  endpoints: {
    list: endpoint({
      method: 'GET',
      path: '/api/prospects',
      summary: 'Prospects: filtered, searched, sorted, in pages',
      access: 'outreach.read',
      ids: {},
      effects: [],
      trusted: true,
      query: z.strictObject({
        limit,
        cursor,
        search,
        status: prospectStatus.optional(),
        sort: prospectSort.default('businessName'),
      }),
      output: z.array(prospect).max(200),
    }),
    overview: endpoint({
      method: 'GET',
      path: '/api/prospect-overview',
      summary: 'How many prospects there are, by status',
      access: 'outreach.read',
      ids: {},
      effects: [],
      output: prospectOverview,
    }),
    read: endpoint({
      method: 'GET',
      path: '/api/prospects/:id',
      summary: 'One prospect with its activity and whether it may be written to',
      access: 'outreach.read',
      ids: { id: 'prospects' },
      effects: [],
      params: idParam,
      output: prospectDetail,
    }),
    create: endpoint({
      method: 'POST',
      path: '/api/prospects',
      summary: 'Add a prospect by hand',
      status: 201,
      access: 'outreach.write',
      ids: {},
      effects: ['frame'],
      idempotent: true,
      body: newProspect,
      output: prospect,
    }),
    update: endpoint({
      method: 'PATCH',
      path: '/api/prospects/:id',
      summary: 'Change status, last contact, fields or consent; what is left out stays',
      access: 'outreach.write',
      ids: { id: 'prospects' },
      effects: ['frame'],
      params: idParam,
      body: prospectUpdate,
      output: prospect,
    }),
    remove: endpoint({
      method: 'DELETE',
      path: '/api/prospects/:id',
      summary: 'Delete a prospect',
      status: 204,
      access: 'outreach.delete',
      ids: { id: 'prospects' },
      effects: ['frame'],
      params: idParam,
      output: noContent,
    }),
    changeMany: endpoint({
      method: 'POST',
      path: '/api/prospect-list/change',
      summary: 'Change the status of many prospects: all of them or none',
      access: 'outreach.write',
      ids: { ids: 'prospects' },
      effects: ['frame'],
      idempotent: true,
      body: z.strictObject({ selection: prospectSelection, status: prospectStatus }),
      output: prospectBulkAnswer,
    }),
    undoMany: endpoint({
      method: 'POST',
      path: '/api/prospect-list/changes/:batchId/undo',
      summary: 'Put back what a bulk action of the last hour changed, where nobody changed it since',
      access: 'outreach.write',
      ids: { batchId: 'prospect_activity' },
      effects: ['frame'],
      idempotent: true,
      params: z.strictObject({ batchId: rowId }),
      output: prospectBulkAnswer,
    }),
    removeMany: endpoint({
      method: 'POST',
      path: '/api/prospect-list/remove',
      summary: 'Delete many prospects: all of them or none',
      access: 'outreach.delete',
      ids: { ids: 'prospects' },
      effects: ['frame'],
      idempotent: true,
      body: z.strictObject({ selection: prospectSelection }),
      output: z.strictObject({ removed: count }),
    }),
    exportCsv: endpoint({
      method: 'POST',
      path: '/api/prospect-list/export',
      summary: 'Prospects as a CSV file, which can be imported again',
      access: 'outreach.export',
      ids: { ids: 'prospects' },
      effects: [],
      whenEnded: 'works',
      body: exported,
      output: z.unknown(),
    }),
    exportEvidence: endpoint({
      method: 'POST',
      path: '/api/prospect-list/evidence',
      summary:
        'Why each prospect may be written to, as a CSV file: basis, source, when, by whom, and the rule',
      access: 'outreach.export',
      ids: { ids: 'prospects' },
      effects: [],
      whenEnded: 'works',
      body: exported,
      output: z.unknown(),
    }),
  },
});
