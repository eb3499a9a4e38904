import { useSyncExternalStore } from 'react';

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

const empty: ReplyDraft = { open: false, mode: 'reply', content: '', files: [], byEngine: null };

/** What is being written to each lead, while the page is open: closing the dialog loses nothing. */
const drafts = new Map<string, ReplyDraft>();
const listeners = new Set<() => void>();

export function draftOf(threadId: string): ReplyDraft {
  return drafts.get(threadId) ?? empty;
}

export function changeDraft(threadId: string, change: Partial<ReplyDraft>): void {
  drafts.set(threadId, { ...draftOf(threadId), ...change });
  for (const listener of listeners) listener();
}

export function changeFile(threadId: string, key: number, change: Partial<DraftFile>): void {
  changeDraft(threadId, {
    files: draftOf(threadId).files.map((file) => (file.key === key ? { ...file, ...change } : file)),
  });
}

export function clearDraft(threadId: string): void {
  changeDraft(threadId, empty);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useReplyDraft(threadId: string): ReplyDraft {
  return useSyncExternalStore(subscribe, () => draftOf(threadId));
}
