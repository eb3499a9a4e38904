import { Link } from '@tanstack/react-router';
import { useCan } from '#web/session.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { stageNames } from '../stage.ts';
import type { LeadFilter } from './use-leads.ts';

export function NothingFound({ filter, onClear }: { filter: LeadFilter; onClear: () => void }) {
  const said = [
    filter.stage ? `in stage ${stageNames[filter.stage]}` : '',
    filter.search
      ? `with “${filter.search}” in name, company, email${filter.searchMessages ? ',' : ' or'} advertising goal${filter.searchMessages ? ' or messages' : ''}`
      : '',
  ].filter(Boolean);
  return (
    <EmptyState
      title="No leads found"
      text={<p className="break-words">There is no lead {said.join(' ')}.</p>}
      actions={<Button onClick={onClear}>Clear all filters</Button>}
    />
  );
}

export function FirstTime({ onImport, onAdd }: { onImport?: () => void; onAdd?: () => void }) {
  const connects = useCan('integrations.manage');
  return (
    <EmptyState
      title="No leads found"
      text={
        <p>
          Email that people send you becomes a lead here, with the whole conversation beside it.
          {onImport
            ? ' Import the emails you have, drop .eml or .mbox files anywhere on this screen, or add a lead by hand.'
            : ''}
        </p>
      }
      actions={
        <>
          {onImport ? (
            <Button look="primary" onClick={onImport}>
              Import emails
            </Button>
          ) : null}
          {connects ? (
            <Link to="/tenant/admin" search={{ tab: 'integrations' }} className={buttonClass()}>
              Connect a mailbox
            </Link>
          ) : null}
          {onAdd ? <Button onClick={onAdd}>New lead</Button> : null}
        </>
      }
    />
  );
}
