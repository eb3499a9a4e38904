import { type ProspectImport, prospectImportApi } from '#features/outreach/import-contract.ts';
import { figure } from '#web/lib/figure.ts';
import { keyOf, queryClient, refresh, useAction } from '#web/query.ts';
import { toast } from '#web/toast.ts';
import { Button } from '#web/ui/button.tsx';
import type { StepProps } from './import-dialog.tsx';
import { StepFrame } from './step-frame.tsx';

const { cancel, read, list } = prospectImportApi.endpoints;

/** Cancels an import, or says why it cannot be: it may have come to its end in the meantime. */
export function useCancelImport() {
  return useAction(cancel, {
    refreshes: [list],
    onSuccess: (answer) => {
      queryClient.setQueryData(keyOf(read, { params: { id: answer.id } }), answer);
    },
    onError: (error) => {
      toast({ title: 'The import was not cancelled', description: error.message, tone: 'danger' });
      void refresh([list, read]);
    },
  });
}

/** The bar of an import and how far it is, in words. */
export function ImportProgress({ file }: { file: ProspectImport }) {
  const { done, total } = file.progress;
  return (
    <>
      <progress
        aria-label="Rows imported"
        max={Math.max(1, total)}
        value={done}
        className={done === 0 ? 'progress animate-pulse' : 'progress'}
      />
      <output className="figures mt-2 block text-sm text-muted">
        {done === 0 ? `${figure(total)} rows, beginning` : `${figure(done)} of ${figure(total)} rows`}
      </output>
    </>
  );
}

/** While an import is being written. */
export function RunningStep({ file, onClose }: StepProps) {
  const action = useCancelImport();
  return (
    <StepFrame
      title="Importing"
      text="All of it or nothing: the prospects are there when it is done. It goes on when this is closed."
      footer={
        <>
          <Button
            look="danger-quiet"
            className="mr-auto"
            busy={action.isPending && 'Cancelling...'}
            onClick={() => action.mutate({ params: { id: file.id } })}
          >
            Cancel the import
          </Button>
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <div className="max-w-[560px] px-5 pt-4 pb-6">
        <ImportProgress file={file} />
      </div>
    </StepFrame>
  );
}
