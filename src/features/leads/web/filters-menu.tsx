import { Bookmark, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { call, messageOf } from '#web/api.ts';
import { refresh, useEndpoint } from '#web/query.ts';
import { toast } from '#web/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#web/ui/menu.tsx';
import { issuesOf, useForm } from '#web/ui/use-form.ts';
import { leadSortNames } from '../contract.ts';
import { leadListApi, type SavedFilter } from '../list-contract.ts';
import { stageNames } from '../stage.ts';
import type { LeadFilter } from './use-leads.ts';

const { listFilters, saveFilter, removeFilter } = leadListApi.endpoints;

interface FiltersMenuProps {
  filter: LeadFilter;
  onApply: (filter: LeadFilter) => void;
}

/** What a filter does, in words. */
function describe({ search, searchMessages, stage, sort }: Omit<SavedFilter, 'id' | 'name'>): string {
  return [
    stage ? stageNames[stage] : 'All stages',
    search ? `“${search}”${searchMessages ? ', also in messages' : ''}` : '',
    leadSortNames[sort],
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Filters that a person keeps: apply, keep the present one, remove. */
export function FiltersMenu({ filter, onApply }: FiltersMenuProps) {
  const saved = useEndpoint(listFilters);
  const [naming, setNaming] = useState(false);
  const [removing, setRemoving] = useState(false);
  const rows = saved.data ?? [];

  return (
    <>
      <Menu
        trigger={
          <Button aria-label="Saved filters" title="Saved filters">
            <Bookmark size={16} aria-hidden />
            <span className="max-lg:hidden">Filters</span>
          </Button>
        }
      >
        {rows.length === 0 ? (
          <MenuLabel>
            <span className="block max-w-60 text-sm text-muted">
              {saved.isError
                ? 'Your filters could not be loaded.'
                : 'Keep a search with its stage and sort to come back to it.'}
            </span>
          </MenuLabel>
        ) : (
          rows.map((row) => (
            <MenuItem key={row.id} onSelect={() => onApply(row)} className="h-auto py-1.5">
              <span className="min-w-0 max-w-72">
                <span dir="auto" className="block truncate">
                  {row.name}
                </span>
                <span dir="auto" className="block truncate text-xs text-muted">
                  {describe(row)}
                </span>
              </span>
            </MenuItem>
          ))
        )}
        <MenuSeparator />
        <MenuItem onSelect={() => setNaming(true)}>Save this filter...</MenuItem>
        {rows.length > 0 ? <MenuItem onSelect={() => setRemoving(true)}>Remove filters...</MenuItem> : null}
      </Menu>
      {naming ? <NameDialog filter={filter} taken={rows} onClose={() => setNaming(false)} /> : null}
      {removing ? <RemoveDialog rows={rows} onClose={() => setRemoving(false)} /> : null}
    </>
  );
}

function NameDialog({
  filter,
  taken,
  onClose,
}: {
  filter: LeadFilter;
  taken: readonly SavedFilter[];
  onClose: () => void;
}) {
  const form = useForm({
    initial: { name: '' },
    check: ({ name }) =>
      Promise.resolve(
        issuesOf(saveFilter.body.safeParse({ ...filter, name })).filter(({ path }) => path === 'name'),
      ),
    submit: async ({ name }) => {
      await call(saveFilter, { body: { ...filter, name } });
      await refresh([listFilters]);
      onClose();
    },
    failed: (error) =>
      toast({
        title: 'The filter was not saved',
        description: messageOf(error, 'Try again in a moment.'),
        tone: 'danger',
      }),
  });
  const { name } = form.values;
  const replaces = taken.some((row) => row.name.toLowerCase() === name.trim().toLowerCase());
  return (
    <Dialog open onClose={onClose} size="small" title="Save this filter" description={describe(filter)}>
      <form {...form.form} className="space-y-4 p-5">
        <TextField
          {...form.field('name')}
          label="Name"
          maxLength={60}
          {...(replaces ? { hint: 'A filter of this name is replaced.' } : {})}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={form.busy && 'Saving...'}>
            Save filter
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

async function remove(id: string): Promise<void> {
  try {
    await call(removeFilter, { params: { id } });
  } catch (error) {
    toast({
      title: 'The filter was not removed',
      description: messageOf(error, 'Try again in a moment.'),
      tone: 'danger',
    });
  }
  await refresh([listFilters]);
}

function RemoveDialog({ rows, onClose }: { rows: readonly SavedFilter[]; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} size="small" title="Remove filters">
      {rows.length === 0 ? (
        <p className="p-5 text-muted">No filter is left.</p>
      ) : (
        <ul className="divide-y divide-border">
          {rows.map((row) => (
            <li key={row.id} className="flex items-center justify-between gap-3 py-2 pr-3 pl-5">
              <span dir="auto" className="min-w-0 truncate">
                {row.name}
              </span>
              <Button
                look="danger-quiet"
                onClick={() => void remove(row.id)}
                aria-label={`Remove ${row.name}`}
              >
                <Trash2 size={16} aria-hidden />
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
