import type { LeadStage } from '#features/leads/stage.ts';
import type { DemoFile } from './demo-files.ts';

/** Colleagues of the demo tenant that write and decide. */
export type Colleague = 'maya' | 'tom' | 'priya';

/**
 * A working day, counted back from the last one that has ended (0), and the time on a clock in Sydney. A negative day
 * lies ahead: only follow-ups stand there.
 */
export type Moment = readonly [workingDay: number, time: string];

/** How a mail program writes: where the signature stands, what stands above quoted history, whether HTML comes along. */
export type MailClient = 'gmail' | 'outlook' | 'apple' | 'iphone' | 'thunderbird' | 'form' | 'machine';

export interface Mailbox {
  name: string | null;
  address: string;
}

export interface Writer extends Mailbox {
  client: MailClient;
  signature?: string;
}

/** A mail from outside or from a colleague, in the order of the conversation. */
export interface MailStep {
  from: 'lead' | Colleague;
  at: Moment;
  text: string;
  files?: readonly DemoFile[];
  /** Somebody else at the lead's end answers. */
  writer?: Writer;
  /** Another subject than the conversation's (with Re: in front of all but the first). */
  subject?: string;
  headers?: Readonly<Record<string, string>>;
}

/** What a colleague decides about the lead. */
export interface DecisionStep {
  by: Colleague;
  at: Moment;
  stage?: LeadStage;
  assignee?: Colleague;
  followUp?: Moment;
  /** When they meet; in days to come. */
  meeting?: Moment;
}

export interface Conversation {
  /** Stands in the Message-IDs: never changes once published, or the mail would come a second time. */
  key: string;
  subject: string;
  lead: Writer;
  steps: readonly [MailStep, ...(MailStep | DecisionStep)[]];
}
