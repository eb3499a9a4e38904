/** What the hub asks of an AI engine. One task per job; `outreach_email`, `social_post` and `support_answer` join as they are built. */
export const aiJobs = [
  'lead_summary',
  'reply_draft',
  'outreach_email',
  'social_post',
  'support_answer',
] as const;
export type AiJob = (typeof aiJobs)[number];

/** One message of a lead's thread, quoted history already cut off. */
export interface ThreadMessage {
  id: string;
  from: 'lead' | 'team';
  name: string | null;
  email: string | null;
  sentAt: Date;
  subject: string;
  /** What the sender wrote, without quoted history. */
  content: string;
  /** A message of somebody outside the team that the sender passed on; its words count as theirs. */
  forwarded: string | null;
  /** Sent by a machine: says nothing about the lead. */
  automatic: boolean;
}

/** Oldest first. */
export interface LeadThread {
  messages: readonly ThreadMessage[];
}

/** The seven fields of the specification, section 3. */
export interface LeadSummary {
  clientName: string | null;
  priority: 'high' | 'medium' | 'low';
  sentiment: 'positive' | 'negative' | 'neutral';
  interests: string[];
  budget: string | null;
  timeline: string | null;
  keyPoints: string[];
}

export type SummaryField = keyof LeadSummary;

/** Where a value was read: the sender's own words in one message. */
export interface Evidence {
  field: SummaryField;
  messageId: string;
  quote: string;
}

export interface ReplyDraftInput {
  thread: LeadThread;
  /** Who signs. */
  sender: { name: string | null; organization: string };
}

export interface ReplyDraft {
  subject: string;
  content: string;
}

export interface TokenUsage {
  in: number;
  out: number;
  /** The provider said nothing: counted from the length of the texts. */
  estimated: boolean;
}

export interface AiResult<Value> {
  value: Value;
  evidence: Evidence[];
  /** What staff should know about this answer, in sentences. */
  issues: string[];
  usage: TokenUsage;
}

export interface EngineContext {
  tenantId: string;
  signal: AbortSignal;
  /** Today; relative dates are judged from it. */
  now: Date;
}

/** What `builtin` and every language model can do. Each task of `AiJob` is one method. */
export interface Engine {
  /** Shown to people and stored: `builtin/1`, `openai:gpt-…`. */
  id: string;
  promptVersion: string;
  leadSummary(thread: LeadThread, context: EngineContext): Promise<AiResult<LeadSummary>>;
  replyDraft(input: ReplyDraftInput, context: EngineContext): Promise<AiResult<ReplyDraft>>;
}
