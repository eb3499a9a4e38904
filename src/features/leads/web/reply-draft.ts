import { draftsOf } from '#web/drafts.ts';

/** A file that is being uploaded, or is uploaded and has its id. */
export interface DraftFile {
  key: number;
  name: string;
  size: number;
  /** 0 to 1. */
  progress: number;
  id: string | null;
  error: string | null;
}

export interface ReplyDraft {
  open: boolean;
  mode: 'reply' | 'all' | 'note';
  content: string;
  files: readonly DraftFile[];
  /** The text is an engine's and nobody has changed it. */
  byEngine: string | null;
}

const drafts = draftsOf<ReplyDraft>(
  { open: false, mode: 'reply', content: '', files: [], byEngine: null },
  ({ content, files }) => content.trim() !== '' || files.length > 0,
);

export const { of: draftOf, change: changeDraft, clear: clearDraft, use: useReplyDraft } = drafts;

export function changeFile(threadId: string, key: number, change: Partial<DraftFile>): void {
  changeDraft(threadId, {
    files: draftOf(threadId).files.map((file) => (file.key === key ? { ...file, ...change } : file)),
  });
}
