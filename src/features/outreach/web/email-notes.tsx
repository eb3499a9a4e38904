import { Link } from '@tanstack/react-router';
import { useCan } from '#web/session.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { EmailNote } from './email-obstacle.ts';

interface EmailNotesProps {
  notes: readonly EmailNote[];
  /** Opens the form of the prospect at a field. */
  onEdit: (field: 'contactEmail' | 'basis') => void;
}

/** What stands in the way of an email, or is recorded with it, each with what can be done about it. */
export function EmailNotes({ notes, onEdit }: EmailNotesProps) {
  return notes.map((note) => (
    <Notice
      key={note.text}
      boxed
      tone={note.stops ? 'danger' : 'warning'}
      className="mb-3"
      action={<RemedyButton note={note} onEdit={onEdit} />}
    >
      {note.text}
    </Notice>
  ));
}

function RemedyButton({ note: { remedy }, onEdit }: { note: EmailNote; onEdit: EmailNotesProps['onEdit'] }) {
  const mayManage = useCan('integrations.manage');
  if (remedy === 'add_address') return <Button onClick={() => onEdit('contactEmail')}>Add an address</Button>;
  if (remedy === 'record_basis') return <Button onClick={() => onEdit('basis')}>Record a basis</Button>;
  if (remedy === null || !mayManage) return null;
  return (
    <Link to="/tenant/admin" search={{ tab: 'integrations' }} className={buttonClass()}>
      {remedy === 'suppressions' ? 'See why' : 'Enter it'}
    </Link>
  );
}
