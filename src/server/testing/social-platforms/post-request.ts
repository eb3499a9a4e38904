import type { PublishRequest } from '#server/integrations/social/provider.ts';

/** The smallest JPEG that has a beginning and an end. */
export const jpegBytes = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex');

export const jpeg: NonNullable<PublishRequest['image']> = {
  bytes: () => Promise.resolve(new Uint8Array(jpegBytes)),
  contentType: 'image/jpeg',
  publicUrl: 'https://hub.example.com/api/files/billboard.jpg',
  alt: 'A billboard beside the bridge',
};

/** A post as the publisher is handed it. */
export function postRequest(
  given: Pick<PublishRequest, 'platform' | 'to'> & Partial<PublishRequest>,
): PublishRequest {
  return {
    eventId: 'msg_post-1',
    content: 'New at the harbour: two screens.',
    postId: '0198c0de-0000-7000-8000-000000000001',
    image: null,
    organization: { id: '0198c0de-0000-7000-8000-000000000002', name: 'Harbour Signs' },
    ...given,
  };
}
