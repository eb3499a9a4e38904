import type { EmailType } from './message.ts';

/** What the subject's first prefix says. */
export function subjectType(subject: string): EmailType {
  return /^re:/iu.test(subject) ? 'reply' : 'original';
}

/** The subject without reply and forward prefixes, white space collapsed, lower case: equal for one conversation. */
export function normaliseSubject(subject: string): string {
  return subject.replace(/^(re|fwd?):\s*/iu, '').toLowerCase();
}
