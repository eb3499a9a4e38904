import { setTimeout } from 'node:timers/promises';
import { and, eq, inArray } from 'drizzle-orm';
import { notify } from '#features/notifications/server/public.ts';
import { notifications } from '#features/notifications/server/tables.ts';
import { outgoingMail } from '../db/tables.ts';
import { jobContext } from '../organization-context.ts';
import { formOf, onePixel } from '../testing/form-file.ts';
import type { Tenant, TestApp } from '../testing/test-app.ts';
import { type BillingWorld, makeBilling } from './billing-samples.ts';
import { type ConversationWorld, makeConversation } from './conversation-samples.ts';
import { makeOutreachSending, type OutreachSendingWorld } from './outreach-sending-world.ts';
import { makeOutreach, type OutreachWorld } from './outreach-world.ts';
import { makeSocial, type SocialWorld } from './social-world.ts';
import { makeSupport, type SupportWorld } from './support-samples.ts';

/** Rows of one tenant that the samples name. Texts and ids are unique to the tenant: canaries. */
export interface World
  extends SocialWorld,
    OutreachWorld,
    OutreachSendingWorld,
    BillingWorld,
    SupportWorld,
    ConversationWorld {
  tenant: Tenant;
  leadId: string;
  messageId: string;
  apiKeyId: string;
  /** A session of a user that no actor uses. */
  sessionId: string;
  /** A user that no actor is. */
  spareUserId: string;
  /** A note that the owner wrote. */
  noteId: string;
  /** A second lead. */
  otherLeadId: string;
  /** A merge of two further leads, which can be undone. */
  moveId: string;
  /** A reply that waits, and one that failed. */
  waitingId: string;
  failedId: string;
  /** A bulk action that can be undone. */
  leadBatchId: string;
  savedFilterId: string;
  /** An address that gets no more mail. */
  suppressionId: string;
  notificationId: string;
  /** A lead with a meeting ahead, and the token of its invitation. */
  meetingLeadId: string;
  invitation: string;
  /** A picture, and the token of its address. */
  pictureId: string;
  pictureToken: string;
  canary: string;
}

export async function makeWorld(app: TestApp, about: Parameters<TestApp['tenant']>[0] = {}): Promise<World> {
  const tenant = await app.tenant({ ...about, status: 'active' });
  const canary = `canary${tenant.slug.replace('-', '')}`;
  const owner = tenant.tokens.owner;
  const mail = [
    `From: ${canary} <${canary}@client.example>`,
    `Subject: ${canary}`,
    `Message-ID: <${canary}@client.example>`,
    'Content-Type: multipart/mixed; boundary=b',
    '',
    `--b\r\nContent-Type: text/plain\r\n\r\n${canary}`,
    `--b\r\nContent-Type: text/csv; name=a.csv\r\nContent-Disposition: attachment; filename=a.csv\r\n\r\n${canary}`,
    '--b--',
  ].join('\r\n');
  const answer = await app.call('POST', '/api/v2/ingest/messages', owner, mail, {
    'content-type': 'message/rfc822',
  });
  const key = await app.call('POST', '/api/tenant/api-keys', owner, { name: canary, scopes: ['read'] });
  const spare = await app.call('POST', '/api/tenant/users', owner, {
    email: `spare@${tenant.slug}.example`,
    firstName: canary,
    lastName: 'Spare',
    password: 'correct horse battery staple',
    role: 'user',
  });
  const login = await app.call('POST', '/api/tenant/auth/login', null, {
    email: tenant.emails.owner,
    password: 'correct horse battery staple',
    organizationSlug: tenant.slug,
  });
  const sessions = await app.call('GET', '/api/tenant/auth/sessions', String(login.json().token));
  const leadId = String(answer.json().results[0].lead);
  const batch = await app.call('POST', '/api/lead-list/change', owner, {
    selection: { ids: [leadId] },
    change: { assignee_id: String(spare.json().id) },
  });
  const met = await app.call('POST', '/api/leads', owner, { name: `${canary} met` });
  const meetingLeadId = String(met.json().thread_id);
  await app.call('PATCH', `/api/leads/${meetingLeadId}`, owner, { assignee_id: String(spare.json().id) });
  const meeting = await app.call('POST', `/api/leads/${meetingLeadId}/meeting`, owner, {
    startsAt: ahead(0),
  });
  const filter = await app.call('POST', '/api/lead-list/filters', owner, {
    name: canary,
    search: canary,
    searchMessages: false,
    stage: null,
    sort: 'name_asc',
  });
  const form = formOf({ field: 'file', fileName: 'a.png', type: 'image/png', bytes: onePixel });
  const picture = await app.call('POST', '/api/uploads', owner, form.body, form.headers);
  const current: { id: string } = sessions.json().find((one: { current: boolean }) => one.current);
  const stopped = await app.call('POST', '/api/tenant/suppressions', owner, {
    address: `stopped@${canary}.example`,
    reason: canary,
  });
  const support = await makeSupport(app, tenant, canary);
  return {
    ...(await makeTalk(app, tenant, leadId, canary)),
    ...(await makeSocial(app, tenant, canary)),
    ...(await makeOutreach(app, tenant, canary)),
    ...(await makeOutreachSending(app, tenant, canary)),
    ...(await makeBilling(app, tenant, canary)),
    ...support,
    ...(await makeConversation(app, tenant, { canary, articleId: support.articleId })),
    tenant,
    leadId,
    messageId: String(answer.json().results[0].id),
    apiKeyId: String(key.json().id),
    sessionId: current.id,
    spareUserId: String(spare.json().id),
    leadBatchId: String(batch.json().batch_id),
    meetingLeadId,
    invitation: String(meeting.json().publicUrl).split('/').at(-1) ?? '',
    pictureId: String(picture.json().id),
    pictureToken: String(picture.json().url).split('/').at(-2) ?? '',
    savedFilterId: String(filter.json().id),
    suppressionId: String(stopped.json().id),
    notificationId: await makeNotification(app, tenant.organizationId, canary),
    canary,
  };
}

/** An instant far enough ahead for a meeting: the samples stay right on any day. */
export function ahead(hours: number): string {
  return new Date(Date.now() + 90 * 86_400_000 + hours * 3_600_000).toISOString();
}

async function makeNotification(app: TestApp, organizationId: string, text: string): Promise<string> {
  const context = jobContext(app.hub, organizationId);
  const notice = { kind: 'mailbox', userId: null, title: text, text, threadId: null, key: text } as const;
  await context.tx((tx) => notify(tx, notice, app.hub.services.clock.now()));
  const [row] = await context.db.select({ id: notifications.id }).from(notifications);
  return row?.id ?? '';
}

/** What stands in a lead's conversation besides what came in. */
async function makeTalk(app: TestApp, tenant: Tenant, leadId: string, canary: string) {
  const post = async (path: string, body: object) =>
    (await app.call('POST', path, tenant.tokens.owner, body)).json();
  const note = await post(`/api/leads/${leadId}/notes`, { content: canary });
  const other = await post('/api/leads', { name: `${canary} other` });
  const kept = await post('/api/leads', { name: `${canary} kept` });
  const merged = await post('/api/leads', { name: `${canary} merged` });
  const move = await post(`/api/leads/${merged.thread_id}/merge`, { into: kept.thread_id });
  const waiting = await post(`/api/leads/${leadId}/reply`, { content: `${canary} one` });
  const failed = await post(`/api/leads/${leadId}/reply`, { content: `${canary} two` });
  const { db } = app.hub.database.forOrganization(tenant.organizationId);
  const mine = eq(outgoingMail.purpose, 'lead_reply');
  const underWay = and(mine, inArray(outgoingMail.state, ['queued', 'sending']));
  const gone = async () =>
    (await db.select({ id: outgoingMail.id }).from(outgoingMail).where(underWay)).length === 0;
  while (!(await gone())) await setTimeout(5);
  const put = (externalId: string, values: Partial<typeof outgoingMail.$inferInsert>) =>
    db.update(outgoingMail).set(values).where(eq(outgoingMail.messageId, externalId));
  await put(waiting.externalId, { state: 'queued', sendAt: new Date(Date.now() + 86_400_000) });
  await put(failed.externalId, { state: 'failed', bytes: Buffer.from('Subject: x\r\n\r\nx') });
  return {
    noteId: String(note.id),
    otherLeadId: String(other.thread_id),
    moveId: String(move.undo_id),
    waitingId: String(waiting.id),
    failedId: String(failed.id),
  };
}
