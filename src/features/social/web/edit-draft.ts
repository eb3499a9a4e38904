import { onTokenChange } from '#web/token.ts';

export interface EditDraft {
  content: string;
  alt: string;
}

/** What was typed into posts and not saved, by their id: closing the dialog or going back does not lose it. */
const drafts = new Map<string, EditDraft>();

// What one session has written is not shown to the next one in the same browser.
onTokenChange(() => drafts.clear());

export function editDraftOf(postId: string): EditDraft | null {
  return drafts.get(postId) ?? null;
}

export function keepEditDraft(postId: string, draft: EditDraft): void {
  drafts.set(postId, draft);
}

/** After saving or cancelling. */
export function dropEditDraft(postId: string): void {
  drafts.delete(postId);
}
