import { Download, ListPlus } from 'lucide-react';
import { useState } from 'react';
import { useCan, useMe } from '#web/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { PickAction, SelectionBar, selectedCount } from '#web/ui/selection-bar.tsx';
import type { Selection } from '#web/ui/use-selection.ts';
import { type ProspectSelection, prospectBulkLimits } from '../contract.ts';
import { prospectStatus, prospectStatusNames } from '../prospect-status.ts';
import { deleteMany, saveAsCsv, saveEvidence, setStatusOfMany } from './change-many.ts';
import { ExportMenu } from './importing/export-menu.tsx';
import { prospectsWord } from './prospects-word.ts';
import { EnrolDialog } from './sequences/enrol-dialog.tsx';
import type { ProspectFilter } from './use-prospects.ts';

const statuses = prospectStatus.options.map((status) => ({
  value: status,
  label: prospectStatusNames[status],
}));

interface ProspectSelectionBarProps {
  selection: Selection;
  filter: ProspectFilter;
  /** Prospects that the filter matches. */
  matching: number;
}

/** What can be done with the selected prospects. */
export function ProspectSelectionBar({ selection, filter, matching }: ProspectSelectionBarProps) {
  const mayWrite = useCan('outreach.write');
  const mayDelete = useCan('outreach.delete');
  const mayExport = useCan('outreach.export');
  const { organization } = useMe();
  const [busy, setBusy] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const [enrolling, setEnrolling] = useState(false);
  const count = selectedCount(selection, matching);
  if (count === 0) return null;

  const { search, status, sort } = filter;
  const wanted: ProspectSelection = selection.all
    ? { filter: { search, status } }
    : { ids: [...selection.ids] };
  const most = selection.all ? prospectBulkLimits.matching : prospectBulkLimits.picked;
  const tooMany = count > most;

  async function act(doing: string, work: () => Promise<boolean>): Promise<void> {
    setBusy(doing);
    if (await work()) selection.clear();
    setBusy(null);
    setAsking(false);
  }

  const save = (as: typeof saveAsCsv) =>
    act('Exporting...', async () => {
      await as(wanted, sort);
      return false;
    });

  return (
    <>
      <SelectionBar label="Selected prospects" selection={selection} matching={matching} busy={busy}>
        {mayWrite && !tooMany ? (
          <PickAction
            label="Set the status of the selected prospects"
            verb="Set status..."
            options={statuses}
            disabled={busy !== null}
            onPick={(value) => {
              const to = prospectStatus.safeParse(value);
              if (to.success) void act('Changing...', () => setStatusOfMany(wanted, to.data));
            }}
          />
        ) : null}
        {mayWrite && !tooMany ? (
          <Button disabled={busy !== null} onClick={() => setEnrolling(true)}>
            <ListPlus size={16} aria-hidden />
            Add to sequence
          </Button>
        ) : null}
        {tooMany ? (
          <p className="text-sm text-muted">
            At most {most.toLocaleString('en-AU')} prospects can be changed at once. Narrow the filter.
          </p>
        ) : null}
        {mayExport ? (
          <ExportMenu
            onProspects={() => void save(saveAsCsv)}
            onEvidence={() => void save(saveEvidence)}
            trigger={
              <Button disabled={busy !== null || (tooMany && !selection.all)}>
                <Download size={16} aria-hidden />
                Export CSV
              </Button>
            }
          />
        ) : null}
        {mayDelete && !tooMany ? (
          <Button look="danger-quiet" disabled={busy !== null} onClick={() => setAsking(true)}>
            Delete
          </Button>
        ) : null}
      </SelectionBar>
      {enrolling ? (
        <EnrolDialog
          selection={wanted}
          count={count}
          onEnrolled={() => {
            setEnrolling(false);
            selection.clear();
          }}
          onClose={() => setEnrolling(false)}
        />
      ) : null}
      <ConfirmDialog
        open={asking}
        title={`Delete ${prospectsWord(count)}?`}
        text={`${count === 1 ? 'It' : 'They'} will be gone for everyone at ${organization.name}, with what happened to ${count === 1 ? 'it' : 'them'}. Addresses that get no outreach stay blocked. This cannot be undone.`}
        action={`Delete ${prospectsWord(count)}`}
        busy={busy ?? false}
        onConfirm={() => void act('Deleting...', () => deleteMany(wanted))}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
