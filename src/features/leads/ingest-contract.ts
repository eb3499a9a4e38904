import { z } from 'zod';
import { defineApi, endpoint } from '#shared/endpoint.ts';
import { id } from '#shared/text.ts';

/** What a form may send. Bytes of the whole body; fields beyond the known ones are kept as text of the message. */
export const formLimits = { bytes: 128 * 1024, fields: 50, name: 100, value: 20_000 } as const;

export const leadIngestApi = defineApi({
  module: 'leads_manager',
  endpoints: {
    ingestLead: endpoint({
      method: 'POST',
      path: '/api/v2/ingest/leads',
      summary: 'A lead from a form of a website: name, email, phone, company, message and any further fields',
      status: 201,
      access: 'mail.ingest',
      whenEnded: 'works',
      ids: {},
      effects: ['frame'],
      idempotent: false,
      rate: { calls: 10, seconds: 60, per: 'address' },
      bodyLimit: formLimits.bytes,
      raw: { types: ['application/x-www-form-urlencoded'], limit: formLimits.bytes },
      cors: true,
      // Websites name their fields as they like: they are judged one by one in the use case.
      body: z.unknown(),
      output: z.strictObject({ thread_id: id }),
    }),
  },
});
