import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { type Sequence, sequenceApi, sequenceLimits } from '#features/outreach/sequence-contract.ts';
import { call, messageOf } from '#web/api.ts';
import { refresh, useEndpoint } from '#web/query.ts';
import { toast } from '#web/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Checkbox, TextField } from '#web/ui/field.tsx';
import { PaneSwitch } from '#web/ui/pane-switch.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { useUnsaved } from '#web/ui/use-unsaved.tsx';
import { showSequence } from './change-sequence.ts';
import { bodyOf, draftOf, isChanged, newSequence } from './sequence-draft.ts';
import { SequencePreview } from './sequence-preview.tsx';
import { sequenceQueries } from './sequence-queries.ts';
import { StepFields } from './step-fields.tsx';
import { useSequenceForm } from './use-sequence-form.ts';

const { list, create, update } = sequenceApi.endpoints;

interface SequenceEditorProps {
  /** Of a sequence; 'new' for a new one. */
  id: string;
  onClose: () => void;
}

/** Writes a sequence; what others change while it is open does not get in between. */
export function SequenceEditor({ id, onClose }: SequenceEditorProps) {
  const isNew = id === 'new';
  const found = useEndpoint(list, {}, { enabled: !isNew });
  const sequence = found.data?.find((one) => one.id === id);
  if (isNew || sequence)
    return <Form key={id} sequence={isNew ? null : (sequence ?? null)} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} title="Edit sequence" size="wide">
      {found.error ? (
        <ErrorState
          title="The sequence could not be loaded"
          error={found.error}
          onRetry={() => void found.refetch()}
        />
      ) : found.data ? (
        <EmptyState title="This sequence is not there" text="It was deleted, or the address is not right." />
      ) : (
        <Loading label="Loading the sequence" className="space-y-3 p-5">
          <Skeleton className="h-9 w-1/2 rounded-md" />
          <Skeleton className="h-64 rounded-lg" />
        </Loading>
      )}
    </Dialog>
  );
}

type Pane = 'write' | 'preview';
const panes = [
  { name: 'write', label: 'Write' },
  { name: 'preview', label: 'Preview' },
] as const;

function Form({ sequence, onClose }: { sequence: Sequence | null; onClose: () => void }) {
  const navigate = useNavigate();
  const formId = useId();
  const [pane, setPane] = useState<Pane>('write');
  const [initial] = useState(() => (sequence ? draftOf(sequence) : newSequence()));
  const form = useSequenceForm({
    initial,
    submit: async (draft) => {
      const body = bodyOf(draft);
      const saved = await (sequence
        ? call(update, { params: { id: sequence.id }, body })
        : call(create, { body }));
      release();
      showSequence(saved);
      toast({
        title: 'Sequence saved',
        ...(sequence ? {} : { description: 'It sends nothing until it is started.' }),
      });
      if (sequence) onClose();
      // In place of the form: Back from the sequence goes to the list.
      else
        void navigate({
          to: '.',
          search: (before: object) => ({ ...before, view: 'sequences', edit: undefined, sequence: saved.id }),
          replace: true,
          resetScroll: false,
        });
      await refresh(sequenceQueries);
    },
    failed: (error) => {
      setPane('write');
      toast({
        title: 'The sequence was not saved',
        description: messageOf(error, 'Try again in a moment.'),
        tone: 'danger',
      });
    },
  });
  const { draft, faults } = form;
  const { question, release } = useUnsaved(isChanged(initial, draft));
  const inPane = (name: Pane) => (pane === name ? '' : 'max-md:hidden');

  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      title={sequence ? 'Edit sequence' : 'New sequence'}
      description={
        sequence
          ? 'Emails that were written already stay as they are.'
          : 'It sends nothing until it is started, and only to the prospects that you add.'
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            look="primary"
            busy={form.busy && 'Saving...'}
            onClick={() => setPane('write')}
          >
            Save sequence
          </Button>
        </>
      }
    >
      <PaneSwitch label="Part of the sequence" panes={panes} shown={pane} onShow={setPane} />
      <div className="grid min-h-full grid-cols-[minmax(0,1fr)] md:grid-cols-[minmax(0,1fr)_minmax(0,400px)]">
        <form id={formId} {...form.form} className={cx('space-y-4 p-5', inPane('write'))}>
          <TextField
            label="Name"
            name="name"
            required
            dir="auto"
            maxLength={sequenceLimits.name}
            hint="Only your team sees it."
            value={draft.name}
            error={faults.name}
            onChange={(event) => form.set({ name: event.target.value })}
          />
          <p className="text-sm text-muted">
            <code className="font-mono">{'{{industry}}'}</code> becomes the prospect’s own.{' '}
            <code className="font-mono">{'{{industry|your business}}'}</code> says “your business” where it is
            empty; without such words that email waits for you.
          </p>
          {draft.steps.map((step, index) => (
            <StepFields key={step.key} form={form} step={step} index={index} />
          ))}
          {faults.steps ? (
            <p role="alert" className="text-sm text-danger-text">
              {faults.steps}
            </p>
          ) : null}
          {draft.steps.length < sequenceLimits.steps ? (
            <Button onClick={form.addStep}>
              <Plus size={15} aria-hidden />
              Add step
            </Button>
          ) : (
            <p className="text-sm text-muted">A sequence has at most {sequenceLimits.steps} steps.</p>
          )}
          <Checkbox
            label="An answer ends it for everyone at the same company"
            checked={draft.stopsCompany}
            onChange={(event) => form.set({ stopsCompany: event.target.checked })}
          />
        </form>
        <div className={cx('border-border bg-sunken p-5 md:border-l', inPane('preview'))}>
          <div className="md:sticky md:top-5">
            <SequencePreview draft={draft} />
          </div>
        </div>
      </div>
      {question}
    </Dialog>
  );
}
