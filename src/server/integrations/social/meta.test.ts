import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakeMeta, startFakeMeta } from '#server/testing/social-platforms/fake-meta.ts';
import { metaFaults } from '#server/testing/social-platforms/meta-shapes.ts';
import { jpeg, jpegBytes, postRequest } from '#server/testing/social-platforms/post-request.ts';
import { socialNetworks } from './networks.ts';
import type { PublishRequest, SocialNetworks } from './provider.ts';

const never = new AbortController().signal;
let meta: FakeMeta;
let networks: SocialNetworks;

beforeEach(async () => {
  meta = await startFakeMeta();
  networks = socialNetworks({
    config: { linkedin: null, meta: meta.config, formUrl: null },
    allowPrivate: true,
    timing: { publishMs: 300, instagramMs: 900, pollMs: 10 },
  });
});
afterEach(() => meta.stop());

function publish(platform: 'facebook' | 'instagram', more: Partial<PublishRequest> = {}) {
  const account = platform === 'facebook' ? meta.page : meta.instagram;
  return networks.publish(postRequest({ platform, to: { kind: 'account', ...account }, ...more }), never);
}

const steps = () =>
  meta.requests.map(({ method, path }) => `${method} ${path.split('/').slice(3).join('/')}`);

describe('a post for a Facebook page', () => {
  it('of text alone is published and read back', async () => {
    const content = 'Zwei neue Flächen 🌉 #Sydney & mehr: a=b';
    const { outcome, log } = await publish('facebook', { content });
    const [id = ''] = meta.facebookPosts.keys();
    expect(outcome).toEqual({
      kind: 'published',
      permalink: `https://www.facebook.com/${id.replace('_', '/posts/')}`,
      externalId: id,
      note: null,
    });
    expect(log.status).toBe(200);
    expect(meta.facebookPosts.get(id)).toEqual({ text: content, image: null, imageUrl: null, alt: null });
  });

  it('with an image hands the image over', async () => {
    const { outcome } = await publish('facebook', { image: jpeg });
    expect(outcome.kind).toBe('published');
    expect([...meta.facebookPosts.values()]).toMatchObject([
      { text: 'New at the harbour: two screens.', image: jpegBytes, alt: jpeg.alt },
    ]);
    expect(outcome.kind === 'published' && outcome.externalId).toMatch(/^\d+_\d+$/);
  });

  it('that cannot be read back is published, with a note', async () => {
    meta.script('readPost', metaFaults.serverError);
    expect((await publish('facebook')).outcome).toMatchObject({
      kind: 'published',
      permalink: null,
      note: expect.stringMatching(/read back/),
    });
  });

  it.each([
    ['deadToken', 'token_dead', false, 'Reconnect Facebook'],
    ['permission', 'permission_missing', false, 'Reconnect Facebook and allow everything that it asks for'],
    ['blocked', 'account_restricted', false, 'Open Facebook, see what it asks for, and publish again.'],
    ['rateLimited', 'rate_limited', true, 'Try again later.'],
  ] as const)('is refused in words: %s', async (fault, code, retry, fix) => {
    meta.script('feed', metaFaults[fault]);
    const { outcome } = await publish('facebook');
    expect(outcome).toMatchObject({ kind: 'refused', code, retry, fix });
    expect(outcome.kind === 'refused' && outcome.retryAfterSeconds).toBe(retry ? 300 : undefined);
    expect(meta.facebookPosts.size).toBe(0);
  });

  it('is a definite refusal when a 5xx says so in its code', async () => {
    for (const [code, kind] of [
      [4, 'refused'],
      [368, 'refused'],
      [1, 'unknown'],
      [999, 'unknown'],
    ] as const) {
      meta.script('feed', { do: 'answer', status: 503, body: { error: { message: 'x', code } } });
      expect((await publish('facebook')).outcome.kind, String(code)).toBe(kind);
    }
  });

  it.each([
    ['a server error', metaFaults.serverError, 0],
    ['a lost answer', { do: 'act_then_drop' }, 1],
    ['no answer', { do: 'hang' }, 0],
  ] as const)('is not known after %s', async (_name, fault, made) => {
    meta.script('photos', fault);
    expect((await publish('facebook', { image: jpeg })).outcome).toMatchObject({
      kind: 'unknown',
      reason: expect.stringMatching(/Facebook is not known/),
    });
    expect(meta.facebookPosts.size).toBe(made);
  });
});

describe('a post for Instagram', () => {
  it('is checked, prepared, published and read back', async () => {
    meta.containers.push('IN_PROGRESS', 'IN_PROGRESS');
    const told: string[] = [];
    const { outcome, log } = await publish('instagram', {
      image: jpeg,
      onStep: (step) => void told.push(step),
    });
    const [id = ''] = meta.instagramPosts.keys();
    expect(outcome).toEqual({
      kind: 'published',
      permalink: `https://www.instagram.com/p/${id}/`,
      externalId: id,
      note: null,
    });
    expect(log.status).toBe(200);
    expect(meta.instagramPosts.get(id)).toEqual({
      text: 'New at the harbour: two screens.',
      image: null,
      imageUrl: jpeg.publicUrl,
      alt: jpeg.alt,
    });
    expect(told).toEqual(['checking', 'preparing', 'publishing']);
    expect(steps()).toEqual([
      'GET content_publishing_limit',
      'POST media',
      'GET ',
      'GET ',
      'GET ',
      'POST media_publish',
      'GET ',
    ]);
  });

  it('without an image, or with one that it cannot fetch or read, is refused before any call', async () => {
    expect((await publish('instagram')).outcome).toMatchObject({
      code: 'image_missing',
      reason: expect.stringMatching(/without an image/),
      retry: false,
    });
    const png = { ...jpeg, contentType: 'image/png' };
    expect((await publish('instagram', { image: png })).outcome).toMatchObject({ code: 'image_rejected' });
    const strict = socialNetworks({
      config: { linkedin: null, meta: meta.config, formUrl: null },
      allowPrivate: false,
    });
    const local = { ...jpeg, publicUrl: 'http://localhost:3000/files/1.jpg' };
    const request = postRequest({
      platform: 'instagram',
      to: { kind: 'account', ...meta.instagram },
      image: local,
    });
    expect((await strict.publish(request, never)).outcome).toMatchObject({
      code: 'image_rejected',
      fix: expect.stringMatching(/HUB_PUBLIC_URL/),
    });
    expect(meta.requests).toEqual([]);
  });

  it('beyond what the account may publish in a day is refused before anything is made', async () => {
    meta.quota.used = 50;
    expect((await publish('instagram', { image: jpeg })).outcome).toMatchObject({
      code: 'quota_used_up',
      reason: expect.stringMatching(/50 posts/),
      retry: false,
    });
    expect(steps()).toEqual(['GET content_publishing_limit']);
  });

  it.each([
    ['ERROR', 'image_rejected', false],
    ['EXPIRED', 'server_error', true],
  ] as const)('whose container is %s is refused', async (state, code, retry) => {
    meta.containers.push('IN_PROGRESS', state);
    expect((await publish('instagram', { image: jpeg })).outcome).toMatchObject({
      kind: 'refused',
      code,
      retry,
    });
    expect(meta.instagramPosts.size).toBe(0);
  });

  it('whose image takes too long is a refusal that may be tried again: nothing was published', async () => {
    meta.containers.push(...Array<'IN_PROGRESS'>(500).fill('IN_PROGRESS'));
    expect((await publish('instagram', { image: jpeg })).outcome).toMatchObject({
      kind: 'refused',
      code: 'no_answer',
      retry: true,
    });
    expect(steps()).not.toContain('POST media_publish');
  });

  it('is refused in words at every step before the last', async () => {
    for (const step of ['publishingLimit', 'createContainer', 'readContainer', 'publishMedia'] as const) {
      meta.script(step, metaFaults.deadToken);
      const { outcome } = await publish('instagram', { image: jpeg });
      expect(outcome, step).toMatchObject({ code: 'token_dead', fix: 'Reconnect Instagram', retry: false });
    }
    for (const step of ['publishingLimit', 'createContainer', 'readContainer'] as const) {
      meta.script(step, metaFaults.serverError);
      expect((await publish('instagram', { image: jpeg })).outcome, step).toMatchObject({
        kind: 'refused',
        code: 'server_error',
        retry: true,
      });
    }
    meta.script('createContainer', metaFaults.badImage);
    expect((await publish('instagram', { image: jpeg })).outcome).toMatchObject({
      code: 'image_rejected',
      retry: false,
    });
    expect(meta.instagramPosts.size).toBe(0);
  });

  it.each([
    ['no answer to the last call', { do: 'hang' }],
    ['a server error at the last call', metaFaults.serverError],
  ] as const)('is not known after %s', async (_name, fault) => {
    meta.script('publishMedia', fault);
    expect((await publish('instagram', { image: jpeg })).outcome).toMatchObject({
      kind: 'unknown',
      reason: expect.stringMatching(/Instagram is not known/),
    });
  });

  it('whose answer was lost is published when the container says so, and not known when it cannot be asked', async () => {
    meta.script('publishMedia', { do: 'act_then_drop' });
    expect((await publish('instagram', { image: jpeg })).outcome).toMatchObject({
      kind: 'published',
      permalink: null,
      externalId: null,
      note: expect.stringMatching(/is published/),
    });
    meta.script('publishMedia', { do: 'act_then_drop' });
    meta.script('readContainer', null, metaFaults.serverError);
    expect((await publish('instagram', { image: jpeg })).outcome.kind).toBe('unknown');
  });
});

describe('engagement', () => {
  it('is read from both networks', async () => {
    await publish('facebook');
    await publish('instagram', { image: jpeg });
    const [facebook = ''] = meta.facebookPosts.keys();
    const [instagram = ''] = meta.instagramPosts.keys();
    expect(await networks.readEngagement('facebook', meta.page, facebook, never)).toEqual({
      likes: 11,
      comments: 2,
      shares: 1,
      reach: null,
    });
    expect(await networks.readEngagement('instagram', meta.instagram, instagram, never)).toEqual({
      likes: 33,
      comments: 4,
      shares: 5,
      reach: 420,
    });
  });

  it('lacks reach without the permission for it, and is null where nothing is told', async () => {
    await publish('instagram', { image: jpeg });
    const [id = ''] = meta.instagramPosts.keys();
    meta.script('insights', metaFaults.permission);
    expect(await networks.readEngagement('instagram', meta.instagram, id, never)).toEqual({
      likes: 33,
      comments: 4,
      shares: 0,
      reach: null,
    });
    for (const platform of ['facebook', 'instagram'] as const) {
      expect(await networks.readEngagement(platform, meta.page, '1_2', never)).toBeNull();
      expect(await networks.readEngagement(platform, meta.page, '../me', never)).toBeNull();
    }
  });
});

it('the token stands in no address', async () => {
  await publish('facebook');
  await publish('instagram', { image: jpeg });
  for (const { query } of meta.requests) expect(query.toString()).not.toContain(meta.page.accessToken);
});
