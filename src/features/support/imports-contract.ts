import { z } from 'zod';
import { defineApi, endpoint, noContent } from '#shared/endpoint.ts';
import { cursor, id, instant, limit, required, rowId, text } from '#shared/text.ts';
import { knowledgeLimits } from './knowledge-contract.ts';

export const importLimits = {
  /** Of one organization, files and pages together. */
  sources: 1000,
  /** Pages that are read again every day. */
  pages: 200,
  /** Of a file or a page, bytes (contract section 3). */
  bytes: 15 * 1024 * 1024,
  pageBytes: 5 * 1024 * 1024,
  /** Of a PDF. */
  pdfPages: 300,
  name: 255,
  url: 2000,
  reason: 500,
} as const;

/** File types that are read, by the end of their name. */
export const importedTypes = ['md', 'markdown', 'html', 'htm', 'txt', 'pdf'] as const;

/**
 * `reading`: a page that is being read for the first time. `read`: its text is an article. `refused`: nothing was taken,
 * for the reason. `gone`: a page that is not there any more; its article stayed.
 */
export const sourceStates = ['reading', 'read', 'refused', 'gone'] as const;
export const sourceState = z.enum(sourceStates);
export type SourceState = z.infer<typeof sourceState>;

export const source = z.strictObject({
  id,
  kind: z.enum(['file', 'page']),
  /** Of the file, or the address of the page. */
  name: text(importLimits.url),
  state: sourceState,
  /** Why nothing was taken, or what the last look found, for people; null where there is nothing to say. */
  reason: text(importLimits.reason).nullable(),
  article: z.strictObject({ articleId: id, title: text(knowledgeLimits.title) }).nullable(),
  createdBy: text(200),
  createdAt: instant,
  /** Of a page: when it was looked at last, and when its text was found changed. */
  checkedAt: instant.nullable(),
  changedAt: instant.nullable(),
});
export type Source = z.infer<typeof source>;

const source404 = { sourceId: 'support_sources' } as const;
const sourceParams = z.strictObject({ sourceId: rowId });

export const importsApi = defineApi({
  module: 'support_agent',
  endpoints: {
    list: endpoint({
      method: 'GET',
      path: '/api/knowledge/sources',
      summary: 'Files and pages that were brought in, newest first, each with what came of it',
      access: 'support.read',
      ids: {},
      effects: [],
      query: z.strictObject({ limit, cursor }),
      output: z.array(source).max(200),
    }),
    addFile: endpoint({
      method: 'POST',
      path: '/api/knowledge/sources/files',
      summary: 'Bring in a Markdown, HTML, text or PDF file as a draft; the body is the file itself',
      status: 201,
      access: 'support.write',
      ids: {},
      effects: ['frame'],
      rate: { calls: 100, seconds: 600, per: 'user' },
      raw: { types: ['application/octet-stream'], limit: importLimits.bytes + 10 * 1024 * 1024 },
      query: z.strictObject({
        name: required(importLimits.name, 'Give the file a name.'),
        /** Of the file, bytes: one that is too large is refused before its bytes are read. */
        size: z
          .string()
          .regex(/^\d{1,15}$/, 'The size is a whole number of bytes.')
          .transform(Number)
          .optional(),
      }),
      output: source,
    }),
    addPage: endpoint({
      method: 'POST',
      path: '/api/knowledge/sources/pages',
      summary: 'Bring in a web page as a draft; it is read again every day',
      status: 201,
      access: 'support.write',
      ids: {},
      effects: ['job', 'frame'],
      idempotent: true,
      body: z.strictObject({ url: required(importLimits.url, 'Enter the address of a page.') }),
      output: source,
    }),
    refresh: endpoint({
      method: 'POST',
      path: '/api/knowledge/sources/:sourceId/refresh',
      summary: 'Read a page again now',
      access: 'support.write',
      ids: source404,
      effects: ['job', 'frame'],
      idempotent: true,
      params: sourceParams,
      output: source,
    }),
    remove: endpoint({
      method: 'DELETE',
      path: '/api/knowledge/sources/:sourceId',
      summary: 'Forget a file or a page; its article stays',
      status: 204,
      access: 'support.write',
      ids: source404,
      effects: ['frame'],
      params: sourceParams,
      output: noContent,
    }),
  },
});
