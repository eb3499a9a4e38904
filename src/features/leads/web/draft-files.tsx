import { Paperclip, X } from 'lucide-react';
import { cx } from '#web/ui/cx.ts';
import { changeDraft, type DraftFile, draftOf } from './reply-draft.ts';

/** The files of a draft, each with how far it has come; pressing the cross leaves it out. */
export function DraftFiles({ threadId, files }: { threadId: string; files: readonly DraftFile[] }) {
  if (files.length === 0) return null;
  return (
    <ul aria-label="Attachments" className="flex flex-wrap gap-1.5 px-3.5 pb-2.5">
      {files.map((file) => (
        <li
          key={file.key}
          className={cx(
            'relative inline-flex max-w-full items-center gap-1.5 overflow-hidden rounded-md border bg-surface py-1 pr-1 pl-2 text-sm',
            file.error ? 'border-danger' : 'border-border',
          )}
        >
          <Paperclip size={13} aria-hidden className="shrink-0 text-muted" />
          <span dir="auto" className="truncate">
            {file.name}
          </span>
          {file.error ? <span className="shrink-0 text-danger-text">{file.error}</span> : null}
          {file.id === null && !file.error ? (
            <progress
              aria-label={`${file.name} is being uploaded`}
              value={file.progress}
              className="h-1 w-14 shrink-0 accent-brand"
            />
          ) : null}
          <button
            type="button"
            aria-label={`Leave out ${file.name}`}
            className="rounded-sm p-1 text-muted hover:bg-hover hover:text-text"
            onClick={() =>
              changeDraft(threadId, {
                files: draftOf(threadId).files.filter(({ key }) => key !== file.key),
              })
            }
          >
            <X size={13} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}
