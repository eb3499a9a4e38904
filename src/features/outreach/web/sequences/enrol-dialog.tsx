import { useState } from 'react';
import type { ProspectSelection } from '#features/outreach/contract.ts';
import { type Sequence, sequenceApi } from '#features/outreach/sequence-contract.ts';
import { useEndpoint } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { SelectField } from '#web/ui/field.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { prospectsWord } from '../prospects-word.ts';
import { EnrolPlan } from './enrol-plan.tsx';
import { enrolProspects } from './enrol-prospects.ts';
import { sequenceStateNames } from './sequence-words.ts';
import { useOpenSequence } from './use-open-sequence.ts';

interface EnrolDialogProps {
  selection: ProspectSelection;
  /** Prospects of the selection. */
  count: number;
  onEnrolled: () => void;
  onClose: () => void;
}

/** Chooses a sequence for prospects, and shows who would be taken before anything happens. */
export function EnrolDialog({ selection, count, onEnrolled, onClose }: EnrolDialogProps) {
  const found = useEndpoint(sequenceApi.endpoints.list);
  const open = (found.data ?? []).filter(({ state }) => state !== 'archived');
  const [chosen, setChosen] = useState('');
  const [busy, setBusy] = useState(false);
  const { edit } = useOpenSequence();
  // The only one there is needs no choice.
  const sequence: Sequence | undefined = open.length === 1 ? open[0] : open.find(({ id }) => id === chosen);
  const request = { params: { id: sequence?.id ?? '' }, body: { selection } };
  const plan = useEndpoint(sequenceApi.endpoints.plan, request, { enabled: sequence !== undefined });
  const taken = sequence ? (plan.data?.taken ?? 0) : 0;

  async function enrol(into: Sequence): Promise<void> {
    setBusy(true);
    if (await enrolProspects(into, selection)) onEnrolled();
    else setBusy(false);
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Add to sequence"
      description={`${prospectsWord(count)} selected. Nothing happens before you press the button below.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {sequence ? (
            <Button
              look="primary"
              disabled={taken === 0}
              busy={busy && 'Adding...'}
              onClick={() => void enrol(sequence)}
            >
              {taken === 0 ? 'Enrol' : `Enrol ${prospectsWord(taken)}`}
            </Button>
          ) : null}
        </>
      }
    >
      {found.data ? (
        open.length === 0 ? (
          <EmptyState
            compact
            title="There is no sequence yet"
            text="Write one first: up to five emails that follow each other and stop by themselves when someone answers."
            actions={
              <Button look="primary" onClick={() => edit('new')}>
                New sequence
              </Button>
            }
          />
        ) : (
          <div className="space-y-4 p-5">
            <SelectField
              label="Sequence"
              placeholder="Choose a sequence"
              value={sequence?.id ?? ''}
              options={open.map(({ id, name, state }) => ({
                value: id,
                label: state === 'active' ? name : `${name} (${sequenceStateNames[state].toLowerCase()})`,
              }))}
              onChange={(event) => setChosen(event.target.value)}
            />
            {sequence ? <EnrolPlan plan={plan} count={count} /> : null}
          </div>
        )
      ) : found.error ? (
        <ErrorState
          title="The sequences could not be loaded"
          error={found.error}
          onRetry={() => void found.refetch()}
        />
      ) : (
        <Loading label="Loading the sequences" className="space-y-3 p-5">
          <Skeleton className="h-9 rounded-md" />
        </Loading>
      )}
    </Dialog>
  );
}
