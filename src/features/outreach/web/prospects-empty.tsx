import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { prospectStatusNames } from '../prospect-status.ts';
import type { ProspectFilter } from './use-prospects.ts';

export function NothingFound({ filter, onClear }: { filter: ProspectFilter; onClear: () => void }) {
  const said = [
    filter.status ? `with the status ${prospectStatusNames[filter.status]}` : '',
    filter.search ? `with “${filter.search}” in name, email, address, industry or summary` : '',
  ].filter(Boolean);
  return (
    <EmptyState
      title="No prospects found"
      text={<p className="break-words">There is no prospect {said.join(' and ')}.</p>}
      actions={<Button onClick={onClear}>Clear all filters</Button>}
    />
  );
}

interface FirstTimeProps {
  /** Null for who may not add any. */
  actions: { onImport: () => void; onAdd: () => void } | null;
}

/** Before the first prospect. */
export function FirstTime({ actions }: FirstTimeProps) {
  return (
    <EmptyState
      title="No prospects found"
      text={
        <p>
          Businesses that you would like to work with, each with its emails and answers in one place.
          {actions ? ' Bring the list you have as a CSV file, or add the first one by hand.' : ''}
        </p>
      }
      actions={
        actions ? (
          <>
            <Button look="primary" onClick={actions.onImport}>
              Import CSV
            </Button>
            <Button onClick={actions.onAdd}>Add prospect</Button>
          </>
        ) : null
      }
    />
  );
}
