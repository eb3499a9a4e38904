import {
  type EnrolmentState,
  enrolmentStates,
  type LeftOutReason,
  leftOutReasons,
  leftOutWords,
  type Sequence,
  type SequenceState,
  type SequenceStep,
} from '#features/outreach/sequence-contract.ts';
import type { Tone } from '#web/ui/badge.tsx';

export const sequenceStateNames: Record<SequenceState, string> = {
  draft: 'Not started',
  active: 'Running',
  paused: 'Paused',
  archived: 'Put away',
};

export const sequenceStateTones: Record<SequenceState, Tone> = {
  draft: 'neutral',
  active: 'success',
  paused: 'warning',
  archived: 'outline',
};

export const enrolmentNames: Record<EnrolmentState, string> = {
  active: 'In progress',
  approval: 'To approve',
  paused: 'Paused',
  finished: 'Finished',
  replied: 'Replied',
  bounced: 'Bounced',
  unsubscribed: 'Unsubscribed',
  stopped: 'Stopped',
};

export const enrolmentTones: Record<EnrolmentState, Tone> = {
  active: 'violet',
  approval: 'info',
  paused: 'warning',
  finished: 'neutral',
  replied: 'success',
  bounced: 'danger',
  unsubscribed: 'danger',
  stopped: 'outline',
};

/** In the bar and before its words. */
export const enrolmentColours: Record<EnrolmentState, string> = {
  active: 'bg-theme',
  approval: 'bg-info-text',
  paused: 'bg-warning-text',
  finished: 'bg-faint',
  replied: 'bg-success-text',
  bounced: 'bg-danger-text',
  unsubscribed: 'bg-danger',
  stopped: 'bg-border-strong',
};

export const runningStates: ReadonlySet<EnrolmentState> = new Set(['active', 'approval', 'paused']);

function figure(count: number): string {
  return count.toLocaleString('en-AU');
}

/** '1 step', '3 steps' */
export function stepsWord(count: number): string {
  return count === 1 ? '1 step' : `${figure(count)} steps`;
}

/** '1 email has left', '12 emails have left', 'Nothing has left yet' */
export function sentWords(count: number): string {
  if (count === 0) return 'Nothing has left yet';
  return count === 1 ? '1 email has left' : `${figure(count)} emails have left`;
}

/** The states that prospects of a sequence are in, in the order of a way through it. */
export function statesIn({ counts }: Pick<Sequence, 'counts'>): { state: EnrolmentState; count: number }[] {
  return enrolmentStates.map((state) => ({ state, count: counts[state] })).filter(({ count }) => count > 0);
}

/** Prospects that are or were in a sequence. */
export function enrolledIn(sequence: Pick<Sequence, 'counts'>): number {
  return statesIn(sequence).reduce((sum, { count }) => sum + count, 0);
}

/** Why prospects are left out, and how many: the most frequent reason first. */
export function leftOutLines(leftOut: Record<LeftOutReason, number>): { words: string; count: number }[] {
  return leftOutReasons
    .map((reason) => ({ words: leftOutWords[reason], count: leftOut[reason] }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count);
}

/** When a step leaves: 'At once', 'After 3 days'. */
export function waitWords({ waitDays }: Pick<SequenceStep, 'waitDays'>, isFirst: boolean): string {
  if (waitDays === 0) return isFirst ? 'At once' : 'On the same day';
  return waitDays === 1 ? 'After 1 day' : `After ${waitDays} days`;
}

/** What a step says of itself in one line. */
export function stepWords({ writing, subject }: Pick<SequenceStep, 'writing' | 'subject'>): string {
  if (writing === 'generate') return 'Written by AI, approved by a person';
  return subject === '' ? 'Answer in the same conversation' : subject;
}
