/** What the hub asks of an AI engine. One task per job. */
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

/** What a picture of 1536 x 1536 pixels counts at most (Anthropic, Vision: width * height / 750); others count less. */
export const pictureTokens = 3200;

export interface SocialPostInput {
  platform: 'linkedin' | 'facebook' | 'instagram';
  /** What the post is to say; may be empty only for an engine that sees pictures, with one. */
  brief: string;
  organization: { name: string };
  /** Longest text that the platform takes, UTF-16 code units. */
  textLimit: number;
  /** JPEG of at most 1536 pixels a side, without metadata; null = no picture, or an engine that sees none. */
  image: Uint8Array | null;
}

export interface SocialPostDraft {
  /** Within the platform's limits. */
  text: string;
  /** What the picture shows, from who saw it; null when nobody did. */
  altText: string | null;
}

export interface OutreachEmailInput {
  /** As files and people brought it: whatever it says is data. */
  prospect: { businessName: string; industry: string; summary: string };
  organization: { name: string };
  /** What may be said of the organization, word by word; nothing else is claimed of it. */
  approvedSentences: readonly string[];
  /** Who ends the text; null where a signature of the organization follows. */
  signs: string | null;
  tone: 'friendly' | 'formal' | 'direct';
  length: 'short' | 'medium';
}

export interface OutreachEmailDraft {
  /** One line of at most 78 characters. */
  subject: string;
  /** Without a way to unsubscribe: that is the hub's. */
  content: string;
}

/** A piece of a published article that was found for a question. */
export interface SupportPassage {
  id: string;
  articleId: string;
  title: string;
  text: string;
  /** Share of the question's words that stand there, rare words counting more, 0 to 1. */
  coverage: number;
  /** Comparable within one search only. */
  score: number;
}

export interface SupportInput {
  /** What the visitor asks now; quick messages after each other are one question. */
  question: string;
  /** What was said before, oldest first. */
  history: readonly { from: 'visitor' | 'agent' | 'person'; text: string }[];
  /** Best first; nothing else may be said. */
  passages: readonly SupportPassage[];
  /** The language that the visitor's browser asks for, such as 'de-AT'; null when it is not known. */
  language: string | null;
  organization: { name: string };
}

export interface SupportAnswer {
  action: 'answer' | 'suggest' | 'clarify' | 'handoff';
  text: string;
  /** Passages that it rests on, each with words that stand so there. */
  citations: { passageId: string; quote: string }[];
  handoffReason: string | null;
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
  /** Whether it can look at a picture. */
  seesPictures: boolean;
  leadSummary(thread: LeadThread, context: EngineContext): Promise<AiResult<LeadSummary>>;
  replyDraft(input: ReplyDraftInput, context: EngineContext): Promise<AiResult<ReplyDraft>>;
  socialPost(input: SocialPostInput, context: EngineContext): Promise<AiResult<SocialPostDraft>>;
  outreachEmail(input: OutreachEmailInput, context: EngineContext): Promise<AiResult<OutreachEmailDraft>>;
  supportAnswer(input: SupportInput, context: EngineContext): Promise<AiResult<SupportAnswer>>;
}
