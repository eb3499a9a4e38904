import { z } from 'zod';
import { defineApi, endpoint, noContent } from '#shared/endpoint.ts';
import { event } from '#shared/realtime.ts';
import { cursor, id, instant, limit, required, rowId, text } from '#shared/text.ts';
import { prospectFieldLimits, prospectSelection } from './contract.ts';
import { emailContent, emailLimits, emailSubject } from './email-contract.ts';
import { unknownPlaceholder } from './placeholders.ts';

export const sequenceLimits = {
  name: 120,
  steps: 5,
  /** Days between two steps. */
  waitDays: 60,
  /** Of one organization. */
  sequences: 50,
} as const;

/** `template`: the text with its placeholders filled in. `generate`: an engine writes it, and a person approves each. */
export const stepWriting = z.enum(['template', 'generate']);

const stepOut = z.strictObject({
  /** Days after the step before, or after the enrolment for the first one. */
  waitDays: z.int(),
  writing: stepWriting,
  /** Empty: an answer in the thread of the step before. '' as well where an engine writes it. */
  subject: text(emailLimits.subject),
  content: text(emailLimits.content),
});
export type SequenceStep = z.infer<typeof stepOut>;

const wholeDays = `Use whole days, 0 to ${sequenceLimits.waitDays}.`;
const waitDays = z.int(wholeDays).min(0, wholeDays).max(sequenceLimits.waitDays, wholeDays);

/** Refused when it is written: a name that no prospect can fill would pause the sequence for everyone. */
function namesKnown({ value, issues }: z.core.ParsePayload<string>): void {
  const message = unknownPlaceholder(value);
  if (message) issues.push({ code: 'custom', input: value, message });
}

const stepInput = z.discriminatedUnion('writing', [
  z.strictObject({
    waitDays,
    writing: z.literal('template'),
    subject: z.union([emailSubject, z.literal('')]).check(namesKnown),
    content: emailContent.check(namesKnown),
  }),
  z.strictObject({
    waitDays,
    writing: z.literal('generate'),
    subject: z.literal('').default(''),
    content: z.literal('').default(''),
  }),
]);

export const sequenceStates = ['draft', 'active', 'paused', 'archived'] as const;
export const sequenceState = z.enum(sequenceStates);
export type SequenceState = z.infer<typeof sequenceState>;

/**
 * Where a prospect is in a sequence. `active`: the next step has its time. `approval`: a draft waits for a person.
 * `paused`: by a person, or until the date of an away note. The rest is an end.
 */
export const enrolmentStates = [
  'active',
  'approval',
  'paused',
  'finished',
  'replied',
  'bounced',
  'unsubscribed',
  'stopped',
] as const;
export const enrolmentState = z.enum(enrolmentStates);
export type EnrolmentState = z.infer<typeof enrolmentState>;

const count = z.int().min(0);

export const sequence = z.strictObject({
  id,
  name: text(sequenceLimits.name),
  state: sequenceState,
  steps: z.array(stepOut).max(sequenceLimits.steps),
  /** An answer of one address ends the sequence for every prospect of the same company (mail domain). */
  stopsCompany: z.boolean(),
  counts: z.record(enrolmentState, count),
  /** Emails of it that have left. */
  sent: count,
  createdBy: text(200),
  createdAt: instant,
  updatedAt: instant,
});
export type Sequence = z.infer<typeof sequence>;

const name = required(sequenceLimits.name, 'Name the sequence.');
const steps = z
  .array(stepInput)
  .min(1, 'A sequence has at least one step.')
  .max(sequenceLimits.steps, `A sequence has at most ${sequenceLimits.steps} steps.`)
  .refine((all) => all[0]?.writing !== 'template' || all[0].subject !== '', {
    path: [0, 'subject'],
    message: 'The first step begins a conversation, so it needs a subject.',
  })
  .refine((all) => all.slice(1).every(({ writing }) => writing === 'template'), {
    message: 'An engine writes the first email. The steps after it are templates.',
  });

/** Why a prospect is not taken into a sequence. */
export const leftOutReasons = [
  'needs_basis',
  'blocked',
  'suppressed',
  'no_address',
  'same_address',
  'enrolled',
  'contacted_already',
] as const;
export const leftOutReason = z.enum(leftOutReasons);
export type LeftOutReason = z.infer<typeof leftOutReason>;
export const leftOutWords: Record<LeftOutReason, string> = {
  needs_basis: 'Needs a basis of consent',
  blocked: 'Blocked by the rules of the country',
  suppressed: 'Gets no more mail',
  no_address: 'No email address',
  same_address: 'Same address as another one',
  enrolled: 'In this or another running sequence',
  contacted_already: 'Responded, or said no',
};

export const enrolmentPlan = z.strictObject({
  /** Prospects that would get the first mail. */
  taken: count,
  leftOut: z.record(leftOutReason, count),
  /** About when the first and the last first mail leave, within caps and hours; null when nobody is taken. */
  firstAt: instant.nullable(),
  lastAt: instant.nullable(),
  /** What stands in the way of sending at all, in sentences. */
  warnings: z.array(text(500)).max(10),
});
export type EnrolmentPlan = z.infer<typeof enrolmentPlan>;

export const enrolment = z.strictObject({
  id,
  sequenceId: id,
  prospectId: id,
  businessName: text(prospectFieldLimits.businessName),
  state: enrolmentState,
  /** Steps that have been sent. */
  stepsDone: count,
  stepCount: count,
  /** When the next step is due, at the earliest; null when there is none. */
  nextAt: instant.nullable(),
  /** Why it is in this state, or what it waits for. */
  reason: text(500),
  updatedAt: instant,
});
export type Enrolment = z.infer<typeof enrolment>;

/** Sequences or their enrolments are different: read them again. */
export const sequencesChanged = event('outreach_sequences_changed', z.strictObject({ id: id.nullable() }));

const idParam = z.strictObject({ id: rowId });
const ids = { id: 'outreach_sequences' } as const;
const enrolmentIds = { id: 'outreach_enrolments' } as const;

export const sequenceApi = defineApi({
  module: 'outreach',
  endpoints: {
    list: endpoint({
      method: 'GET',
      path: '/api/outreach-sequences',
      summary: 'Sequences, newest first',
      access: 'outreach.read',
      ids: {},
      effects: [],
      output: z.array(sequence).max(sequenceLimits.sequences),
    }),
    create: endpoint({
      method: 'POST',
      path: '/api/outreach-sequences',
      summary: 'Write a sequence; it sends nothing until it is started',
      status: 201,
      access: 'outreach.write',
      ids: {},
      effects: ['frame'],
      idempotent: true,
      body: z.strictObject({ name, steps, stopsCompany: z.boolean().default(true) }),
      output: sequence,
    }),
    update: endpoint({
      method: 'PATCH',
      path: '/api/outreach-sequences/:id',
      summary: 'Change a sequence; emails that were written already stay as they are',
      access: 'outreach.write',
      ids,
      effects: ['frame'],
      params: idParam,
      body: z.strictObject({ name, steps, stopsCompany: z.boolean() }).partial(),
      output: sequence,
    }),
    setState: endpoint({
      method: 'POST',
      path: '/api/outreach-sequences/:id/state',
      summary: 'Start, pause or put away a sequence',
      access: 'outreach.write',
      ids,
      effects: ['mail', 'frame', 'job'],
      idempotent: true,
      params: idParam,
      body: z.strictObject({ state: z.enum(['active', 'paused', 'archived']) }),
      output: sequence,
    }),
    remove: endpoint({
      method: 'DELETE',
      path: '/api/outreach-sequences/:id',
      summary: 'Delete a sequence that never sent anything',
      status: 204,
      access: 'outreach.delete',
      ids,
      effects: ['frame'],
      params: idParam,
      output: noContent,
    }),
    preview: endpoint({
      method: 'POST',
      path: '/api/outreach-sequences/preview',
      summary: 'The template steps as one prospect would get them',
      access: 'outreach.read',
      ids: { prospectId: 'prospects' },
      effects: [],
      body: z.strictObject({ steps, prospectId: rowId }),
      output: z
        .array(
          z.strictObject({
            subject: text(emailLimits.subject),
            content: text(emailLimits.content),
            /** Such as a placeholder that is empty for this prospect. */
            issues: z.array(text(emailLimits.issue)).max(emailLimits.issues),
          }),
        )
        .max(sequenceLimits.steps),
    }),
    plan: endpoint({
      method: 'POST',
      path: '/api/outreach-sequences/:id/plan',
      summary: 'Who of a selection would be taken, who not and why, and by when it would have left',
      access: 'outreach.read',
      ids: { id: 'outreach_sequences', ids: 'prospects' },
      effects: [],
      params: idParam,
      body: z.strictObject({ selection: prospectSelection }),
      output: enrolmentPlan,
    }),
    enrol: endpoint({
      method: 'POST',
      path: '/api/outreach-sequences/:id/enrolments',
      summary: 'Take prospects into a sequence: all that may be, in one go',
      access: 'outreach.write',
      ids: { id: 'outreach_sequences', ids: 'prospects' },
      effects: ['mail', 'frame', 'job'],
      idempotent: true,
      params: idParam,
      body: z.strictObject({ selection: prospectSelection }),
      output: z.strictObject({
        taken: count,
        leftOut: z.record(leftOutReason, count),
        /** Undoes it for those who got nothing yet; null when nobody was taken. */
        batchId: id.nullable(),
      }),
    }),
    undoEnrol: endpoint({
      method: 'POST',
      path: '/api/outreach-enrolment-batches/:batchId/undo',
      summary: 'Take out again those of one action who have got nothing yet',
      access: 'outreach.write',
      ids: { batchId: 'outreach_enrolments' },
      effects: ['frame'],
      idempotent: true,
      params: z.strictObject({ batchId: rowId }),
      output: z.strictObject({ removed: count, kept: count }),
    }),
    enrolments: endpoint({
      method: 'GET',
      path: '/api/outreach-sequences/:id/enrolments',
      summary: 'Prospects of a sequence, the last changed first',
      access: 'outreach.read',
      ids,
      effects: [],
      params: idParam,
      query: z.strictObject({ limit, cursor, state: enrolmentState.optional() }),
      output: z.array(enrolment).max(200),
    }),
    ofProspect: endpoint({
      method: 'GET',
      path: '/api/prospects/:id/enrolments',
      summary: 'The sequences that a prospect is or was in, newest first',
      access: 'outreach.read',
      ids: { id: 'prospects' },
      effects: [],
      params: idParam,
      output: z.array(enrolment.extend({ sequenceName: text(sequenceLimits.name) })).max(50),
    }),
    changeEnrolment: endpoint({
      method: 'POST',
      path: '/api/outreach-enrolments/:id/state',
      summary: 'Pause, go on with or stop a sequence for one prospect',
      access: 'outreach.write',
      ids: enrolmentIds,
      effects: ['mail', 'frame', 'job'],
      idempotent: true,
      params: idParam,
      body: z.strictObject({ state: z.enum(['active', 'paused', 'stopped']) }),
      output: enrolment,
    }),
  },
});
