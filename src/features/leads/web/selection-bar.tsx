import { Download, X } from 'lucide-react';
import { useState } from 'react';
import { call, download, messageOf } from '#web/api.ts';
import { refresh } from '#web/query.ts';
import { useCan, useMe } from '#web/session.tsx';
import { toast } from '#web/toast.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { type BulkChange, bulkLimits, type LeadSelection, leadListApi } from '../list-contract.ts';
import { leadStage, stageNames } from '../stage.ts';
import { leadQueries } from './lead-queries.ts';
import type { LeadFilter } from './use-leads.ts';
import { useMembers } from './use-members.ts';
import type { Selection } from './use-selection.ts';

const { changeMany, undoMany, exportCsv } = leadListApi.endpoints;

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

interface SelectionBarProps {
  selection: Selection;
  filter: LeadFilter;
  /** Leads that the filter matches. */
  matching: number;
}

/** What can be done with the selected leads; it stays at the bottom while any is selected. */
export function SelectionBar({ selection, filter, matching }: SelectionBarProps) {
  const mayWrite = useCan('leads.write');
  const mayExport = useCan('leads.export');
  const me = useMe();
  const { members, nameOf } = useMembers();
  const [busy, setBusy] = useState<string | null>(null);
  const count = selection.all ? matching : selection.ids.size;
  if (count === 0) return null;

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

  const others = members.filter((entry) => entry.isActive && entry.id !== me.user.id);
  return (
    <section
      aria-label="Selected leads"
      className="rise sticky bottom-3 z-20 mx-auto mt-3 flex w-fit max-w-full flex-wrap items-center gap-2 rounded-lg border border-border-strong bg-raised py-2 pr-2 pl-4 shadow-float max-sm:bottom-2"
    >
      <p className="figures mr-1 font-medium" aria-live="polite">
        {busy ?? `${count.toLocaleString('en-AU')} selected`}
      </p>
      {!selection.all && selection.ids.size < matching ? (
        <Button look="quiet" onClick={selection.selectAll} disabled={busy !== null}>
          Select all {matching.toLocaleString('en-AU')}
        </Button>
      ) : null}
      {mayWrite && !tooMany ? (
        <>
          <select
            aria-label="Move the selected leads to a stage"
            value=""
            disabled={busy !== null}
            onChange={(event) => {
              const to = leadStage.safeParse(event.target.value);
              if (to.success) void change({ stage: to.data }, `moved to ${stageNames[to.data]}`);
            }}
            className="control field-box select-box w-auto"
          >
            <option value="" disabled>
              Move to...
            </option>
            {leadStage.options.map((one) => (
              <option key={one} value={one}>
                {stageNames[one]}
              </option>
            ))}
          </select>
          <select
            aria-label="Assign the selected leads"
            value=""
            disabled={busy !== null}
            onChange={(event) => {
              const to = event.target.value === 'nobody' ? null : event.target.value;
              void change({ assignee_id: to }, to === null ? 'unassigned' : `assigned to ${nameOf(to)}`);
            }}
            className="control field-box select-box w-auto"
          >
            <option value="" disabled>
              Assign to...
            </option>
            <option value={me.user.id}>{nameOf(me.user.id)} (you)</option>
            {others.map((entry) => (
              <option key={entry.id} value={entry.id}>
                {nameOf(entry.id)}
              </option>
            ))}
            <option value="nobody">Nobody</option>
          </select>
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
      <IconButton label="Clear the selection" onClick={selection.clear}>
        <X size={16} aria-hidden />
      </IconButton>
    </section>
  );
}
