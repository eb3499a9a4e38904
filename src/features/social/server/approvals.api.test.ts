import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type Tenant, type TestApp } from '#server/testing/test-app.ts';
import { tokenParts } from '#server/testing/token-parts.ts';
import { socialPosts } from './tables.ts';

let app: TestApp;
let tenant: Tenant;

beforeAll(async () => {
  app = await startTestApp({ withMailer: true });
});
afterAll(() => app.close());
beforeEach(async () => {
  tenant = await app.tenant();
  const set = await app.call('PUT', '/api/social-settings', tenant.tokens.admin, {
    requireApproval: true,
    approverId: tenant.userIds.admin,
  });
  expect(set.statusCode, set.body).toBe(200);
});

const tomorrow = new Date(Date.now() + 86_400_000).toISOString();

async function newPost(token = tenant.tokens.user): Promise<string> {
  const answer = await app.call('POST', '/api/social-posts', token, {
    platform: 'facebook',
    content: 'For your eyes',
  });
  return answer.json().id;
}

const schedule = (id: string, token = tenant.tokens.user) =>
  app.call('PUT', `/api/social-posts/${id}/schedule`, token, { scheduledFor: tomorrow });
const read = async (id: string) =>
  (await app.call('GET', `/api/social-posts/${id}`, tenant.tokens.viewer)).json();

/** Mails that ask the approver of this test. */
const asked = () => app.sent.filter(({ to }) => to === tenant.emails.admin);

async function linkFor(to: string): Promise<string> {
  await expect.poll(() => app.sent.some((mail) => mail.to === to)).toBe(true);
  const mail = app.sent.findLast((one) => one.to === to);
  return /\/post-approval\/(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
}

describe('a post that needs approval', () => {
  it('is scheduled by its author and waits; the approver gets a mail, and approves by its link without signing in', async () => {
    const id = await newPost();
    expect((await schedule(id)).json()).toMatchObject({ state: 'scheduled' });
    expect((await read(id)).approval).toMatchObject({ state: 'pending', by: null, expiresAt: tomorrow });
    const token = await linkFor(tenant.emails.admin);
    const url = `/api/post-approvals/${token}`;
    const opened = await app.call('GET', url);
    expect(opened.json()).toMatchObject({
      content: 'For your eyes',
      platform: 'facebook',
      scheduledFor: tomorrow,
      closed: null,
      timezone: 'Australia/Sydney',
    });
    const approved = await app.call('POST', `${url}/approve`);
    expect(approved.json()).toMatchObject({
      approval: { state: 'approved' },
      closed: 'This post is approved.',
    });
    expect((await app.call('POST', `${url}/decline`, null, { note: 'no' })).statusCode).toBe(409);
    expect((await read(id)).approval).toMatchObject({ state: 'approved' });
    const bell = await app.call('GET', '/api/notifications', tenant.tokens.user);
    expect(bell.json()[0]).toMatchObject({
      kind: 'post_approval',
      title: 'Your post was approved',
      postId: id,
    });
  });

  it('is not published by its author before, and is by the approver at once', async () => {
    const id = await newPost();
    const answer = await app.call('POST', `/api/social-posts/${id}/publish`, tenant.tokens.user);
    expect([answer.statusCode, answer.json().message]).toEqual([409, expect.stringContaining('approved')]);
    const own = await app.call('POST', `/api/social-posts/${id}/publish`, tenant.tokens.admin);
    expect(own.json()).toMatchObject({ state: 'published' });
  });

  it('is asked about again when its author changes it, and the link of the first mail is dead', async () => {
    const id = await newPost();
    await schedule(id);
    const first = await linkFor(tenant.emails.admin);
    await app.call('POST', `/api/post-approvals/${first}/approve`);
    expect(asked()).toHaveLength(1);
    await app.call('PUT', `/api/social-posts/${id}`, tenant.tokens.user, { content: 'Something else' });
    expect((await read(id)).approval).toMatchObject({ state: 'pending' });
    expect((await app.call('GET', `/api/post-approvals/${first}`)).statusCode).toBe(404);
    await expect.poll(() => asked().length).toBe(2);
    expect(await linkFor(tenant.emails.admin)).not.toBe(first);
  });

  it('keeps its approval when only its time changes', async () => {
    const id = await newPost();
    await schedule(id);
    await app.call('POST', `/api/post-approvals/${await linkFor(tenant.emails.admin)}/approve`);
    const later = new Date(Date.now() + 3 * 86_400_000).toISOString();
    await app.call('PUT', `/api/social-posts/${id}/schedule`, tenant.tokens.user, { scheduledFor: later });
    expect((await read(id)).approval).toMatchObject({ state: 'approved' });
  });

  it('is sent back with a note that its author reads', async () => {
    const id = await newPost();
    await schedule(id);
    const answer = await app.call('POST', `/api/social-posts/${id}/decline`, tenant.tokens.admin, {
      note: 'Too loud',
    });
    expect(answer.statusCode, answer.body).toBe(200);
    expect((await read(id)).approval).toMatchObject({ state: 'declined', note: 'Too loud' });
    const bell = await app.call('GET', '/api/notifications', tenant.tokens.user);
    expect(bell.json()[0].text).toContain('Too loud');
  });

  it('is decided by the one who was named, not by another admin or its author', async () => {
    const id = await newPost();
    await schedule(id);
    for (const token of [tenant.tokens.user, tenant.tokens.owner])
      expect((await app.call('POST', `/api/social-posts/${id}/approve`, token)).statusCode).toBe(403);
    expect((await app.call('POST', `/api/social-posts/${id}/approve`, tenant.tokens.admin)).statusCode).toBe(
      200,
    );
  });

  it('can no longer be approved by a link whose time is over', async () => {
    const id = await newPost();
    await schedule(id);
    const token = await linkFor(tenant.emails.admin);
    await app.hub.database
      .forOrganization(tenant.organizationId)
      .db.update(socialPosts)
      .set({ approvalExpiresAt: new Date(Date.now() - 1000) });
    const answer = await app.call('POST', `/api/post-approvals/${token}/approve`);
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'The time to decide is over. The author can ask again.',
    ]);
    expect((await read(id)).approval).toMatchObject({ state: 'expired' });
  });
});

it('asks with one mail for all variants of an entry', async () => {
  const answer = await app.call('POST', '/api/social-entries', tenant.tokens.user, {
    variants: [
      { platform: 'linkedin', content: 'One' },
      { platform: 'facebook', content: 'Two' },
    ],
    when: tomorrow,
  });
  expect(answer.statusCode, answer.body).toBe(201);
  await expect.poll(() => asked().length).toBe(1);
  expect(asked()[0]?.text.match(/post-approval\//g)).toHaveLength(2);
});

it('finds no post for tokens that are wrong or of another kind', async () => {
  const id = await newPost();
  await schedule(id);
  const token = await linkFor(tenant.emails.admin);
  const other = await app.tenant();
  const { bits } = tokenParts(token);
  const swapped = `hubl_${Buffer.from(other.organizationId.replaceAll('-', ''), 'hex').toString('base64url')}_${bits}`;
  for (const wrong of [
    token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    token.replace('hubl', 'hubk'),
    swapped,
    'x'.repeat(20),
  ])
    expect((await app.call('GET', `/api/post-approvals/${wrong}`)).statusCode, wrong).toBe(404);
});

it('is not there for organizations that did not switch it on', async () => {
  const other = await app.tenant();
  const post = await app.call('POST', '/api/social-posts', other.tokens.user, {
    platform: 'linkedin',
    content: 'x',
  });
  const answer = await app.call(
    'POST',
    `/api/social-posts/${post.json().id}/request-approval`,
    other.tokens.user,
  );
  expect(answer.statusCode).toBe(409);
});
