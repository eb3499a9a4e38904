import { formOf, onePixel } from '../testing/form-file.ts';
import { adminSamples } from './admin-samples.ts';
import { billingSamples } from './billing-samples.ts';
import { conversationSamples } from './conversation-samples.ts';
import { databaseSamples } from './database-samples.ts';
import { deletionSamples } from './deletion-samples.ts';
import { legacySamples } from './legacy-samples.ts';
import { moneySamples } from './money-samples.ts';
import { outreachSamples } from './outreach-samples.ts';
import { outreachSendingSamples } from './outreach-sending-samples.ts';
import { platformSamples } from './platform-samples.ts';
import { platformSettingsSamples } from './platform-settings-samples.ts';
import { supportSamples } from './support-samples.ts';
import { ahead, type World } from './world.ts';

export interface Sample {
  headers?: Record<string, string>;
  params?: Record<string, string>;
  query?: string;
  body?: unknown;
}

/** For every call a request that works for whoever may make it. The guard fails for a call without one. */
export const samples: Record<string, (world: World) => Sample> = {
  'GET /api/config': () => ({}),
  'POST /api/tenant/auth/login': ({ tenant }) => ({
    body: { email: tenant.emails.user, password: 'not the right one' },
  }),
  'GET /api/tenant/auth/me': () => ({}),
  'POST /api/tenant/auth/logout': () => ({ body: {} }),
  'POST /api/tenant/auth/forgot-password': () => ({ body: { email: 'nobody@nowhere.example' } }),
  'POST /api/tenant/auth/reset-password': () => ({
    body: { token: 'hubr_x', password: 'a new long password' },
  }),
  'POST /api/tenant/auth/change-password': () => ({
    body: { currentPassword: 'not the right one', newPassword: 'a new long password' },
  }),
  'GET /api/tenant/auth/sessions': () => ({}),
  'DELETE /api/tenant/auth/sessions/:id': ({ sessionId }) => ({ params: { id: sessionId } }),
  'POST /api/tenant/organizations/signup': () => ({
    body: { organization: {}, user: {}, selectedPlan: 'pro', selectedModules: [] },
  }),
  'GET /api/tenant/organizations/current': () => ({}),
  'PUT /api/tenant/organizations/current': ({ canary }) => ({ body: { name: `${canary} Pty Ltd` } }),
  'GET /api/tenant/users': () => ({}),
  'POST /api/tenant/users': ({ canary }) => ({
    body: {
      email: `new-${Math.random()}@${canary}.example`,
      firstName: 'New',
      lastName: 'Person',
      password: 'a long new password',
      role: 'user',
    },
  }),
  'PUT /api/tenant/users/:userId': ({ spareUserId }) => ({
    params: { userId: spareUserId },
    body: { isActive: false },
  }),
  'GET /api/tenant/members': () => ({}),
  'GET /api/tenant/integrations/email': () => ({}),
  'POST /api/tenant/integrations/email/test': () => ({ body: {} }),
  'POST /api/v2/ingest/leads': ({ canary }) => ({ body: { name: canary, email: `${canary}@form.example` } }),
  'GET /api/tenant/mailbox': () => ({}),
  'POST /api/tenant/mailbox/check': () => ({ body: {} }),
  'PUT /api/tenant/integrations/email': ({ canary }) => ({
    body: { teamAddresses: [`team@${canary}.example`], postalAddress: '1 Test Street' },
  }),
  'GET /api/tenant/api-keys': () => ({}),
  'POST /api/tenant/api-keys': () => ({ body: { name: 'another', scopes: ['read'] } }),
  'DELETE /api/tenant/api-keys/:id': ({ apiKeyId }) => ({ params: { id: apiKeyId } }),
  'GET /api/tenant/audit-log': () => ({}),
  'GET /api/tenant/suppressions': () => ({}),
  'POST /api/tenant/suppressions': ({ canary }) => ({ body: { address: `no-more@${canary}.example` } }),
  'DELETE /api/tenant/suppressions/:id': ({ suppressionId }) => ({
    params: { id: suppressionId },
    body: { reason: 'Asked for mail again.' },
  }),
  'GET /api/tenant/subscription': () => ({}),
  'POST /api/tenant/subscription/modules': () => ({ body: { moduleType: 'outreach' } }),
  'DELETE /api/tenant/subscription/modules/:moduleType': () => ({ params: { moduleType: 'outreach' } }),
  'GET /api/tenant/usage/:month': () => ({ params: { month: '2026-11' } }),
  'GET /api/dashboard-stats': () => ({}),
  'POST /api/v2/ingest/messages': ({ canary }) => ({
    body: {
      id: `${canary}-${Math.random()}`,
      snippet: 'hello',
      payload: { mimeType: 'text/plain', headers: [{ name: 'From', value: `x@${canary}.example` }] },
    },
  }),
  'GET /api/threads': () => ({}),
  'GET /api/correspondence/:thread_id': ({ leadId }) => ({ params: { thread_id: leadId } }),
  'GET /api/messages/:id/attachments/:attachmentId': ({ messageId }) => ({
    params: { id: messageId, attachmentId: '0' },
  }),
  'GET /api/messages/:id/original': ({ messageId }) => ({ params: { id: messageId } }),
  'POST /api/lead-list/change': ({ leadId }) => ({
    body: { selection: { ids: [leadId] }, change: { stage: 'qualified' } },
  }),
  'POST /api/lead-list/changes/:batchId/undo': ({ leadBatchId }) => ({
    params: { batchId: leadBatchId },
    body: {},
  }),
  'POST /api/lead-list/export': ({ leadId }) => ({ body: { selection: { ids: [leadId] } } }),
  'GET /api/lead-list/filters': () => ({}),
  'POST /api/lead-list/filters': ({ canary }) => ({
    body: { name: canary, search: canary, searchMessages: false, stage: null, sort: 'name_asc' },
  }),
  'DELETE /api/lead-list/filters/:id': ({ savedFilterId }) => ({ params: { id: savedFilterId } }),
  'GET /api/leads/:thread_id/meeting': ({ leadId }) => ({ params: { thread_id: leadId } }),
  'GET /api/leads/:thread_id/meeting/slots': ({ meetingLeadId }) => ({
    params: { thread_id: meetingLeadId },
  }),
  'POST /api/leads/:thread_id/meeting': ({ meetingLeadId }) => ({
    params: { thread_id: meetingLeadId },
    body: { startsAt: ahead(1) },
  }),
  'DELETE /api/leads/:thread_id/meeting': ({ meetingLeadId }) => ({ params: { thread_id: meetingLeadId } }),
  'GET /api/tenant/meeting-settings': () => ({}),
  'PUT /api/tenant/meeting-settings': ({ canary }) => ({
    body: {
      workingHours: [{ day: 1, from: '09:00', to: '17:00' }],
      durationMinutes: 45,
      bufferMinutes: 0,
      noticeHours: 2,
      link: `https://meet.example/${canary}`,
    },
  }),
  'GET /api/invitations/:token': ({ invitation }) => ({ params: { token: invitation } }),
  'GET /api/invitations/:token/slots': ({ invitation }) => ({ params: { token: invitation } }),
  'POST /api/invitations/:token/confirm': ({ invitation }) => ({ params: { token: invitation }, body: {} }),
  'POST /api/invitations/:token/move': ({ invitation }) => ({
    params: { token: invitation },
    body: { startsAt: ahead(2) },
  }),
  'POST /api/invitations/:token/cancel': ({ invitation }) => ({ params: { token: invitation }, body: {} }),
  'GET /api/notifications': () => ({}),
  'GET /api/notifications/unread': () => ({}),
  'POST /api/notifications/read': ({ notificationId }) => ({ body: { ids: [notificationId] } }),
  'GET /api/leads': () => ({}),
  'GET /api/leads/:thread_id': ({ leadId }) => ({ params: { thread_id: leadId } }),
  'POST /api/leads': ({ canary }) => ({ body: { name: `${canary} by hand` } }),
  'PATCH /api/leads/:thread_id': ({ leadId }) => ({
    params: { thread_id: leadId },
    body: { stage: 'qualified' },
  }),
  'DELETE /api/leads/:thread_id': ({ leadId }) => ({ params: { thread_id: leadId } }),
  'GET /api/leads/:thread_id/activity': ({ leadId }) => ({ params: { thread_id: leadId } }),
  'GET /api/leads/:thread_id/ai-summary': ({ leadId }) => ({ params: { thread_id: leadId } }),
  'POST /api/leads/:thread_id/ai-summary': ({ leadId }) => ({ params: { thread_id: leadId }, body: {} }),
  'POST /api/leads/:thread_id/draft-reply': ({ leadId }) => ({ params: { thread_id: leadId }, body: {} }),
  'GET /api/tenant/integrations/ai': () => ({}),
  'PUT /api/tenant/integrations/ai': ({ canary }) => ({
    body: { provider: 'builtin', model: canary, monthlyCapCents: null },
  }),
  'POST /api/tenant/integrations/ai/test': () => ({ body: {} }),
  'GET /api/tenant/integrations/ai/usage': () => ({}),
  'GET /api/leads/:thread_id/reply': ({ leadId }) => ({ params: { thread_id: leadId } }),
  'POST /api/leads/:thread_id/reply': ({ leadId, canary }) => ({
    params: { thread_id: leadId },
    body: { content: `${canary} answer ${Math.random()}` },
  }),
  'GET /api/leads/:thread_id/deliveries': ({ leadId }) => ({ params: { thread_id: leadId } }),
  'POST /api/leads/:thread_id/messages/:id/undo': ({ leadId, waitingId }) => ({
    params: { thread_id: leadId, id: waitingId },
  }),
  'POST /api/leads/:thread_id/messages/:id/send-again': ({ leadId, failedId }) => ({
    params: { thread_id: leadId, id: failedId },
    body: {},
  }),
  'POST /api/leads/:thread_id/notes': ({ leadId, canary }) => ({
    params: { thread_id: leadId },
    body: { content: `${canary} note` },
  }),
  'PATCH /api/leads/:thread_id/notes/:note_id': ({ leadId, noteId }) => ({
    params: { thread_id: leadId, note_id: noteId },
    body: { content: 'changed' },
  }),
  'DELETE /api/leads/:thread_id/notes/:note_id': ({ leadId, noteId }) => ({
    params: { thread_id: leadId, note_id: noteId },
  }),
  'POST /api/leads/:thread_id/merge': ({ leadId, otherLeadId }) => ({
    params: { thread_id: otherLeadId },
    body: { into: leadId },
  }),
  'POST /api/leads/:thread_id/split': ({ leadId, messageId }) => ({
    params: { thread_id: leadId },
    body: { messageIds: [messageId] },
  }),
  'POST /api/lead-moves/:id/undo': ({ moveId }) => ({ params: { id: moveId } }),
  'POST /api/files': () => ({
    query: 'name=a.txt',
    body: 'a file',
    headers: { 'content-type': 'application/octet-stream' },
  }),
  'POST /api/uploads': () => formOf({ field: 'file', fileName: 'a.png', type: 'image/png', bytes: onePixel }),
  'GET /api/media/:token/:variant': ({ pictureToken }) => ({
    params: { token: pictureToken, variant: 'full' },
  }),
  ...billingSamples,
  ...moneySamples,
  ...moneySamples,
  ...adminSamples,
  ...databaseSamples,
  ...deletionSamples,
  ...legacySamples,
  ...outreachSamples,
  ...outreachSendingSamples,
  ...platformSamples,
  ...platformSettingsSamples,
  ...supportSamples,
  ...conversationSamples,
  'GET /api/social-posts': () => ({}),
  'GET /api/social-entries': () => ({}),
  'GET /api/social-overview': () => ({}),
  'GET /api/social-posts/:id': ({ postId }) => ({ params: { id: postId } }),
  'POST /api/social-posts': ({ canary, pictureId }) => ({
    body: { platform: 'linkedin', content: canary, imageId: pictureId },
  }),
  'POST /api/social-entries': ({ canary, pictureId }) => ({
    body: { variants: [{ platform: 'facebook', content: canary }], imageId: pictureId },
  }),
  'POST /api/social-posts/generate': ({ pictureId }) => ({
    body: { platforms: ['linkedin'], brief: 'A new screen', imageId: pictureId },
  }),
  'PUT /api/social-posts/:id': ({ postId }) => ({ params: { id: postId }, body: { content: 'changed' } }),
  'DELETE /api/social-posts/:id': ({ postId }) => ({ params: { id: postId } }),
  'POST /api/social-posts/:id/publish': ({ outPostId }) => ({ params: { id: outPostId }, body: {} }),
  'PUT /api/social-posts/:id/schedule': ({ postId }) => ({
    params: { id: postId },
    body: { scheduledFor: ahead(1) },
  }),
  'POST /api/social-posts/:id/queue': ({ postId }) => ({ params: { id: postId } }),
  'POST /api/social-posts/:id/resolve': ({ unknownPostId }) => ({
    params: { id: unknownPostId },
    body: { published: false },
  }),
  'GET /api/social-posts/:id/deliveries': ({ unknownPostId }) => ({ params: { id: unknownPostId } }),
  'POST /api/social-deliveries/:id/replay': ({ deliveryId }) => ({ params: { id: deliveryId } }),
  'POST /api/social-posts/:id/request-approval': ({ postId }) => ({ params: { id: postId } }),
  'POST /api/social-posts/:id/approve': ({ postId }) => ({ params: { id: postId } }),
  'POST /api/social-posts/:id/decline': ({ postId }) => ({ params: { id: postId }, body: {} }),
  'GET /api/post-approvals/:token': ({ approvalToken }) => ({ params: { token: approvalToken } }),
  'POST /api/post-approvals/:token/approve': ({ approvalToken }) => ({ params: { token: approvalToken } }),
  'POST /api/post-approvals/:token/decline': ({ approvalToken }) => ({
    params: { token: approvalToken },
    body: {},
  }),
  'GET /api/social-settings': () => ({}),
  'PUT /api/social-settings': ({ spareUserId }) => ({
    body: { approverId: spareUserId, slots: { facebook: [{ day: 1, time: '10:00' }] } },
  }),
  'GET /api/tenant/integrations/social': () => ({}),
  'PUT /api/tenant/integrations/social': () => ({ body: { mode: 'by_hand', webhookUrl: null } }),
  'POST /api/tenant/integrations/social/test': () => ({ body: {} }),
  'POST /api/tenant/integrations/social/connect': () => ({ body: { platform: 'linkedin' } }),
  'POST /api/tenant/integrations/social/connect/finish': () => ({
    body: { state: 'not one of ours', code: 'x' },
  }),
  'POST /api/tenant/integrations/social/accounts': ({ attemptId }) => ({
    body: { attemptId, account: 'x' },
  }),
  'DELETE /api/tenant/integrations/social/accounts/:platform': () => ({ params: { platform: 'linkedin' } }),
  'POST /api/v2/ingest/social-engagement': ({ outPostId }) => ({
    body: { postId: outPostId, likes: 1, comments: 1, shares: 1 },
  }),
  'POST /api/webhooks/social/:slug': ({ tenant }) => ({
    params: { slug: tenant.slug },
    body: { type: 'social_post.published', data: {} },
  }),
  'GET /api/tenant/saas/overview': () => ({}),
  'GET /api/tenant/saas/modules-summary': () => ({}),
  'GET /api/tenant/saas/outbox': () => ({}),
  'GET /api/tenant/saas/failed-jobs': () => ({}),
  'POST /api/admin/setup-company': ({ canary }) => ({
    body: {
      name: 'Set Up',
      slug: `s-${canary}-${Math.floor(Math.random() * 1e6)}`.slice(0, 60),
      industry: 'retail',
      size: 'small',
      country: 'AU',
      timezone: 'Australia/Sydney',
      adminEmail: `boss@${canary}.example`,
      adminFirstName: 'A',
      adminLastName: 'B',
      modules: ['outreach'],
      plan: 'starter',
    },
  }),
};

/** A path with its parameters filled in. */
export function urlOf(path: string, { params = {}, query }: Sample): string {
  const filled = path.replace(/:(\w+)/g, (_match, name: string) =>
    encodeURIComponent(params[name] ?? 'missing'),
  );
  return query ? `${filled}?${query}` : filled;
}
