import type { MetaStep } from './fake-meta.ts';
import { nothing, strictCall } from './fake-meta-call.ts';
import type { Routed, SeenRequest } from './fake-server.ts';
import { metaError } from './meta-shapes.ts';

export type ContainerState = 'IN_PROGRESS' | 'FINISHED' | 'ERROR' | 'EXPIRED' | 'PUBLISHED';

/** What readers see. */
export interface FakePost {
  text: string;
  image: Buffer | null;
  imageUrl: string | null;
  alt: string | null;
}

export interface InstagramState {
  page: { accessToken: string };
  instagram: { id: string };
  instagramPosts: Map<string, FakePost>;
  /** What the next container says of itself. */
  containers: ContainerState[];
  quota: { used: number; total: number };
  /** Containers by id, with what each still says. */
  made: Map<string, { post: FakePost; states: ContainerState[]; published: boolean }>;
  nextId: () => string;
}

/** The calls for an Instagram account and what it has published; null for another call. */
export function instagramCall(
  seen: SeenRequest,
  id: string,
  edge: string,
  { page, instagram, instagramPosts, containers, quota, made, nextId }: InstagramState,
): Routed<MetaStep> | null {
  const key = `${seen.method} ${edge}`;
  if (key === 'GET content_publishing_limit' && id === instagram.id)
    return strictCall('publishingLimit', seen, page.accessToken, { fields: /^config,quota_usage$/ }, () => ({
      status: 200,
      body: {
        data: [{ quota_usage: quota.used, config: { quota_total: quota.total, quota_duration: 86_400 } }],
      },
    }));
  if (key === 'POST media' && id === instagram.id) {
    const allowed = { image_url: /^https?:\/\/.+/, caption: /^[^]{0,2200}$/, alt_text: /^[^]+$/ };
    return strictCall('createContainer', seen, page.accessToken, allowed, (given, all) => {
      if (!all.has('image_url')) return metaError(400, 100, '(#100) The parameter image_url is required');
      const container = nextId();
      const post = {
        text: given('caption'),
        image: null,
        imageUrl: given('image_url'),
        alt: given('alt_text') || null,
      };
      made.set(container, { post, states: containers.splice(0), published: false });
      return { status: 200, body: { id: container } };
    });
  }
  if (key === 'POST media_publish' && id === instagram.id)
    return strictCall('publishMedia', seen, page.accessToken, { creation_id: /^\d+$/ }, (given) => {
      const container = made.get(given('creation_id'));
      if (!container) return metaError(400, 24, 'The media with the id cannot be found', 2_207_006);
      if (container.states.length > 0) return metaError(400, 9007, 'Media is not ready', 2_207_027);
      const media = nextId();
      container.published = true;
      quota.used += 1;
      instagramPosts.set(media, container.post);
      return { status: 200, body: { id: media } };
    });
  const container = made.get(id);
  if (key === 'GET ' && container)
    return strictCall('readContainer', seen, page.accessToken, { fields: /^status_code,status$/ }, () => {
      const state = container.published ? 'PUBLISHED' : (container.states.shift() ?? 'FINISHED');
      return { status: 200, body: { id, status_code: state, status: `${state}: Media state` } };
    });
  if (key === 'GET insights')
    return strictCall('insights', seen, page.accessToken, { metric: /^reach,shares$/ }, () => ({
      status: 200,
      body: {
        data: [
          { name: 'reach', period: 'lifetime', values: [{ value: 420 }] },
          { name: 'shares', period: 'lifetime', values: [{ value: 5 }] },
        ],
      },
    }));
  if (key === 'GET ')
    return strictCall(
      'readMedia',
      seen,
      page.accessToken,
      { fields: /^(permalink|like_count,comments_count)$/ },
      (given) => {
        if (!instagramPosts.has(id)) return nothing();
        return given('fields') === 'permalink'
          ? { status: 200, body: { id, permalink: `https://www.instagram.com/p/${id}/` } }
          : { status: 200, body: { id, like_count: 33, comments_count: 4 } };
      },
    );
  return null;
}
