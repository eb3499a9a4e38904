import type { Sample } from './samples.ts';
import type { World } from './world.ts';

const steps = [{ waitDays: 0, writing: 'template', subject: 'Hello', content: 'For {{businessName}}.' }];

/** Requests to what outreach sends that work for whoever may make them. */
export const outreachSendingSamples: Record<string, (world: World) => Sample> = {
  'POST /api/generate-email': ({ mailable, canary }) => ({
    body: { businessName: canary, prospectId: mailable.id },
  }),
  'POST /api/send-email': ({ mailable }) => ({
    body: {
      prospectId: mailable.id,
      to: mailable.address,
      subject: 'Hello',
      content: 'Hello.',
      undoSeconds: 60,
    },
  }),
  'GET /api/prospects/:id/emails': ({ mailable }) => ({ params: { id: mailable.id } }),
  'POST /api/outreach-emails/:id/undo': ({ waitingEmailId }) => ({ params: { id: waitingEmailId } }),
  'POST /api/outreach-emails/:id/send-again': ({ failedEmailId }) => ({
    params: { id: failedEmailId },
    body: {},
  }),
  'GET /api/outreach-drafts': () => ({}),
  'PATCH /api/outreach-drafts/:id': ({ draftEmailId }) => ({
    params: { id: draftEmailId },
    body: { subject: 'Changed' },
  }),
  'POST /api/outreach-drafts/:id/approve': ({ draftEmailId }) => ({
    params: { id: draftEmailId },
    body: { subject: 'Hello', content: 'Hello.' },
  }),
  'POST /api/outreach-drafts/:id/discard': ({ thrownEmailId }) => ({ params: { id: thrownEmailId } }),
  'GET /api/unsubscribe/:token': ({ unsubscribeToken }) => ({ params: { token: unsubscribeToken } }),
  'POST /api/unsubscribe/:token': ({ unsubscribeToken }) => ({ params: { token: unsubscribeToken } }),
  'GET /api/outreach-settings': () => ({}),
  'PUT /api/outreach-settings': ({ canary }) => ({ body: { signature: canary } }),
  'POST /api/outreach-settings/pause': ({ canary }) => ({ body: { reason: canary } }),
  'POST /api/outreach-settings/resume': () => ({}),
  'GET /api/outreach-health': () => ({}),
  'POST /api/outreach-health/check': () => ({}),
  'GET /api/outreach-sequences': () => ({}),
  'POST /api/outreach-sequences': ({ canary }) => ({ body: { name: canary, steps } }),
  'PATCH /api/outreach-sequences/:id': ({ sequenceId }) => ({
    params: { id: sequenceId },
    body: { name: 'Changed' },
  }),
  'POST /api/outreach-sequences/:id/state': ({ sequenceId }) => ({
    params: { id: sequenceId },
    body: { state: 'active' },
  }),
  'DELETE /api/outreach-sequences/:id': ({ spareSequenceId }) => ({ params: { id: spareSequenceId } }),
  'POST /api/outreach-sequences/preview': ({ mailable }) => ({ body: { steps, prospectId: mailable.id } }),
  'POST /api/outreach-sequences/:id/plan': ({ sequenceId, enrollableId }) => ({
    params: { id: sequenceId },
    body: { selection: { ids: [enrollableId] } },
  }),
  'POST /api/outreach-sequences/:id/enrolments': ({ sequenceId, enrollableId }) => ({
    params: { id: sequenceId },
    body: { selection: { ids: [enrollableId] } },
  }),
  'POST /api/outreach-enrolment-batches/:batchId/undo': ({ enrolmentBatchId }) => ({
    params: { batchId: enrolmentBatchId },
  }),
  'GET /api/outreach-sequences/:id/enrolments': ({ sequenceId }) => ({ params: { id: sequenceId } }),
  'GET /api/prospects/:id/enrolments': ({ mailable }) => ({ params: { id: mailable.id } }),
  'POST /api/outreach-enrolments/:id/state': ({ enrolmentId }) => ({
    params: { id: enrolmentId },
    body: { state: 'paused' },
  }),
};
