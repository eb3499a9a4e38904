import { emailSettings } from '#features/organization/server/tables.ts';
import { keysOf } from '#features/outreach/server/match-keys.ts';
import {
  outreachEmails,
  outreachEnrolments,
  outreachSequences,
} from '#features/outreach/server/sending-tables.ts';
import { prospects } from '#features/outreach/server/tables.ts';
import { outgoingMail } from '../db/tables.ts';
import { newId } from '../ids.ts';
import { jobContext } from '../organization-context.ts';
import { signedIdToken } from '../signed-id.ts';
import type { Tenant, TestApp } from '../testing/test-app.ts';

/** Rows of what outreach sends that the samples name. */
export interface OutreachSendingWorld {
  /** Two prospects that may be written to. */
  mailable: { id: string; address: string };
  enrollableId: string;
  /** Emails: one that waits, one that failed, two that an engine wrote and nobody has approved. */
  waitingEmailId: string;
  failedEmailId: string;
  draftEmailId: string;
  thrownEmailId: string;
  /** A sequence with a prospect in it, and one that nobody was in. */
  sequenceId: string;
  spareSequenceId: string;
  enrolmentId: string;
  enrolmentBatchId: string;
  unsubscribeToken: string;
}

/** Written straight into the tables: the matrix makes hundreds of worlds. */
export async function makeOutreachSending(
  app: TestApp,
  tenant: Tenant,
  canary: string,
): Promise<OutreachSendingWorld> {
  const now = new Date();
  const later = new Date(now.getTime() + 86_400_000);
  const context = jobContext(app.hub, tenant.organizationId);
  const prospect = (name: string) => {
    const texts = {
      businessName: `${canary} ${name}`,
      address: `1 ${canary} Street`,
      contactEmail: `${name}@${canary}.example`,
      contactPhone: '',
      industry: canary,
      summary: canary,
      notes: '',
    };
    const { searchText: _text, ...keys } = keysOf(texts);
    return {
      ...texts,
      ...keys,
      id: newId(),
      status: 'not_contacted' as const,
      createdAt: now,
      updatedAt: now,
      createdBy: canary,
      consentBasis: 'express' as const,
      consentSource: canary,
      consentAt: now,
    };
  };
  const [mailable, enrollable, running] = [prospect('mailable'), prospect('enrollable'), prospect('running')];
  const [drafted, thrown] = [prospect('drafted'), prospect('thrown')];
  const steps = [{ waitDays: 1, writing: 'template' as const, subject: canary, content: canary }];
  const sequence = {
    name: canary,
    steps,
    stopsCompany: true,
    createdBy: canary,
    createdAt: now,
    updatedAt: now,
  };
  const [sequenceId, spareSequenceId, enrolmentBatchId] = [newId(), newId(), newId()];
  const enrolment = (prospectId: string) => ({
    id: newId(),
    sequenceId,
    prospectId,
    reason: canary,
    batchId: enrolmentBatchId,
    createdBy: canary,
    createdAt: now,
    updatedAt: now,
  });
  const active = enrolment(running.id);
  const [approval, refusal] = [enrolment(drafted.id), enrolment(thrown.id)];
  const mail = (state: 'queued' | 'failed') => ({
    id: newId(),
    purpose: 'outreach' as const,
    state,
    reason: canary,
    messageId: `${newId()}@${canary}.example`,
    recipient: mailable.contactEmail,
    subject: canary,
    envelope: { from: `us@${canary}.example`, to: [mailable.contactEmail] },
    bytes: Buffer.from(`Subject: ${canary}\r\n\r\n${canary}`),
    createdAt: now,
    sendAt: later,
  });
  const [waiting, failed] = [mail('queued'), mail('failed')];
  const email = (of: { id: string; contactEmail: string }) => ({
    id: newId(),
    prospectId: of.id,
    reason: canary,
    recipient: of.contactEmail,
    subject: canary,
    content: canary,
    createdBy: canary,
    createdAt: now,
  });
  const emails = [
    { ...email(mailable), state: 'queued' as const, mailId: waiting.id, messageId: waiting.messageId },
    { ...email(mailable), state: 'failed' as const, mailId: failed.id, messageId: failed.messageId },
    { ...email(drafted), state: 'draft' as const, enrolmentId: approval.id, step: 1, engine: 'builtin/1' },
    { ...email(thrown), state: 'draft' as const, enrolmentId: refusal.id, step: 1, engine: 'builtin/1' },
  ];
  await context.tx(async ({ db }) => {
    const address = { teamAddresses: [], postalAddress: `1 ${canary} Street`, updatedAt: now };
    await db
      .insert(emailSettings)
      .values(address)
      .onConflictDoUpdate({ target: emailSettings.organizationId, set: address });
    await db.insert(prospects).values([mailable, enrollable, running, drafted, thrown]);
    await db.insert(outreachSequences).values([
      { ...sequence, id: sequenceId, state: 'active' },
      { ...sequence, id: spareSequenceId, state: 'draft' },
    ]);
    await db.insert(outreachEnrolments).values([
      { ...active, batchId: newId(), state: 'active', nextAt: later },
      { ...approval, state: 'approval' },
      { ...refusal, state: 'approval' },
    ]);
    await db.insert(outgoingMail).values([waiting, failed]);
    await db.insert(outreachEmails).values(emails);
  });
  const [waitingEmail, failedEmail, draft, thrownDraft] = emails;
  return {
    mailable: { id: mailable.id, address: mailable.contactEmail },
    enrollableId: enrollable.id,
    waitingEmailId: waitingEmail?.id ?? '',
    failedEmailId: failedEmail?.id ?? '',
    draftEmailId: draft?.id ?? '',
    thrownEmailId: thrownDraft?.id ?? '',
    sequenceId,
    spareSequenceId,
    enrolmentId: active.id,
    enrolmentBatchId,
    unsubscribeToken: signedIdToken(context, 'outreach.unsubscribe', failed.id),
  };
}
