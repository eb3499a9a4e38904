import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakeLinkedIn, startFakeLinkedIn } from '#server/testing/social-platforms/fake-linkedin.ts';
import { linkedInFaults } from '#server/testing/social-platforms/linkedin-shapes.ts';
import { jpeg, jpegBytes, postRequest } from '#server/testing/social-platforms/post-request.ts';
import { socialNetworks } from './networks.ts';
import type { PublishRequest, SocialNetworks } from './provider.ts';

const never = new AbortController().signal;
let linkedIn: FakeLinkedIn;
let networks: SocialNetworks;

beforeEach(async () => {
  linkedIn = await startFakeLinkedIn();
  networks = socialNetworks({
    config: { linkedin: linkedIn.config, meta: null, formUrl: null },
    allowPrivate: true,
    timing: { publishMs: 500, pollMs: 10 },
  });
});
afterEach(() => linkedIn.stop());

function publish(more: Partial<PublishRequest> = {}, account = {}) {
  const [id] = linkedIn.organizations;
  const to = { kind: 'account', id, accessToken: linkedIn.accessToken, ...account } as const;
  return networks.publish(postRequest({ platform: 'linkedin', to, ...more }), never);
}

const onlyPost = () => [...linkedIn.posts.values()];

describe('a post for a page', () => {
  it('is published, read back and found under its address', async () => {
    const steps: string[] = [];
    const content = 'Open (today) until 9_pm, see https://a.example/x_y #Sydney @ the bridge!';
    const { outcome, log } = await publish({ content, onStep: (step) => void steps.push(step) });
    const [urn = ''] = linkedIn.posts.keys();
    expect(outcome).toEqual({
      kind: 'published',
      permalink: `https://www.linkedin.com/feed/update/${urn}`,
      externalId: urn,
      note: null,
    });
    expect(log.status).toBe(201);
    expect(onlyPost()).toEqual([
      { text: content, author: linkedIn.organizations[0], image: null, alt: null },
    ]);
    expect(steps).toEqual(['publishing']);
    expect(linkedIn.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /rest/posts',
      `GET /rest/posts/${encodeURIComponent(urn)}`,
    ]);
  });

  it('carries its image with the words for people who do not see it', async () => {
    const steps: string[] = [];
    const { outcome } = await publish({ image: jpeg, onStep: (step) => void steps.push(step) });
    expect(outcome).toMatchObject({ kind: 'published', note: null });
    expect(onlyPost()).toMatchObject([{ image: jpegBytes, alt: jpeg.alt }]);
    expect(steps).toEqual(['uploading', 'publishing']);
  });

  it('that LinkedIn still works on, or that cannot be read back, is published with a note', async () => {
    linkedIn.lifecycle.push('PUBLISH_REQUESTED');
    expect((await publish({ content: 'one' })).outcome).toMatchObject({ kind: 'published', note: null });
    linkedIn.lifecycle.push(...Array<string>(9).fill('PUBLISH_REQUESTED'));
    expect((await publish({ content: 'two' })).outcome).toMatchObject({
      note: expect.stringMatching(/still working/),
    });
    linkedIn.script('readPost', linkedInFaults.serverError);
    const { outcome, log } = await publish({ content: 'three' });
    expect(outcome).toMatchObject({
      kind: 'published',
      note: expect.stringMatching(/could not be read back/),
    });
    expect(log.status).toBe(201);
  });

  it('that LinkedIn took and then could not publish is refused', async () => {
    linkedIn.lifecycle.push('PUBLISH_FAILED');
    expect((await publish()).outcome).toMatchObject({ kind: 'refused', code: 'rejected', retry: false });
  });
});

describe('a refusal in words', () => {
  it.each(['expiredToken', 'revokedToken'] as const)('%s: reconnect, at every call', async (fault) => {
    for (const step of ['initializeUpload', 'upload', 'createPost'] as const) {
      linkedIn.script(step, linkedInFaults[fault]);
      const { outcome } = await publish({ image: jpeg });
      expect(outcome, step).toMatchObject({
        kind: 'refused',
        code: 'token_dead',
        fix: 'Reconnect LinkedIn',
        retry: false,
        status: 401,
      });
    }
    expect(onlyPost()).toEqual([]);
  });

  it('a token that LinkedIn does not know', async () => {
    const { outcome, log } = await publish({}, { accessToken: 'never-given-token' });
    expect(outcome).toMatchObject({ code: 'token_dead', fix: 'Reconnect LinkedIn' });
    expect(log).toMatchObject({ status: 401, answer: expect.stringMatching(/Invalid access token/) });
  });

  it('a page that the person does not administer', async () => {
    const { outcome } = await publish({}, { id: linkedIn.organizations[1] });
    expect(outcome).toMatchObject({
      code: 'permission_missing',
      fix: expect.stringMatching(/Reconnect LinkedIn/),
      retry: false,
    });
  });

  it('too many calls: later, and when', async () => {
    linkedIn.script('createPost', linkedInFaults.rateLimited);
    expect((await publish()).outcome).toMatchObject({
      kind: 'refused',
      code: 'rate_limited',
      retry: true,
      retryAfterSeconds: 120,
    });
  });

  it('the same text twice', async () => {
    await publish();
    expect((await publish()).outcome).toMatchObject({
      kind: 'refused',
      code: 'duplicate',
      retry: false,
      status: 422,
    });
  });

  it('a version of the API that has ended is the operator’s to change', async () => {
    const old = socialNetworks({
      config: { linkedin: { ...linkedIn.config, version: '202401' }, meta: null, formUrl: null },
      allowPrivate: true,
    });
    const to = { kind: 'account', id: linkedIn.organizations[0], accessToken: linkedIn.accessToken } as const;
    const { outcome } = await old.publish(postRequest({ platform: 'linkedin', to }), never);
    expect(outcome).toMatchObject({
      code: 'not_configured',
      fix: expect.stringMatching(/LINKEDIN_VERSION/),
      status: 426,
    });
  });

  it('a fault of LinkedIn’s before the post: later', async () => {
    linkedIn.script('initializeUpload', linkedInFaults.serverError);
    expect((await publish({ image: jpeg })).outcome).toMatchObject({
      kind: 'refused',
      code: 'server_error',
      retry: true,
    });
    linkedIn.script('upload', { do: 'hang' });
    expect((await publish({ image: jpeg })).outcome).toMatchObject({
      kind: 'refused',
      code: 'no_answer',
      retry: true,
    });
    expect(onlyPost()).toEqual([]);
  });

  it('no application at LinkedIn', async () => {
    const bare = socialNetworks({
      config: { linkedin: null, meta: null, formUrl: null },
      allowPrivate: true,
    });
    const to = { kind: 'account', id: linkedIn.organizations[0], accessToken: 'x' } as const;
    for (const platform of ['linkedin', 'facebook', 'instagram'] as const)
      expect((await bare.publish(postRequest({ platform, to }), never)).outcome).toMatchObject({
        kind: 'refused',
        code: 'not_configured',
      });
    expect(bare.signIn).toEqual({ linkedin: null, meta: null });
  });
});

describe('an outcome that is not known', () => {
  it.each([
    ['the answer was lost after LinkedIn had acted', { do: 'act_then_drop' }, 1],
    ['no answer', { do: 'hang' }, 0],
    ['a server error at the post itself', linkedInFaults.serverError, 0],
  ] as const)('%s', async (_name, fault, made) => {
    linkedIn.script('createPost', fault);
    const { outcome } = await publish();
    expect(outcome).toMatchObject({
      kind: 'unknown',
      reason: expect.stringMatching(/LinkedIn is not known/),
    });
    expect(linkedIn.posts.size).toBe(made);
  });
});

describe('engagement', () => {
  it('is read for a post of the page, and null for what LinkedIn does not tell', async () => {
    const { outcome } = await publish();
    const id = outcome.kind === 'published' ? (outcome.externalId ?? '') : '';
    const account = { id: linkedIn.organizations[0], accessToken: linkedIn.accessToken };
    const read = (urn: string) => networks.readEngagement('linkedin', account, urn, never);
    expect(await read(id)).toEqual({ likes: 25, comments: 3, shares: 4, reach: 310 });
    expect(await read('urn:li:share:1')).toBeNull();
    expect(await read('../posts')).toBeNull();
    linkedIn.script('statistics', linkedInFaults.expiredToken);
    expect(await read(id)).toBeNull();
  });
});
