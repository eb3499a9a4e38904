import { Archive, MoreHorizontal, Pause, Pencil, Play, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Sequence } from '#features/outreach/sequence-contract.ts';
import { useCan } from '#web/session.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import { changeState, deleteSequence } from './change-sequence.ts';
import { questionBefore, type SequenceMove } from './sequence-question.ts';
import { enrolledIn } from './sequence-words.ts';
import { useOpenSequence } from './use-open-sequence.ts';

interface SequenceActionsProps {
  sequence: Sequence;
  onDeleted?: () => void;
}

/** Start or Pause, and the rest in a menu; each asks and says what it means. Nothing for who may only read. */
export function SequenceActions({ sequence, onDeleted }: SequenceActionsProps) {
  const mayWrite = useCan('outreach.write');
  const mayDelete = useCan('outreach.delete') && enrolledIn(sequence) === 0;
  const { edit } = useOpenSequence();
  const [asking, setAsking] = useState<SequenceMove | null>(null);
  const [busy, setBusy] = useState(false);
  if (!mayWrite) return null;

  const { id, name, state } = sequence;
  // Kept while the question fades away.
  const question = questionBefore(asking ?? 'active', sequence);

  async function go(move: SequenceMove): Promise<void> {
    setBusy(true);
    const done = move === 'delete' ? await deleteSequence(sequence) : await changeState(sequence, move);
    setBusy(false);
    setAsking(null);
    if (done && move === 'delete') onDeleted?.();
  }

  return (
    <div className="flex items-center gap-1">
      {state === 'active' ? (
        <Button aria-label={`Pause ${name}`} className="max-sm:px-3" onClick={() => setAsking('paused')}>
          <Pause size={15} aria-hidden />
          <span className="max-sm:hidden">Pause</span>
        </Button>
      ) : (
        <Button aria-label={`Start ${name}`} className="max-sm:px-3" onClick={() => setAsking('active')}>
          <Play size={15} aria-hidden />
          <span className="max-sm:hidden">Start</span>
        </Button>
      )}
      <Menu
        trigger={
          <IconButton label={`More for ${name}`}>
            <MoreHorizontal size={17} aria-hidden />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => edit(id)}>
          <Pencil size={15} aria-hidden />
          Edit
        </MenuItem>
        {state === 'archived' ? null : (
          <MenuItem onSelect={() => setAsking('archived')}>
            <Archive size={15} aria-hidden />
            Put away
          </MenuItem>
        )}
        {mayDelete ? (
          <MenuItem onSelect={() => setAsking('delete')} className="text-danger-text">
            <Trash2 size={15} aria-hidden />
            Delete
          </MenuItem>
        ) : null}
      </Menu>
      <ConfirmDialog
        open={asking !== null}
        title={question.title}
        text={question.text}
        action={question.action}
        look={question.look}
        busy={busy && question.busy}
        onConfirm={() => (asking ? void go(asking) : undefined)}
        onClose={() => setAsking(null)}
      />
    </div>
  );
}
