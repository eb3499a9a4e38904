import { draftsOf } from '#web/drafts.ts';

export interface EmailDraft {
  /** Something was generated, or taken back. */
  open: boolean;
  subject: string;
  content: string;
  /** Who wrote it; null for a text that came back without a name. */
  engine: string | null;
  /** What the engine says about its text. */
  issues: readonly string[];
}

/** What is being written to each prospect. */
export const emailDrafts = draftsOf<EmailDraft>(
  { open: false, subject: '', content: '', engine: null, issues: [] },
  ({ subject, content }) => subject.trim() !== '' || content.trim() !== '',
);
