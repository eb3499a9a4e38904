import { answerKey } from '#features/support/server/answer-mails.ts';
import {
  cannedReplies,
  conversationMessages,
  conversationNotes,
  conversations,
} from '#features/support/server/conversation-tables.ts';
import { outgoingMail } from '../db/tables.ts';
import { newId, newToken, tokenHash } from '../ids.ts';
import type { Tenant, TestApp } from '../testing/test-app.ts';
import type { Sample } from './samples.ts';
import type { World } from './world.ts';

/** A conversation that waits for a person, and what belongs to it. */
export interface ConversationWorld {
  conversationId: string;
  /** The visitor's. */
  visitorToken: string;
  cannedReplyId: string;
}

/** Written straight into the tables: the matrix makes hundreds of worlds. */
export async function makeConversation(
  app: TestApp,
  tenant: Tenant,
  { canary, articleId }: { canary: string; articleId: string },
): Promise<ConversationWorld> {
  const [conversationId, cannedReplyId, at] = [newId(), newId(), new Date()];
  const visitorToken = newToken('hubl', tenant.organizationId);
  await app.hub.database.forOrganization(tenant.organizationId).tx(async ({ db }) => {
    await db.insert(conversations).values({
      id: conversationId,
      tokenHash: tokenHash(visitorToken),
      state: 'waiting',
      revision: 2,
      lastSeq: 2,
      visitorName: canary,
      visitorEmail: `visitor@${canary}.example`,
      language: 'en',
      page: `https://${canary}.example/`,
      subject: canary,
      lastText: canary,
      lastSender: 'visitor',
      waitingSince: at,
      handoffReason: canary,
      pack: { summary: canary, tried: [canary], openQuestion: canary },
      minuteFrom: at,
      minuteCount: 1,
      createdAt: at,
      updatedAt: at,
    });
    const message = { conversationId, text: canary, at };
    await db.insert(conversationMessages).values([
      {
        ...message,
        seq: 1,
        sender: 'agent',
        action: 'answer',
        citations: [{ articleId, title: canary, quote: canary }],
      },
      { ...message, seq: 2, sender: 'visitor', clientKey: `key-${conversationId}` },
    ]);
    await db
      .insert(conversationNotes)
      .values({ id: newId(), conversationId, author: canary, text: canary, at });
    await db.insert(outgoingMail).values({
      id: newId(),
      purpose: 'support_answer',
      state: 'failed',
      reason: canary,
      messageId: `${conversationId}@hub.test`,
      recipient: `visitor@${canary}.example`,
      subject: canary,
      envelope: { from: 'hub@hub.test', to: [`visitor@${canary}.example`] },
      bytes: Buffer.from('Subject: x\r\n\r\nx'),
      callerKey: answerKey(conversationId, 1),
    });
    await db
      .insert(cannedReplies)
      .values({ id: cannedReplyId, title: canary, text: canary, updatedBy: canary, updatedAt: at });
  });
  return { conversationId, visitorToken, cannedReplyId };
}

const of = ({ conversationId }: World) => ({ params: { conversationId } });
const byVisitor = ({ visitorToken }: World) => ({ params: { token: visitorToken } });

/** Requests about conversations that work for whoever may make them. */
export const conversationSamples: Record<string, (world: World) => Sample> = {
  'GET /api/conversations': () => ({}),
  'GET /api/conversation-counts': () => ({}),
  'GET /api/conversations/:conversationId': of,
  'DELETE /api/conversations/:conversationId': of,
  'POST /api/conversations/:conversationId/take-over': (world) => ({ ...of(world), body: {} }),
  'POST /api/conversations/:conversationId/give-back': (world) => ({ ...of(world), body: { to: 'agent' } }),
  'POST /api/conversations/:conversationId/close': of,
  'POST /api/conversations/:conversationId/messages': (world) => ({
    ...of(world),
    body: { text: `${world.canary} answer` },
  }),
  'POST /api/conversations/:conversationId/messages/:seq/send-again': ({ conversationId }) => ({
    params: { conversationId, seq: '1' },
    body: {},
  }),
  'POST /api/conversations/:conversationId/notes': (world) => ({
    ...of(world),
    body: { text: `${world.canary} note` },
  }),
  'POST /api/conversations/:conversationId/read': (world) => ({ ...of(world), body: { seq: 2 } }),
  'POST /api/conversations/:conversationId/typing': of,
  'GET /api/canned-replies': () => ({}),
  'POST /api/canned-replies': ({ canary }) => ({
    body: { title: `${canary} ${Math.random()}`, text: canary },
  }),
  'PUT /api/canned-replies/:replyId': ({ cannedReplyId, canary }) => ({
    params: { replyId: cannedReplyId },
    body: { title: canary, text: `${canary} again` },
  }),
  'DELETE /api/canned-replies/:replyId': ({ cannedReplyId }) => ({ params: { replyId: cannedReplyId } }),
  'GET /api/support-settings': () => ({}),
  'PUT /api/support-settings': ({ canary }) => ({ body: { greeting: canary } }),
  'GET /api/widget/:slug': ({ tenant }) => ({ params: { slug: tenant.slug } }),
  'POST /api/widget/:slug/conversations': ({ tenant, canary }) => ({
    params: { slug: tenant.slug },
    body: { text: `What is ${canary}?`, clientKey: 'a-key-of-a-sample' },
  }),
  'POST /api/widget-conversations/:token/resume': (world) => ({ ...byVisitor(world), body: {} }),
  'POST /api/widget-conversations/:token/messages': (world) => ({
    ...byVisitor(world),
    body: { text: `What is ${world.canary}?`, clientKey: 'a-key-of-a-sample' },
  }),
  'POST /api/widget-conversations/:token/person': byVisitor,
  'POST /api/widget-conversations/:token/contact': (world) => ({
    ...byVisitor(world),
    body: { email: `visitor@${world.canary}.example` },
  }),
  'POST /api/widget-conversations/:token/rating': (world) => ({
    ...byVisitor(world),
    body: { rating: 'good' },
  }),
  'POST /api/widget-conversations/:token/article': (world) => ({
    ...byVisitor(world),
    body: { articleId: world.articleId },
  }),
};
