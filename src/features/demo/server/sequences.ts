import type { EnrolmentState, SequenceStep } from '#features/outreach/sequence-contract.ts';
import type { Moment } from './conversation.ts';

/** A prospect of the demo tenant in its running sequence. */
export interface DemoEnrolment {
  /** Name of a demo prospect. */
  prospect: string;
  state: EnrolmentState;
  /** When each step that is done left, the first one first. */
  left: readonly Moment[];
  since: Moment;
  reason: string;
}

/** Said of every email here: the demo sends nothing by itself. */
export const sampleReason = 'A sample of the demo: nothing was sent.';
/** Nothing in the demo has a next time, so nothing leaves unless a visitor presses for it. */
const waits = 'Paused by Tom Okafor. The demo sends nothing by itself.';

export const approvedSentences = [
  'Harbourside Outdoor rents digital screens and bus shelters across Sydney.',
  'A screen can be booked for a single week.',
];

const template = (waitDays: number, subject: string, content: string): SequenceStep => ({
  waitDays,
  writing: 'template',
  subject,
  content,
});

/** Its first emails are written by the built-in engine and approved one by one. */
export const runningSteps: readonly SequenceStep[] = [
  { waitDays: 0, writing: 'generate', subject: '', content: '' },
  template(
    4,
    'Screens near {{address|you}}',
    'Hello {{businessName}} team,\n\nwe have screens close to {{address|where you are}}. Shall I send you the free weeks?\n\nKind regards\nTom Okafor',
  ),
  template(
    9,
    'A last question, {{businessName}}',
    'Hello {{businessName}} team,\n\nis outdoor something for you this year? A short no is fine, then you do not hear from me again.\n\nKind regards\nTom Okafor',
  ),
];

export const draftSteps: readonly SequenceStep[] = [
  template(
    0,
    'The rate card that you asked for',
    'Hello {{businessName}} team,\n\nhere are our rates for {{industry|businesses like yours}}, by suburb and by week.\n\nKind regards\nPriya Nair',
  ),
  template(6, '', 'Hello again,\n\ndid you find a suburb that suits you?\n\nKind regards\nPriya Nair'),
];

export const demoEnrolments: readonly DemoEnrolment[] = [
  {
    prospect: 'Fernhill Retirement Living',
    state: 'finished',
    left: [
      [17, '10:00'],
      [13, '10:05'],
      [9, '11:30'],
    ],
    since: [17, '09:30'],
    reason: 'All steps were sent.',
  },
  {
    prospect: 'Driftline Surf School',
    state: 'replied',
    left: [
      [9, '10:10'],
      [5, '09:15'],
    ],
    since: [9, '09:30'],
    reason: 'They answered.',
  },
  {
    prospect: 'Eastgate Motors',
    state: 'replied',
    left: [[4, '15:45']],
    since: [4, '15:10'],
    reason: 'They answered.',
  },
  {
    prospect: 'Corella Dental Group',
    state: 'paused',
    left: [[3, '10:20']],
    since: [3, '09:50'],
    reason: waits,
  },
  {
    prospect: 'Banksia Lane Bakery',
    state: 'approval',
    left: [],
    since: [1, '11:00'],
    reason: 'A draft waits for approval.',
  },
  {
    prospect: 'Kestrel Freight',
    state: 'approval',
    left: [],
    since: [1, '11:00'],
    reason: 'A draft waits for approval.',
  },
];
