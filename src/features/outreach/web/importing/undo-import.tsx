import { useState } from 'react';
import { type ProspectImport, prospectImportApi } from '#features/outreach/import-contract.ts';
import { messageOf } from '#web/api.ts';
import { figure } from '#web/lib/figure.ts';
import { useAction } from '#web/query.ts';
import { toast } from '#web/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { prospectQueries } from '../prospect-queries.ts';
import { counted } from './import-words.ts';

const { undo, list, read } = prospectImportApi.endpoints;

/** Takes a whole import back, after a plain question. */
export function UndoImport({
  file,
  look = 'secondary',
}: {
  file: ProspectImport;
  look?: 'secondary' | 'quiet';
}) {
  const [asking, setAsking] = useState(false);
  const action = useAction(undo, {
    refreshes: [list, read, ...prospectQueries],
    onSuccess: ({ message }) => {
      setAsking(false);
      toast({ title: 'Import taken back', description: message });
    },
    onError: (error) => {
      setAsking(false);
      toast({
        title: 'The import was not taken back',
        description: messageOf(error, 'Try again in a moment.'),
        tone: 'danger',
      });
    },
  });
  const { created = 0, updated = 0 } = file.result ?? {};
  const back = updated > 0 ? ` ${figure(updated)} that it changed are put back as they were.` : '';
  return (
    <>
      <Button look={look} onClick={() => setAsking(true)} aria-label={`Undo the import of ${file.fileName}`}>
        Undo
      </Button>
      <ConfirmDialog
        open={asking}
        title="Take this import back?"
        text={`${counted(created, 'prospect')} that “${file.fileName}” added ${created === 1 ? 'is' : 'are'} removed.${back} Those that somebody changed since stay.`}
        action="Take it back"
        busy={action.isPending && 'Taking it back...'}
        onConfirm={() => action.mutate({ params: { id: file.id } })}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
