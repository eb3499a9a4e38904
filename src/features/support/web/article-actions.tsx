import { MoreHorizontal, Trash2, Undo2, Upload } from 'lucide-react';
import { useState } from 'react';
import { useCan } from '#web/session.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import type { Article } from '../knowledge-contract.ts';
import { changeState, deleteArticle } from './change-article.ts';

interface ArticleActionsProps {
  article: Article;
  onChanged: (article: Article) => void;
  onDeleted: () => void;
  /** Called before the dialog goes, so that nothing asks about what was typed. */
  onLeave: () => void;
}

/** Publish or take back as it is saved, and delete. */
export function ArticleActions({ article, onChanged, onDeleted, onLeave }: ArticleActionsProps) {
  const mayDelete = useCan('support.delete');
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const isDraft = article.state === 'draft';

  async function turn(): Promise<void> {
    const changed = await changeState(article.id, isDraft ? 'published' : 'draft');
    if (changed) onChanged(changed);
  }

  async function remove(): Promise<void> {
    setBusy(true);
    const done = await deleteArticle(article);
    setBusy(false);
    setAsking(false);
    if (!done) return;
    onLeave();
    onDeleted();
  }

  return (
    <>
      <Menu
        trigger={
          <IconButton label="More for this article">
            <MoreHorizontal size={17} aria-hidden />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => void turn()}>
          {isDraft ? <Upload size={15} aria-hidden /> : <Undo2 size={15} aria-hidden />}
          {isDraft ? 'Publish as it is saved' : 'Take back'}
        </MenuItem>
        {mayDelete ? (
          <MenuItem onSelect={() => setAsking(true)} className="text-danger-text">
            <Trash2 size={15} aria-hidden />
            Delete
          </MenuItem>
        ) : null}
      </Menu>
      <ConfirmDialog
        open={asking}
        title={`Delete ${article.title}?`}
        text="The agent does not answer from it any more, and it goes with its earlier texts. You can undo this for some seconds."
        action="Delete article"
        busy={busy && 'Deleting...'}
        onConfirm={() => void remove()}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
