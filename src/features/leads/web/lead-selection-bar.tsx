import { Download } from 'lucide-react';
import { useState } from 'react';
import { call, download, messageOf } from '#web/api.ts';
import { refresh } from '#web/query.ts';
import { useCan, useMe } from '#web/session.tsx';
import { toast } from '#web/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { PickAction, SelectionBar, selectedCount } from '#web/ui/selection-bar.tsx';
import type { Selection } from '#web/ui/use-selection.ts';
import { type BulkChange, bulkLimits, type LeadSelection, leadListApi } from '../list-contract.ts';
import { leadStage, stageNames } from '../stage.ts';
import { leadQueries } from './lead-queries.ts';
import type { LeadFilter } from './use-leads.ts';
import { useMembers } from './use-members.ts';

const { changeMany, undoMany, exportCsv } = leadListApi.endpoints;
const stages = leadStage.options.map((stage) => ({ value: stage, label: stageNames[stage] }));

function leadsWord(count: number): string {
  return count === 1 ? '1 lead' : `${count.toLocaleString('en-AU')} leads`;
}

function failed(title: string, error: unknown): void {
  toast({ title, description: messageOf(error, 'Try again in a moment.'), tone: 'danger' });
}

async function undo(batchId: string): Promise<void> {
  try {
    const { changed, unchanged } = await call(undoMany, { params: { batchId }, body: {} });
    const left = unchanged === 0 ? '' : ` ${leadsWord(unchanged)} changed since and stayed as they are.`;
    toast({ title: 'Undone', description: `${leadsWord(changed)} put back.${left}` });
  } catch (error) {
    failed('The change was not undone', error);
  }
  await refresh(leadQueries);
}

interface LeadSelectionBarProps {
  selection: Selection;
  filter: LeadFilter;
  /** Leads that the filter matches. */
  matching: number;
}

/** What can be done with the selected leads. */
export function LeadSelectionBar({ selection, filter, matching }: LeadSelectionBarProps) {
  const mayWrite = useCan('leads.write');
  const mayExport = useCan('leads.export');
  const me = useMe();
  const { members, nameOf } = useMembers();
  const [busy, setBusy] = useState<string | null>(null);
  if (selectedCount(selection, matching) === 0) return null;

  const { search, searchMessages, stage } = filter;
  const wanted: LeadSelection = selection.all
    ? { filter: { search, searchMessages: search !== '' && searchMessages, stage } }
    : { ids: [...selection.ids] };
  const tooMany = selection.all ? matching > bulkLimits.matching : selection.ids.size > bulkLimits.picked;

  async function change(what: BulkChange, done: string): Promise<void> {
    setBusy('Changing...');
    try {
      const answer = await call(changeMany, { body: { selection: wanted, change: what } });
      const batch = answer.batch_id;
      selection.clear();
      toast({
        title: answer.changed === 0 ? 'Nothing to change' : `${leadsWord(answer.changed)} ${done}`,
        ...(answer.unchanged > 0
          ? { description: `${leadsWord(answer.unchanged)} stayed as they were.` }
          : {}),
        ...(batch ? { durationMs: 10_000, action: { label: 'Undo', run: () => undo(batch) } } : {}),
      });
    } catch (error) {
      failed('The leads were not changed', error);
    }
    setBusy(null);
    await refresh(leadQueries);
  }

  async function save(): Promise<void> {
    setBusy('Exporting...');
    try {
      await download(exportCsv, { body: { selection: wanted, sort: filter.sort } }, 'leads.csv');
    } catch (error) {
      failed('The leads were not exported', error);
    }
    setBusy(null);
  }

  const people = [
    { value: me.user.id, label: `${nameOf(me.user.id)} (you)` },
    ...members
      .filter((entry) => entry.isActive && entry.id !== me.user.id)
      .map((entry) => ({ value: entry.id, label: nameOf(entry.id) })),
    { value: 'nobody', label: 'Nobody' },
  ];
  return (
    <SelectionBar label="Selected leads" selection={selection} matching={matching} busy={busy}>
      {mayWrite && !tooMany ? (
        <>
          <PickAction
            label="Move the selected leads to a stage"
            verb="Move to..."
            options={stages}
            disabled={busy !== null}
            onPick={(value) => {
              const to = leadStage.safeParse(value);
              if (to.success) void change({ stage: to.data }, `moved to ${stageNames[to.data]}`);
            }}
          />
          <PickAction
            label="Assign the selected leads"
            verb="Assign to..."
            options={people}
            disabled={busy !== null}
            onPick={(value) => {
              const to = value === 'nobody' ? null : value;
              void change({ assignee_id: to }, to === null ? 'unassigned' : `assigned to ${nameOf(to)}`);
            }}
          />
        </>
      ) : null}
      {tooMany ? (
        <p className="text-sm text-muted">
          At most {(selection.all ? bulkLimits.matching : bulkLimits.picked).toLocaleString('en-AU')} leads
          can be changed at once. Narrow the filter.
        </p>
      ) : null}
      {mayExport ? (
        <Button onClick={() => void save()} disabled={busy !== null || (tooMany && !selection.all)}>
          <Download size={16} aria-hidden />
          Export CSV
        </Button>
      ) : null}
    </SelectionBar>
  );
}
