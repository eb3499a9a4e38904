import { useId, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { TextAreaField, TextField } from '#web/ui/field.tsx';
import { type PostDetails, postLimits } from '../contract.ts';
import { longestText, textFault } from '../platforms.ts';
import { dropEditDraft, editDraftOf, keepEditDraft } from './edit-draft.ts';
import { type PostChange, updatePost } from './post-actions.ts';
import { TextCounter } from './text-counter.tsx';

interface EditPostProps {
  post: PostDetails;
  /** What is typed, for the preview beside it. */
  onType: (content: string) => void;
  onDone: () => void;
}

/** Text and description of the picture of a post that is not out. */
export function EditPost({ post, onType, onDone }: EditPostProps) {
  const form = useId();
  const [kept] = useState(() => editDraftOf(post.id));
  const [content, setContent] = useState(kept?.content ?? post.content);
  const [alt, setAlt] = useState(kept?.alt ?? post.imageAlt ?? '');
  const [busy, setBusy] = useState(false);
  const hasPicture = post.picture !== null || post.imageUrl !== null;
  const trimmed = content.trim();
  const change: PostChange = {
    ...(trimmed === post.content ? {} : { content: trimmed }),
    ...(alt.trim() === (post.imageAlt ?? '') ? {} : { imageAlt: alt.trim() || null }),
  };
  const fault = textFault(post.platform, trimmed);
  const ready = trimmed !== '' && Object.keys(change).length > 0 && fault === null;

  function done(): void {
    dropEditDraft(post.id);
    onDone();
  }
  async function save(): Promise<void> {
    setBusy(true);
    if (await updatePost(post, change)) done();
    else setBusy(false);
  }

  return (
    <form
      id={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (ready && !busy) void save();
      }}
    >
      <TextAreaField
        label="Text"
        dir="auto"
        rows={10}
        maxLength={longestText}
        value={content}
        aria-invalid={fault ? true : undefined}
        onChange={(event) => {
          setContent(event.target.value);
          keepEditDraft(post.id, { content: event.target.value, alt });
          onType(event.target.value);
        }}
      />
      <div className="mt-1.5">
        <TextCounter platform={post.platform} content={content} />
      </div>
      {hasPicture ? (
        <TextField
          className="mt-3"
          label="Picture description"
          hint="Read aloud to people who cannot see the picture."
          dir="auto"
          maxLength={postLimits.altText}
          value={alt}
          onChange={(event) => {
            setAlt(event.target.value);
            keepEditDraft(post.id, { content, alt: event.target.value });
          }}
        />
      ) : null}
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <Button onClick={done}>Cancel</Button>
        <Button type="submit" look="primary" disabled={!ready} busy={busy && 'Saving...'}>
          Save Changes
        </Button>
      </div>
    </form>
  );
}
