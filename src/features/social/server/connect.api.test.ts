import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobContext } from '#server/organization-context.ts';
import { type FakeLinkedIn, startFakeLinkedIn } from '#server/testing/social-platforms/fake-linkedin.ts';
import { startTestApp, type Tenant, type TestApp } from '#server/testing/test-app.ts';
import { socialAccounts, socialConnectAttempts } from './tables.ts';
import { tendOne } from './tend-accounts.ts';

let linkedIn: FakeLinkedIn;
let app: TestApp;
let tenant: Tenant;

beforeAll(async () => {
  linkedIn = await startFakeLinkedIn();
  app = await startTestApp({ env: { ...linkedIn.env, HUB_ALLOW_PRIVATE_HOSTS: '1' } });
  tenant = await app.tenant();
});
afterAll(async () => {
  await app.close();
  await linkedIn.stop();
});

const path = '/api/tenant/integrations/social';
const db = () => app.hub.database.forOrganization(tenant.organizationId).db;

/** What a browser does at the platform: allows, and comes back with a code. */
async function allow(token = tenant.tokens.admin): Promise<{ state: string; code: string }> {
  const begun = await app.call('POST', `${path}/connect`, token, { platform: 'linkedin' });
  expect(begun.statusCode, begun.body).toBe(200);
  const asked = new URL(begun.json().url);
  expect(asked.searchParams.get('redirect_uri')).toBe('http://hub.example/tenant/social/connected');
  const answer = await fetch(asked, { redirect: 'manual' });
  const back = new URL(answer.headers.get('location') ?? '');
  return { state: back.searchParams.get('state') ?? '', code: back.searchParams.get('code') ?? '' };
}

async function connect(): Promise<void> {
  const finished = await app.call('POST', `${path}/connect/finish`, tenant.tokens.admin, await allow());
  expect(finished.statusCode, finished.body).toBe(200);
  const { attemptId, accounts } = finished.json();
  const chosen = await app.call('POST', `${path}/accounts`, tenant.tokens.admin, {
    attemptId,
    account: accounts[0].id,
  });
  expect(chosen.statusCode, chosen.body).toBe(200);
}

describe('connecting a LinkedIn page', () => {
  it('goes from the sign-in over the choice of a page to a post that is out, with its link', async () => {
    await connect();
    const settings = await app.call('GET', path, tenant.tokens.admin);
    expect(settings.json().platforms.linkedin).toMatchObject({
      mode: 'direct',
      canConnect: true,
      account: { id: linkedIn.organizations[0], state: 'connected', expiresAt: expect.any(String) },
    });
    expect(settings.body).not.toContain('fake-token');
    const [stored] = await db().select().from(socialAccounts);
    expect(stored?.token).not.toContain('fake-token');
    const post = await app.call('POST', '/api/social-posts', tenant.tokens.user, {
      platform: 'linkedin',
      content: 'A screen (new) at the bridge',
    });
    const published = await app.call(
      'POST',
      `/api/social-posts/${post.json().id}/publish`,
      tenant.tokens.user,
    );
    expect(published.statusCode, published.body).toBe(200);
    const [[urn, seen] = []] = [...linkedIn.posts];
    expect(seen).toMatchObject({ text: 'A screen (new) at the bridge', author: linkedIn.organizations[0] });
    expect(published.json().permalink).toBe(`https://www.linkedin.com/feed/update/${urn}`);
  });

  it('takes each state once, only from who began, and for an hour', async () => {
    const back = await allow();
    const other = await app.call('POST', `${path}/connect/finish`, tenant.tokens.owner, back);
    expect(other.statusCode).toBe(409);
    const stranger = await app.tenant();
    expect((await app.call('POST', `${path}/connect/finish`, stranger.tokens.admin, back)).statusCode).toBe(
      409,
    );
    expect((await app.call('POST', `${path}/connect/finish`, tenant.tokens.admin, back)).statusCode).toBe(
      200,
    );
    expect((await app.call('POST', `${path}/connect/finish`, tenant.tokens.admin, back)).statusCode).toBe(
      409,
    );
    const late = await allow();
    await db()
      .update(socialConnectAttempts)
      .set({ createdAt: new Date(Date.now() - 3_700_000) });
    expect((await app.call('POST', `${path}/connect/finish`, tenant.tokens.admin, late)).statusCode).toBe(
      409,
    );
  });

  it('says what the platform said when the code is not right', async () => {
    const { state } = await allow();
    const answer = await app.call('POST', `${path}/connect/finish`, tenant.tokens.admin, {
      state,
      code: randomBytes(8).toString('hex'),
    });
    expect([answer.statusCode, answer.json().code]).toEqual([502, 'upstream_failed']);
  });

  it('keeps an account that was not offered out', async () => {
    const finished = await app.call('POST', `${path}/connect/finish`, tenant.tokens.admin, await allow());
    const answer = await app.call('POST', `${path}/accounts`, tenant.tokens.admin, {
      attemptId: finished.json().attemptId,
      account: 'urn:li:organization:1',
    });
    expect(answer.statusCode).toBe(400);
  });
});

describe('a connection', () => {
  const read = async () => {
    const [account] = await db().select().from(socialAccounts).where(eq(socialAccounts.platform, 'linkedin'));
    if (!account) throw new Error('The account is gone.');
    return account;
  };
  const tend = async () =>
    tendOne(jobContext(app.hub, tenant.organizationId), await read(), new AbortController().signal);
  const bell = async () =>
    (await app.call('GET', '/api/notifications', tenant.tokens.admin))
      .json()
      .filter(({ kind }: { kind: string }) => kind === 'social_account');

  it('warns at 14, 7 and 2 days before its end, each once', async () => {
    await connect();
    const days = 86_400_000;
    for (const left of [20, 14, 13, 8, 7, 6, 3, 2, 1]) {
      await db()
        .update(socialAccounts)
        .set({
          expiresAt: new Date(Date.now() + left * days - 60_000),
          refreshToken: null,
          lastCheckedAt: null,
        });
      await tend();
    }
    const told = (await bell()).map(({ text }: { text: string }) => /ends in (\d+) day/.exec(text)?.[1]);
    expect(told.toReversed()).toEqual(['14', '7', '2']);
  });

  it('reads engagement back for published posts', async () => {
    await connect();
    await db().update(socialAccounts).set({ lastCheckedAt: new Date() });
    const before = linkedIn.requests.length;
    await tend();
    const listed = await app.call('GET', '/api/social-posts?status=published', tenant.tokens.viewer);
    expect(linkedIn.requests.length).toBeGreaterThan(before);
    expect(listed.json()[0].engagement).toMatchObject({ source: 'platform', likes: expect.any(Number) });
  });

  it("that died says 'Reconnect LinkedIn' in the test, in the settings and at a post, and no post is tried on it", async () => {
    await connect();
    const { token } = await read();
    const accessToken = app.hub.services.seal.open(token, 'social.token');
    linkedIn.addToken(accessToken, { active: false, expiresInSeconds: -1 });
    const test = await app.call('POST', `${path}/test`, tenant.tokens.admin, { platform: 'linkedin' });
    expect(test.json()).toMatchObject({ ok: false });
    const settings = await app.call('GET', '/api/social-settings', tenant.tokens.viewer);
    expect(settings.json().channels.linkedin).toMatchObject({
      fix: 'Reconnect LinkedIn',
      account: { state: 'dead' },
    });
    const calls = linkedIn.requests.length;
    const post = await app.call('POST', '/api/social-posts', tenant.tokens.user, {
      platform: 'linkedin',
      content: 'x',
    });
    const answer = await app.call('POST', `/api/social-posts/${post.json().id}/publish`, tenant.tokens.user);
    expect(answer.json()).toMatchObject({
      code: 'not_configured',
      message: expect.stringContaining('Reconnect LinkedIn'),
    });
    expect(linkedIn.requests.length).toBe(calls);
    expect((await bell()).some(({ title }: { title: string }) => title === 'Reconnect LinkedIn')).toBe(true);
  });

  it('that a post finds dead is remembered', async () => {
    await connect();
    const accessToken = app.hub.services.seal.open((await read()).token, 'social.token');
    linkedIn.addToken(accessToken, { active: false, expiresInSeconds: -1 });
    const post = await app.call('POST', '/api/social-posts', tenant.tokens.user, {
      platform: 'linkedin',
      content: 'x',
    });
    const answer = await app.call('POST', `/api/social-posts/${post.json().id}/publish`, tenant.tokens.user);
    expect([answer.statusCode, answer.json().message]).toEqual([
      502,
      expect.stringContaining('Reconnect LinkedIn'),
    ]);
    expect((await read()).deadReason).toEqual(expect.any(String));
  });

  it('is forgotten with its tokens', async () => {
    await connect();
    expect((await app.call('DELETE', `${path}/accounts/linkedin`, tenant.tokens.admin)).statusCode).toBe(204);
    expect(await db().select().from(socialAccounts)).toEqual([]);
    const settings = await app.call('GET', path, tenant.tokens.admin);
    expect(settings.json().platforms.linkedin).toMatchObject({ mode: null, account: null });
  });

  it('cannot be made where the operator has no application', async () => {
    const answer = await app.call('POST', `${path}/connect`, tenant.tokens.admin, { platform: 'facebook' });
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'not_configured']);
  });
});
