import { z } from 'zod';
import { defineApi, endpoint } from '#shared/endpoint.ts';
import { mailStates } from '#shared/mail-states.ts';
import { event } from '#shared/realtime.ts';
import { cursor, email, emailLimit, id, instant, limit, required, rowId, text } from '#shared/text.ts';
import { prospectFieldLimits } from './contract.ts';

export const emailLimits = {
  /** A subject that mail programs show whole (ai.md job 2); longer ones are sent and warned about. */
  goodSubject: 78,
  /** Characters. */
  subject: 500,
  content: 20_000,
  /** Emails listed for one prospect. */
  listed: 200,
  undoSeconds: 60,
  issue: 300,
  issues: 20,
} as const;

/** How an email is written when the engine writes it. */
export const emailTones = ['friendly', 'formal', 'direct'] as const;
export const emailTone = z.enum(emailTones);
export type EmailTone = z.infer<typeof emailTone>;
export const emailToneNames: Record<EmailTone, string> = {
  friendly: 'Friendly',
  formal: 'Formal',
  direct: 'Short and direct',
};

export const emailLengths = ['short', 'medium'] as const;
export const emailLength = z.enum(emailLengths);
export type EmailLength = z.infer<typeof emailLength>;
export const emailLengthNames: Record<EmailLength, string> = {
  short: 'Short, about 80 words',
  medium: 'Medium, about 150 words',
};

/**
 * Where an email is. `draft`: an engine wrote it for a sequence and a person has not approved it. `held`: it may not
 * leave, `reason` says why. `kept`: in the local outbox, which counts as having left. The others are the gate's.
 */
export const outreachEmailStates = ['draft', ...mailStates] as const;
export const outreachEmailState = z.enum(outreachEmailStates);

const issues = z.array(text(emailLimits.issue)).max(emailLimits.issues);

/** A subject is one line: a line break would begin another header (RFC 5322 section 2.2). */
export const emailSubject = required(emailLimits.subject, 'Write a subject first.').regex(
  /^[^\p{Cc}]*$/u,
  'A subject is one line.',
);
export const emailContent = required(emailLimits.content, 'Write something first.');

export const outreachEmail = z.strictObject({
  id,
  prospectId: id,
  businessName: text(prospectFieldLimits.businessName),
  to: text(emailLimit),
  subject: text(emailLimits.subject),
  content: text(emailLimits.content),
  state: outreachEmailState,
  /** Why it is in this state: 'Sent because …', 'Held because …', a refusal in plain words. */
  reason: text(2000),
  /** Who wrote the text: the id of an engine, or null for a person or a template. */
  engine: text(200).nullable(),
  issues,
  /** Recorded when it was sent without a basis of consent; else null. */
  warning: text(500).nullable(),
  /** The sequence and its step, from 1; null for one of a person. */
  sequence: z.strictObject({ id, name: text(120), step: z.int().min(1) }).nullable(),
  createdBy: text(200),
  createdAt: instant,
  sendAt: instant.nullable(),
  sentAt: instant.nullable(),
  mayUndo: z.boolean(),
  maySendAgain: z.boolean(),
});
export type OutreachEmail = z.infer<typeof outreachEmail>;

/** Shapes section 9. */
export const sendAnswer = z.strictObject({
  id,
  state: z.enum(['sent', 'queued', 'sending', 'held']),
  sendAt: instant.nullable(),
  reason: text(2000).nullable(),
  messageId: text(500),
});
export type SendAnswer = z.infer<typeof sendAnswer>;

export const generatedEmail = z.strictObject({
  subject: text(emailLimits.subject),
  content: text(emailLimits.content),
  engine: text(200),
  issues,
});
export type GeneratedEmail = z.infer<typeof generatedEmail>;

/** Emails of a prospect, drafts or enrolments are different: read them again. */
export const outreachEmailsChanged = event(
  'outreach_emails_changed',
  z.strictObject({ prospectId: id.nullable() }),
);

const emailParam = z.strictObject({ id: rowId });
const emailIds = { id: 'outreach_emails' } as const;

export const outreachEmailApi = defineApi({
  module: 'outreach',
  endpoints: {
    generate: endpoint({
      method: 'POST',
      path: '/api/generate-email',
      summary: 'Write an email from the given facts, for a person to check; nothing leaves',
      access: 'outreach.write',
      ids: { prospectId: 'prospects' },
      effects: ['ai'],
      idempotent: true,
      rate: { calls: 30, seconds: 60, per: 'user' },
      body: z.strictObject({
        businessName: required(prospectFieldLimits.businessName, 'Business Name is required.'),
        industry: text(prospectFieldLimits.industry).default(''),
        summary: text(prospectFieldLimits.summary).default(''),
        contactEmail: z.union([email, z.literal('')]).default(''),
        /** The prospect that it is for; its facts are the body's all the same. */
        prospectId: rowId.optional(),
        /** The settings' otherwise. */
        tone: emailTone.optional(),
        length: emailLength.optional(),
        engine: z.enum(['chosen', 'builtin']).optional(),
      }),
      output: generatedEmail,
    }),
    send: endpoint({
      method: 'POST',
      path: '/api/send-email',
      summary: 'Send one email that a person has read to a prospect',
      status: 202,
      access: 'outreach.write',
      ids: { prospectId: 'prospects' },
      effects: ['mail', 'frame', 'job'],
      idempotent: true,
      body: z.strictObject({
        prospectId: rowId,
        /** Must be the prospect's address. */
        to: email,
        subject: emailSubject,
        content: emailContent,
        undoSeconds: z.int().min(0).max(emailLimits.undoSeconds).optional(),
        /** The engine whose text it is, as generate-email named it, also when a person changed it. */
        engine: text(200).optional(),
      }),
      output: sendAnswer,
    }),
    list: endpoint({
      method: 'GET',
      path: '/api/prospects/:id/emails',
      summary: 'Emails to a prospect, newest first',
      access: 'outreach.read',
      ids: { id: 'prospects' },
      effects: [],
      params: emailParam,
      output: z.array(outreachEmail).max(emailLimits.listed),
    }),
    undo: endpoint({
      method: 'POST',
      path: '/api/outreach-emails/:id/undo',
      summary: 'Take back an email that has not left; its text comes back',
      access: 'outreach.write',
      ids: emailIds,
      effects: ['frame'],
      params: emailParam,
      output: z.strictObject({
        prospectId: id,
        subject: text(emailLimits.subject),
        content: text(emailLimits.content),
      }),
    }),
    sendAgain: endpoint({
      method: 'POST',
      path: '/api/outreach-emails/:id/send-again',
      summary: 'Send an email again that failed, was kept, or whose outcome is not known',
      access: 'outreach.write',
      ids: emailIds,
      effects: ['mail', 'frame', 'job'],
      idempotent: true,
      params: emailParam,
      body: z.strictObject({
        /** It may arrive twice, and a person wants that. */
        confirmed: z.boolean().optional(),
      }),
      output: outreachEmail,
    }),
    drafts: endpoint({
      method: 'GET',
      path: '/api/outreach-drafts',
      summary: 'Emails that an engine wrote for sequences and that wait for a person, oldest first',
      access: 'outreach.read',
      ids: {},
      effects: [],
      query: z.strictObject({ limit, cursor }),
      output: z.array(outreachEmail).max(200),
    }),
    changeDraft: endpoint({
      method: 'PATCH',
      path: '/api/outreach-drafts/:id',
      summary: 'Change the text of a draft',
      access: 'outreach.write',
      ids: emailIds,
      effects: ['frame'],
      params: emailParam,
      body: z.strictObject({ subject: emailSubject, content: emailContent }).partial(),
      output: outreachEmail,
    }),
    approveDraft: endpoint({
      method: 'POST',
      path: '/api/outreach-drafts/:id/approve',
      summary: 'Approve a draft as it was shown: it leaves within the caps and hours of sending',
      access: 'outreach.write',
      ids: emailIds,
      effects: ['mail', 'frame', 'job'],
      idempotent: true,
      params: emailParam,
      body: z.strictObject({ subject: emailSubject, content: emailContent }),
      output: outreachEmail,
    }),
    discardDraft: endpoint({
      method: 'POST',
      path: '/api/outreach-drafts/:id/discard',
      summary: 'Throw a draft away; the sequence ends for this prospect',
      access: 'outreach.write',
      ids: emailIds,
      effects: ['frame'],
      idempotent: true,
      params: emailParam,
      output: outreachEmail,
    }),
  },
});
