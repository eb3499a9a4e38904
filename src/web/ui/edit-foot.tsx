import { Button } from './button.tsx';

interface EditFootProps {
  isBusy: boolean;
  onCancel: () => void;
}

/** The end of a form inside a dialog that edits what the dialog shows; it stays in view. */
export function EditFoot({ isBusy, onCancel }: EditFootProps) {
  return (
    <div className="sticky bottom-0 -mx-5 -mb-5 flex gap-2 border-t border-border bg-raised px-5 py-3">
      <Button type="submit" look="primary" busy={isBusy && 'Saving...'}>
        Save changes
      </Button>
      <Button onClick={onCancel}>Cancel</Button>
    </div>
  );
}
