import { draftsOf } from '#web/drafts.ts';

export interface DraftEdit {
  /** The text is shown in fields. */
  open: boolean;
  /** What was typed; null = as it was written. */
  subject: string | null;
  content: string | null;
  /** Why it did not go out, or was not saved. */
  fault: string | null;
}

/** What a person changed of each email that waits for approval, kept while the page is open. */
export const draftEdits = draftsOf<DraftEdit>(
  { open: false, subject: null, content: null, fault: null },
  ({ subject, content }) => subject !== null || content !== null,
);
