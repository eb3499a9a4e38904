import type { ModuleType } from '#shared/modules.ts';
import { addDays, wallClock, weekdayOf, zonedInstant } from '#shared/zoned-time.ts';

/** Why a mail is sent. */
export const mailPurposes = [
  'account',
  'lead_reply',
  'meeting',
  'post_approval',
  'outreach',
  'support_answer',
] as const;
export type MailPurpose = (typeof mailPurposes)[number];

/** Why an address gets no more mail. */
export const suppressionCauses = ['unsubscribe', 'hard_bounce', 'complaint', 'manual'] as const;
export type SuppressionCause = (typeof suppressionCauses)[number];

interface PurposeRules {
  /** Causes that hold this mail. */
  stoppedBy: readonly SuppressionCause[];
  /** Counts towards the daily limit that the organization set. */
  counted: boolean;
  /** Needs one of these modules; null = none. */
  module: ModuleType | null;
  /** As it is said after 'Sent because'. */
  words: string;
}

/** Nothing more is to go there, or nothing arrives. */
const allMail = ['hard_bounce', 'complaint', 'manual'] as const;

/** What the gate asks of each purpose (contract section 8). */
export const purposeRules: Record<MailPurpose, PurposeRules> = {
  account: { stoppedBy: [], counted: false, module: null, words: 'mail about an account always goes' },
  lead_reply: { stoppedBy: allMail, counted: true, module: 'leads_manager', words: 'replied to this lead' },
  meeting: { stoppedBy: allMail, counted: true, module: 'leads_manager', words: 'arranged a meeting' },
  post_approval: {
    stoppedBy: allMail,
    counted: false,
    module: 'social_media',
    words: 'asked for approval of a post',
  },
  support_answer: {
    stoppedBy: allMail,
    counted: true,
    module: 'support_agent',
    words: 'answered in the chat, and the visitor had left',
  },
  outreach: { stoppedBy: suppressionCauses, counted: true, module: 'outreach', words: 'sent this email' },
};

/** Minutes to the next try after so many tries; after the last one the mail has failed. Together about six hours. */
const retryMinutes = [1, 2, 5, 10, 30, 60, 120, 120];

/** When a mail is tried again that the server could not take now, or null when it has been tried long enough. */
export function nextTry(attempts: number, now: Date): Date | null {
  const minutes = retryMinutes[attempts - 1];
  return minutes === undefined ? null : new Date(now.getTime() + minutes * 60_000);
}

/** ISO weekdays (1 is Monday) and times of day in the organization's zone; `to` is exclusive. */
export interface SendWindow {
  days: number[];
  from: string;
  to: string;
}

const stepMs = 60_000;
const searchedMs = 8 * 86_400_000;

/** The first minute from `now` on that lies in the window; `now` itself when it does. Null for a window that never opens. */
export function nextOpening(window: SendWindow, timezone: string, now: Date): Date | null {
  const last = now.getTime() + searchedMs;
  for (let at = now.getTime(); at <= last; ) {
    const [date = '', time = ''] = wallClock(new Date(at), timezone).split('T');
    const open = window.days.includes(weekdayOf(date)) && time < window.to;
    if (open && time >= window.from) return new Date(at);
    // Within a day by minutes, so that a day on which clocks change is right by itself.
    at = open
      ? nextMinute(at)
      : Math.max(nextMinute(at), zonedInstant(addDays(date, 1), 0, timezone).getTime());
  }
  return null;
}

function nextMinute(at: number): number {
  return Math.floor(at / stepMs) * stepMs + stepMs;
}

/** A mail server's refusal for people, with its own words in quotes. `code` is SMTP's (RFC 5321, RFC 3463). */
export function refusalWords(code: number | null, words: string): string {
  const said = `“${words}”`;
  if (code === null) return words;
  if (code === 535 || code === 530 || code === 534)
    return `The mail server refused the sign-in of the mail account: ${said}. Check its user and password under Integrations.`;
  if (/\b5\.1\.[123]\b|user unknown|no such user|does not exist|unknown (user|recipient)/i.test(words))
    return `The address does not exist at the receiving server: ${said}.`;
  if (code === 552 || /\b5\.(2\.3|3\.4)\b|too large/i.test(words))
    return `The mail is too large for the server: ${said}.`;
  if (/\b5\.7\.\d+\b|spam|blocked|denied|policy/i.test(words))
    return `The mail server does not let this mail through: ${said}.`;
  return `The mail server did not take it: ${said}.`;
}
