import { z } from 'zod';
import { defineApi, endpoint } from '#shared/endpoint.ts';
import { event } from '#shared/realtime.ts';
import { id, instant, limit, rowId, text } from '#shared/text.ts';
import { consentInput, prospectField, prospectFieldLimits } from './contract.ts';

export const importLimits = {
  /** Bytes of a file (contract section 3). */
  bytes: 25 * 1024 * 1024,
  /** Rows below the header (contract section 3). */
  rows: 200_000,
  /** Columns of a file. */
  columns: 300,
  /** Characters of a column's name. */
  header: 200,
  /** Characters of a cell as it is shown. */
  shownCell: 200,
  /** First rows shown for each column. */
  samples: 5,
  /** Errors and duplicates that one answer lists (shapes section 8). */
  listedErrors: 1000,
  listedDuplicates: 200,
  /** Kinds of problems that are told apart. */
  problems: 50,
  /** How long a file that was read waits for its import (shapes section 8). */
  waitsHours: 1,
  /** How long the rejected rows of an import can be downloaded, and the import undone. */
  keptDays: 7,
  recent: 50,
} as const;

const longestField = Math.max(...Object.values(prospectFieldLimits));
const count = z.int().min(0);
const lineNumber = z.int().min(1);

const duplicate = z.strictObject({
  /** Line of the file; the header is line 1. */
  lineNumber,
  prospectData: z.strictObject({
    businessName: text(prospectFieldLimits.businessName),
    contactEmail: text(prospectFieldLimits.contactEmail),
    address: text(prospectFieldLimits.address),
  }),
  matchedBy: z.enum(['email', 'name_and_address']),
  /** `id` null: an earlier row of the file. */
  existingProspect: z.strictObject({
    id: id.nullable(),
    businessName: text(prospectFieldLimits.businessName),
  }),
});
const message = text(500);
const errors = z.array(message).max(importLimits.listedErrors);

/** Shapes section 8. With duplicates nothing is inserted and `success` is 0. */
export const importAnswer = z.strictObject({
  success: count,
  errors,
  requiresConfirmation: z.boolean(),
  message,
  duplicates: z.array(duplicate).max(importLimits.listedDuplicates),
  pendingImports: z.array(z.strictObject({ importId: id, rows: count })).max(1),
  errorCount: count,
  duplicateCount: count,
});
export type ImportAnswer = z.infer<typeof importAnswer>;

export const confirmAnswer = z.strictObject({ success: count, errors, skipped: count, message });
export type ConfirmAnswer = z.infer<typeof confirmAnswer>;

/** `reading`: the file or a new mapping is being worked through. Only `ready` and `failed` can be started. */
export const importStates = ['reading', 'ready', 'running', 'done', 'cancelled', 'failed', 'undone'] as const;
export const importState = z.enum(importStates);
export type ImportState = z.infer<typeof importState>;

/** What to do with rows that are there already: leave them out, write over the prospect, or add another one. */
export const duplicateChoices = ['skip', 'update', 'add'] as const;
export const duplicateChoice = z.enum(duplicateChoices);
export type DuplicateChoice = z.infer<typeof duplicateChoice>;

export const importColumn = z.strictObject({
  /** Place in the file, from 0. */
  index: count,
  header: text(importLimits.header),
  /** Where the column goes; null = left out. */
  field: prospectField.nullable(),
  /** First cells, cut for showing. */
  samples: z.array(text(importLimits.shownCell)).max(importLimits.samples),
});
export type ImportColumn = z.infer<typeof importColumn>;

const problemKey = z.string().regex(/^[a-z_]{1,40}$/, 'A problem is named as the import names it.');

/** Rows with the same problem: '12 rows without an email'. A warning keeps no row out. */
export const importProblem = z.strictObject({
  /** What `rows` shows its rows by. */
  key: problemKey,
  kind: z.enum(['rejected', 'warning', 'duplicate']),
  reason: message,
  count,
});

export const prospectImport = z.strictObject({
  id,
  fileName: text(255),
  state: importState,
  /** What the state means, in a sentence. */
  message,
  /** How the file was read, such as 'Windows-1252, semicolons'. */
  format: text(100),
  columns: z.array(importColumn).max(importLimits.columns),
  /** Notes about the file as a whole, such as two columns of the same name. */
  notes: z.array(message).max(20),
  rowCount: count,
  /** How the rows are judged by the mapping; a row counts once. */
  counts: z.strictObject({ ok: count, duplicate: count, rejected: count }),
  problems: z.array(importProblem).max(importLimits.problems),
  /** Rows worked through, of `total`, while it runs. */
  progress: z.strictObject({ done: count, total: count }),
  /** Null until it is done. */
  result: z.strictObject({ created: count, updated: count, skipped: count, rejected: count }).nullable(),
  /** Whether the rejected rows can be downloaded. */
  hasRejected: z.boolean(),
  canUndo: z.boolean(),
  createdBy: text(200),
  createdAt: instant,
  finishedAt: instant.nullable(),
});
export type ProspectImport = z.infer<typeof prospectImport>;

export const importRow = z.strictObject({
  line: lineNumber,
  state: z.enum(['ok', 'duplicate', 'rejected']),
  /** The problem that it is rejected for, or that it is taken with all the same; null = none. */
  problem: problemKey.nullable(),
  /** Why it is rejected or a duplicate; null for others. */
  reason: message.nullable(),
  /** What is odd about a row that is taken all the same. */
  warning: message.nullable(),
  /** The fields as they are taken, cut for showing; '' where there is nothing. */
  values: z.record(prospectField, text(importLimits.shownCell)),
  /** The prospect that is there already; null = an earlier row of the file, or no duplicate. */
  existingId: id.nullable(),
});
export type ImportRow = z.infer<typeof importRow>;

export const importUndone = z.strictObject({
  /** Prospects that the import had added and that are gone now. */
  removed: count,
  /** Prospects that the import had changed and that are as they were. */
  restored: count,
  /** Prospects that someone changed since: they stay. */
  kept: count,
  message,
});
export type ImportUndone = z.infer<typeof importUndone>;

/** An import went on: read it again. */
export const prospectImportChanged = event(
  'prospect_import_changed',
  z.strictObject({ id, state: importState, done: count, total: count }),
);

const idParam = z.strictObject({ id: rowId });
const upload = { field: 'csvFile', limit: importLimits.bytes } as const;
const rate = { calls: 30, seconds: 60, per: 'user' } as const;
const ids = { id: 'prospect_imports' } as const;

export const prospectImportApi = defineApi({
  module: 'outreach',
  endpoints: {
    importCsv: endpoint({
      method: 'POST',
      path: '/api/prospects/import-csv',
      summary: 'Import a CSV file in one go; with duplicates it asks first and imports nothing',
      access: 'outreach.write',
      ids: {},
      effects: ['frame'],
      rate,
      upload,
      output: importAnswer,
    }),
    importCsvConfirm: endpoint({
      method: 'POST',
      path: '/api/prospects/import-csv-confirm',
      summary: 'Go on with an import that found duplicates: without them, or with them',
      access: 'outreach.write',
      // One of another organization answers as one that is unknown or used: with 409 (shapes section 8).
      ids: { importId: 'prospect_imports' },
      effects: ['frame'],
      idempotent: true,
      body: z.strictObject({
        pendingImports: z
          .array(z.strictObject({ importId: id, rows: count.optional() }))
          .min(1)
          .max(1),
        skipDuplicates: z.boolean(),
      }),
      output: confirmAnswer,
    }),
    upload: endpoint({
      method: 'POST',
      path: '/api/prospect-imports',
      summary: 'Read a CSV file and keep it for an hour; nothing is imported yet',
      status: 201,
      access: 'outreach.write',
      ids: {},
      effects: [],
      rate,
      upload,
      output: prospectImport,
    }),
    list: endpoint({
      method: 'GET',
      path: '/api/prospect-imports',
      summary: 'The last imports, newest first',
      access: 'outreach.read',
      ids: {},
      effects: [],
      output: z.array(prospectImport).max(importLimits.recent),
    }),
    read: endpoint({
      method: 'GET',
      path: '/api/prospect-imports/:id',
      summary: 'One import: columns, judgement, progress and result',
      access: 'outreach.read',
      ids,
      effects: [],
      params: idParam,
      output: prospectImport,
    }),
    map: endpoint({
      method: 'PUT',
      path: '/api/prospect-imports/:id/mapping',
      summary: 'Say which column holds what; remembered for files with the same header',
      access: 'outreach.write',
      ids,
      effects: [],
      params: idParam,
      body: z.strictObject({
        /** Columns that are left out of the list, and those with null, are not imported. */
        columns: z
          .array(
            z.strictObject({ index: count.max(importLimits.columns - 1), field: prospectField.nullable() }),
          )
          .max(importLimits.columns)
          .refine((all) => {
            const fields = all.flatMap(({ field }) => field ?? []);
            return new Set(fields).size === fields.length;
          }, 'Use each field for one column only.')
          .refine(
            (all) => new Set(all.map(({ index }) => index)).size === all.length,
            'Name each column once.',
          )
          .refine(
            (all) => all.some(({ field }) => field === 'businessName'),
            'Say which column holds the business name.',
          ),
      }),
      output: prospectImport,
    }),
    rows: endpoint({
      method: 'GET',
      path: '/api/prospect-imports/:id/rows',
      summary: 'Rows of the file as they would be imported, in their order',
      access: 'outreach.read',
      ids,
      effects: [],
      params: idParam,
      query: z.strictObject({
        limit,
        /** As in the `Link` header. */
        cursor: z.string().max(200).optional(),
        state: z.enum(['ok', 'duplicate', 'rejected']).optional(),
        /** Rows with this problem, instead of `state`. */
        problem: problemKey.optional(),
      }),
      output: z.array(importRow).max(200),
    }),
    correct: endpoint({
      method: 'PUT',
      path: '/api/prospect-imports/:id/cell',
      summary: 'Correct a cell of a file that waits; all rows are judged again',
      access: 'outreach.write',
      ids,
      effects: [],
      params: idParam,
      body: z.strictObject({
        line: lineNumber.max(2_000_000_000),
        /** Names the column, by where it goes. */
        field: prospectField,
        value: text(longestField),
      }),
      output: z.strictObject({ row: importRow, file: prospectImport }),
    }),
    start: endpoint({
      method: 'POST',
      path: '/api/prospect-imports/:id/start',
      summary: 'Import the rows that are not rejected; all of them or none',
      status: 202,
      access: 'outreach.write',
      ids,
      effects: ['job', 'frame'],
      idempotent: true,
      params: idParam,
      body: z.strictObject({ duplicates: duplicateChoice, consent: consentInput.nullable() }),
      output: prospectImport,
    }),
    cancel: endpoint({
      method: 'POST',
      path: '/api/prospect-imports/:id/cancel',
      summary: 'Stop an import; nothing of it stays',
      access: 'outreach.write',
      ids,
      effects: ['frame'],
      idempotent: true,
      params: idParam,
      output: prospectImport,
    }),
    undo: endpoint({
      method: 'POST',
      path: '/api/prospect-imports/:id/undo',
      summary: 'Take a whole import back, apart from prospects that someone changed since',
      access: 'outreach.write',
      ids,
      effects: ['frame'],
      idempotent: true,
      params: idParam,
      output: importUndone,
    }),
    rejected: endpoint({
      method: 'GET',
      path: '/api/prospect-imports/:id/rejected',
      summary: 'The rejected rows as a CSV file: line, reason and the cells as they were',
      access: 'outreach.write',
      ids,
      effects: [],
      params: idParam,
      output: z.unknown(),
    }),
  },
});
