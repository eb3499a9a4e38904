import { useState } from 'react';
import { type CorrespondenceItem, mailApi } from '#features/mail/contract.ts';
import { exactDateTime, timeOfDay } from '#web/lib/dates.ts';
import { useAction } from '#web/query.ts';
import { useCan, useMe, useZone } from '#web/session.tsx';
import { toast } from '#web/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { conversationLimits, leadConversationApi } from '../conversation-contract.ts';

const refreshes = [mailApi.endpoints.correspondence];

/** What a colleague noted: tinted and across the middle, so that nobody takes it for a mail. */
export function Note({ threadId, item }: { threadId: string; item: CorrespondenceItem }) {
  const zone = useZone();
  const { user } = useMe();
  const mayWrite = useCan('leads.write');
  const [editing, setEditing] = useState<string | null>(null);
  const own = mayWrite && item.sender === `${user.firstName} ${user.lastName}`;
  const params = { thread_id: threadId, note_id: item.id };
  const { editNote, removeNote } = leadConversationApi.endpoints;
  const onError = (error: Error) =>
    toast({ title: 'The note was not changed', description: error.message, tone: 'danger' });
  const edit = useAction(editNote, { refreshes, onError, onSuccess: () => setEditing(null) });
  const remove = useAction(removeNote, { refreshes, onError });

  return (
    <article
      data-message={item.id}
      tabIndex={-1}
      className="mx-auto max-w-[92%] rounded-lg border border-dashed border-border-strong bg-warning-quiet px-3.5 py-2.5 outline-none md:max-w-[86%]"
    >
      <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
        <span className="font-semibold text-warning-text">Note</span>
        <span dir="auto" className="max-w-full truncate font-medium">
          {item.sender}
        </span>
        <time
          dateTime={item.timestamp}
          title={exactDateTime(item.timestamp, zone)}
          className="text-xs text-muted"
        >
          {timeOfDay(item.timestamp, zone)}
        </time>
        {own && editing === null ? (
          <span className="ml-auto flex gap-3">
            <button type="button" className="link" onClick={() => setEditing(item.content)}>
              Edit
            </button>
            <button
              type="button"
              className="link"
              disabled={remove.isPending}
              onClick={() => remove.mutate({ params })}
            >
              Delete
            </button>
          </span>
        ) : null}
      </p>
      {editing === null ? (
        <p dir="auto" className="mt-1 max-w-[72ch] break-words whitespace-pre-wrap">
          {item.content}
        </p>
      ) : (
        <form
          className="mt-1.5 space-y-2"
          onSubmit={(event) => {
            event.preventDefault();
            edit.mutate({ params, body: { content: editing } });
          }}
        >
          <textarea
            aria-label="Note"
            rows={3}
            maxLength={conversationLimits.content}
            value={editing}
            onChange={(event) => setEditing(event.currentTarget.value)}
            className="field-box w-full px-3 py-2"
          />
          <div className="flex gap-2">
            <Button
              type="submit"
              look="primary"
              disabled={editing.trim() === ''}
              busy={edit.isPending && 'Saving...'}
            >
              Save
            </Button>
            <Button look="quiet" onClick={() => setEditing(null)}>
              Cancel
            </Button>
          </div>
        </form>
      )}
    </article>
  );
}
