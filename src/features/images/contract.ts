import { z } from 'zod';
import { defineApi, endpoint } from '#shared/endpoint.ts';
import { id } from '#shared/text.ts';
import { variantNames } from './picture-sizes.ts';

/** Bytes of one picture as it is sent (contract section 3). */
export const pictureLimit = 15 * 1024 * 1024;

/** A path of this server, such as /api/media/TOKEN/full. */
const address = z.string().max(300);
/** Pixels. */
const side = z.int().min(1);

export const uploadedPicture = z.strictObject({
  id,
  /** Of `full`, as are the next four. */
  url: address,
  width: side,
  height: side,
  contentType: z.string().max(100),
  /** Bytes. */
  size: z.int(),
  variants: z
    .array(z.strictObject({ name: z.enum(variantNames), url: address, width: side, height: side }))
    .max(variantNames.length),
});
export type UploadedPicture = z.infer<typeof uploadedPicture>;

export const imagesApi = defineApi({
  module: null,
  endpoints: {
    upload: endpoint({
      method: 'POST',
      path: '/api/uploads',
      summary:
        'Upload a picture for posts; it is written anew, without its metadata, and kept a week if no post shows it',
      status: 201,
      access: 'files.upload',
      ids: {},
      effects: [],
      rate: { calls: 60, seconds: 60, per: 'user' },
      upload: { field: 'file', limit: pictureLimit },
      output: uploadedPicture,
    }),
    show: endpoint({
      method: 'GET',
      path: '/api/media/:token/:variant',
      summary: 'A picture, for whoever holds its link',
      access: 'signed-link',
      ids: {},
      effects: [],
      params: z.strictObject({ token: z.string().max(300), variant: z.string().max(100) }),
      output: z.undefined(),
    }),
  },
});
