import { z } from 'zod';
import { defineApi, endpoint } from '#shared/endpoint.ts';
import { id, text } from '#shared/text.ts';

/** Bytes of one uploaded file (contract section 3). */
export const fileLimit = 15 * 1024 * 1024;

export const uploadedFile = z.strictObject({
  id,
  name: z.string().max(255),
  contentType: z.string().max(127),
  /** Bytes. */
  size: z.int(),
});
export type UploadedFile = z.infer<typeof uploadedFile>;

export const filesApi = defineApi({
  module: null,
  endpoints: {
    upload: endpoint({
      method: 'POST',
      path: '/api/files',
      summary: 'Upload a file to send it; the body is the file itself, kept for a day',
      status: 201,
      access: 'files.upload',
      ids: {},
      effects: [],
      raw: { types: ['application/octet-stream'], limit: fileLimit },
      query: z.strictObject({
        name: text(255).min(1, 'Give the file a name.'),
        /** Media type; `application/octet-stream` when it is not known. */
        type: z
          .string()
          .max(127)
          .regex(/^[\w.+-]+\/[\w.+-]+$/, 'This is not a media type.')
          .default('application/octet-stream'),
      }),
      output: uploadedFile,
    }),
  },
});
