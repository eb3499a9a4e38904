import { Dialog } from '#web/ui/dialog.tsx';
import { type Cell, type Column, cutMark } from '../contract.ts';
import { wholeText } from './table-words.ts';

interface CellDialogProps {
  column: Column;
  value: Cell;
  onClose: () => void;
}

/** The whole text of a cell, letter for letter. */
export function CellDialog({ column, value, onClose }: CellDialogProps) {
  const text = wholeText(value, column.type);
  const isCut = text.endsWith(cutMark);
  return (
    <Dialog
      open
      onClose={onClose}
      title={column.name}
      description={isCut ? `${column.type}, the beginning of a very long text` : column.type}
    >
      {value === null ? (
        <p className="px-5 py-4 text-muted italic">null</p>
      ) : text === '' ? (
        <p className="px-5 py-4 text-muted">An empty text.</p>
      ) : (
        <pre
          dir="auto"
          className="px-5 py-4 font-sans text-base break-words whitespace-pre-wrap [overflow-wrap:anywhere]"
        >
          {text}
        </pre>
      )}
    </Dialog>
  );
}
