import { sql } from 'drizzle-orm';
import { boolean, foreignKey, index, integer, jsonb, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { consentBases } from '#features/outreach/consent.ts';
import { type ProspectField, recordedActions } from '#features/outreach/contract.ts';
import { duplicateChoices, importStates } from '#features/outreach/import-contract.ts';
import { prospectStatuses } from '#features/outreach/prospect-status.ts';
import { instantColumn, tenantTable } from '#server/db/tenant-table.ts';

/** A column of a file, with where it goes and its first cells. */
export interface StoredColumn {
  header: string;
  field: ProspectField | null;
  samples: string[];
}

/** Rows with the same problem; `kind` is one of row-problems.ts. */
export interface StoredProblem {
  state: 'rejected' | 'warning' | 'duplicate';
  kind: string;
  count: number;
}

export const prospects = tenantTable(
  'prospects',
  {
    id: uuid('id').notNull(),
    businessName: text('business_name').notNull(),
    address: text('address').notNull(),
    contactEmail: text('contact_email').notNull(),
    contactPhone: text('contact_phone').notNull(),
    industry: text('industry').notNull(),
    summary: text('summary').notNull(),
    notes: text('notes').notNull(),
    status: text('status', { enum: prospectStatuses }).notNull(),
    createdAt: instantColumn('created_at').notNull(),
    /** Equal to `created_at` until someone changes something. */
    updatedAt: instantColumn('updated_at').notNull(),
    lastContactedAt: instantColumn('last_contacted_at'),
    /** ISO 3166-1 alpha-2, as a person set it; null = read from the address, else the organization's. */
    country: text('country'),
    consentBasis: text('consent_basis', { enum: consentBases }),
    consentSource: text('consent_source'),
    consentAt: instantColumn('consent_at'),
    createdBy: text('created_by').notNull(),
    /** The import that added it. */
    importId: uuid('import_id'),
    /** Case-folded name and industry: sort the same on every database; no industry sorts last. */
    nameKey: text('name_key').notNull(),
    industryKey: text('industry_key'),
    /** What duplicates are found by; see match-keys.ts. */
    matchEmail: text('match_email'),
    matchName: text('match_name').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('prospects_name').on(table.organizationId, sql`name_key collate "C"`, table.id),
    index('prospects_industry').on(table.organizationId, sql`industry_key collate "C"`, table.id),
    index('prospects_contacted').on(table.organizationId, table.lastContactedAt, table.id),
    index('prospects_status_name').on(
      table.organizationId,
      table.status,
      sql`name_key collate "C"`,
      table.id,
    ),
    index('prospects_status_industry').on(
      table.organizationId,
      table.status,
      sql`industry_key collate "C"`,
      table.id,
    ),
    index('prospects_status_contacted').on(
      table.organizationId,
      table.status,
      table.lastContactedAt,
      table.id,
    ),
    index('prospects_match_email').on(table.organizationId, table.matchEmail),
    index('prospects_match_name').on(table.organizationId, table.matchName),
    index('prospects_import').on(table.organizationId, table.importId).where(sql`import_id is not null`),
    foreignKey({
      columns: [table.organizationId, table.importId],
      foreignColumns: [prospectImports.organizationId, prospectImports.id],
    }),
  ],
);

/** The text that search looks in, apart from the prospect so that a change of status does not touch its large index. */
export const prospectSearch = tenantTable(
  'prospect_search',
  { prospectId: uuid('prospect_id').notNull(), searchText: text('search_text').notNull() },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.prospectId] }),
    foreignKey({
      columns: [table.organizationId, table.prospectId],
      foreignColumns: [prospects.organizationId, prospects.id],
    }).onDelete('cascade'),
  ],
);

/** Prospects per status, kept by triggers in the transaction that changes a prospect: tiles cost the same at any size. */
export const prospectCounts = tenantTable(
  'prospect_counts',
  { status: text('status', { enum: prospectStatuses }).notNull(), count: integer('count').notNull() },
  (table) => [primaryKey({ columns: [table.organizationId, table.status] })],
);

/** What people did to a prospect. That it was made or imported stands in the prospect itself. */
export const prospectActivity = tenantTable(
  'prospect_activity',
  {
    id: uuid('id').notNull(),
    prospectId: uuid('prospect_id').notNull(),
    at: instantColumn('at').notNull(),
    actor: text('actor').notNull(),
    actorId: text('actor_id'),
    action: text('action', { enum: recordedActions }).notNull(),
    field: text('field'),
    fromValue: text('from_value'),
    toValue: text('to_value'),
    /** One for all changes of one bulk action, so that they can be undone together. */
    batchId: uuid('batch_id'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('prospect_activity_batch').on(table.organizationId, table.batchId).where(sql`batch_id is not null`),
    index('prospect_activity_newest').on(
      table.organizationId,
      table.prospectId,
      table.at.desc().nullsFirst(),
      table.id,
    ),
    foreignKey({
      columns: [table.organizationId, table.prospectId],
      foreignColumns: [prospects.organizationId, prospects.id],
    }).onDelete('cascade'),
  ],
);

/** One file that someone brought. */
export const prospectImports = tenantTable(
  'prospect_imports',
  {
    id: uuid('id').notNull(),
    fileName: text('file_name').notNull(),
    state: text('state', { enum: importStates }).notNull(),
    /** Why it is in this state, where the state alone does not say it. */
    reason: text('reason'),
    format: text('format').notNull(),
    columns: jsonb('columns').$type<StoredColumn[]>().notNull(),
    notes: jsonb('notes').$type<string[]>().notNull(),
    rowCount: integer('row_count').notNull().default(0),
    okCount: integer('ok_count').notNull().default(0),
    duplicateCount: integer('duplicate_count').notNull().default(0),
    rejectedCount: integer('rejected_count').notNull().default(0),
    problems: jsonb('problems').$type<StoredProblem[]>().notNull(),
    duplicates: text('duplicates', { enum: duplicateChoices }),
    consentBasis: text('consent_basis', { enum: consentBases }),
    consentSource: text('consent_source'),
    /** Rows written so far. */
    done: integer('done').notNull().default(0),
    isCancelRequested: boolean('is_cancel_requested').notNull().default(false),
    createdCount: integer('created_count').notNull().default(0),
    updatedCount: integer('updated_count').notNull().default(0),
    skippedCount: integer('skipped_count').notNull().default(0),
    createdBy: text('created_by').notNull(),
    createdById: text('created_by_id').notNull(),
    createdAt: instantColumn('created_at').notNull(),
    /** When a process began to write it. */
    claimedAt: instantColumn('claimed_at'),
    finishedAt: instantColumn('finished_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('prospect_imports_newest').on(table.organizationId, table.createdAt.desc().nullsFirst(), table.id),
    index('prospect_imports_open').on(table.createdAt).where(sql`state in ('reading', 'running')`),
  ],
);

/** The rows of a file between reading and writing, as they came and as they would be taken. */
export const prospectImportRows = tenantTable(
  'prospect_import_rows',
  {
    importId: uuid('import_id').notNull(),
    /** Of the file; the header is line 1. */
    line: integer('line').notNull(),
    /** JSON array of the cells. */
    cells: text('cells').notNull(),
    state: text('state', { enum: ['ok', 'duplicate', 'rejected'] }).notNull(),
    reason: text('reason'),
    reasonKind: text('reason_kind'),
    warning: text('warning'),
    warningKind: text('warning_kind'),
    /** The id that the prospect gets. */
    prospectId: uuid('prospect_id').notNull(),
    businessName: text('business_name').notNull(),
    address: text('address').notNull(),
    contactEmail: text('contact_email').notNull(),
    contactPhone: text('contact_phone').notNull(),
    industry: text('industry').notNull(),
    summary: text('summary').notNull(),
    notes: text('notes').notNull(),
    nameKey: text('name_key').notNull(),
    industryKey: text('industry_key'),
    matchEmail: text('match_email'),
    matchName: text('match_name').notNull(),
    searchText: text('search_text').notNull(),
    matchedBy: text('matched_by', { enum: ['email', 'name_and_address'] }),
    /** The prospect that is there already. */
    existingId: uuid('existing_id'),
    /** The earlier row of the file, where no prospect is there. */
    existingLine: integer('existing_line'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.importId, table.line] }),
    foreignKey({
      columns: [table.organizationId, table.importId],
      foreignColumns: [prospectImports.organizationId, prospectImports.id],
    }).onDelete('cascade'),
  ],
);

/** How prospects were before an import wrote over them, for its undo. */
export const prospectImportChanges = tenantTable(
  'prospect_import_changes',
  {
    importId: uuid('import_id').notNull(),
    prospectId: uuid('prospect_id').notNull(),
    before: jsonb('before').$type<Record<string, unknown>>().notNull(),
    /** `updated_at` of the prospect as the import left it: another one says that somebody changed it since. */
    updatedAt: instantColumn('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.importId, table.prospectId] }),
    index('prospect_import_changes_prospect').on(table.organizationId, table.prospectId),
    foreignKey({
      columns: [table.organizationId, table.importId],
      foreignColumns: [prospectImports.organizationId, prospectImports.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.organizationId, table.prospectId],
      foreignColumns: [prospects.organizationId, prospects.id],
    }).onDelete('cascade'),
  ],
);

/** Which column held what, for the next file with the same header. */
export const prospectImportMappings = tenantTable(
  'prospect_import_mappings',
  {
    headerDigest: text('header_digest').notNull(),
    fields: jsonb('fields').$type<(ProspectField | null)[]>().notNull(),
    updatedAt: instantColumn('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.headerDigest] })],
);
