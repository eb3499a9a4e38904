import { useAddress } from '#web/address.ts';
import { useLongList } from '#web/long-list.ts';
import { useCan } from '#web/session.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Ago, RowLink, ShowMore } from '#web/ui/list-parts.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { useRowKeys } from '#web/ui/use-row-keys.ts';
import type { ConversationRow, ConversationView } from '../conversation-contract.ts';
import { conversationList } from './conversation-queries.ts';
import { stateNames, stateTones, viewNames, visitorName } from './conversation-words.ts';

const pageSize = '50';

interface InboxListProps {
  view: ConversationView;
  search: string;
  openId: string | null;
  onSearch: (search: string) => void;
  onClear: () => void;
}

export function InboxList({ view, search, openId, onSearch, onClear }: InboxListProps) {
  const { query, rows } = useLongList(conversationList, { limit: pageSize, view, search });
  const { searchBox, list } = useRowKeys('conversation');
  return (
    <>
      <div className="border-b border-border p-2.5">
        <SearchField
          label="Search conversations"
          placeholder="Name, email or words"
          value={search}
          onSearch={onSearch}
          box={searchBox}
        />
      </div>
      <div
        ref={list}
        aria-busy={query.isPlaceholderData}
        className={cx('min-h-0 grow md:overflow-y-auto', query.isPlaceholderData && 'opacity-60')}
      >
        {query.isPending ? (
          <InboxSkeleton />
        ) : query.isError && rows.length === 0 ? (
          <ErrorState
            title="The conversations could not be loaded"
            error={query.error}
            onRetry={() => void query.refetch()}
          />
        ) : rows.length > 0 ? (
          <>
            <ul aria-label={`${viewNames[view]} conversations`} className="divide-y divide-border">
              {rows.map((row) => (
                <Row key={row.id} row={row} isOpen={row.id === openId} byWaiting={view === 'waiting'} />
              ))}
            </ul>
            <ShowMore query={query} />
          </>
        ) : search || view !== 'open' ? (
          <NothingFound view={view} search={search} onClear={onClear} />
        ) : (
          <FirstTime />
        )}
      </div>
    </>
  );
}

function Row({ row, isOpen, byWaiting }: { row: ConversationRow; isOpen: boolean; byWaiting: boolean }) {
  const name = visitorName(row);
  return (
    <li
      className={cx(
        'relative px-3.5 py-2.5 transition-colors duration-[120ms]',
        isOpen ? 'bg-theme-quiet' : 'hover:bg-hover',
      )}
    >
      <div className="flex items-baseline justify-between gap-3">
        <p className={cx('min-w-0 grow', row.isUnread && '*:font-semibold')}>
          <RowLink param="conversation" id={row.id} name={name} />
        </p>
        <span className="shrink-0 text-xs text-muted">
          <Ago instant={byWaiting ? (row.waitingSince ?? row.updatedAt) : row.updatedAt} />
        </span>
      </div>
      <p dir="auto" className={cx('mt-0.5 truncate text-sm', row.isUnread ? 'text-text' : 'text-muted')}>
        {row.lastText || row.subject}
      </p>
      <p className="mt-1.5 flex items-center gap-2 text-xs text-muted">
        <Badge tone={stateTones[row.state]}>{stateNames[row.state]}</Badge>
        {row.state === 'person' ? (
          <span dir="auto" className="min-w-0 truncate">
            {row.owner}
          </span>
        ) : null}
        {row.rating ? <span>{row.rating === 'good' ? 'Rated helpful' : 'Rated not helpful'}</span> : null}
        {row.isUnread ? (
          <span className="ml-auto size-2 shrink-0 rounded-full bg-[var(--theme,var(--brand))]">
            <span className="sr-only">Not read</span>
          </span>
        ) : null}
      </p>
    </li>
  );
}

const nothing: Record<ConversationView, string> = {
  waiting: 'Nobody waits for a person.',
  mine: 'You have no conversation at the moment.',
  open: 'No conversation is open.',
  closed: 'No conversation has been closed yet.',
};

function NothingFound({
  view,
  search,
  onClear,
}: {
  view: ConversationView;
  search: string;
  onClear: () => void;
}) {
  return (
    <EmptyState
      title={search ? 'No conversations found' : nothing[view]}
      text={
        search ? (
          <p className="break-words">
            {`No ${view === 'open' ? 'open' : viewNames[view].toLowerCase()} conversation has “${search}” in name, email, first or latest message.`}
          </p>
        ) : null
      }
      actions={<Button onClick={onClear}>Clear all filters</Button>}
    />
  );
}

function FirstTime() {
  const mayManage = useCan('integrations.manage');
  const { set } = useAddress();
  return (
    <EmptyState
      title="No conversations yet"
      text={
        <p>
          Visitors of your website write to the assistant here, and to you when it counts. Put the widget into
          your pages to begin.
        </p>
      }
      actions={
        mayManage ? (
          <Button look="primary" onClick={() => set({ view: 'widget' })}>
            Set up the widget
          </Button>
        ) : null
      }
    />
  );
}

const widths = ['w-3/5', 'w-2/5', 'w-1/2', 'w-2/3', 'w-1/3', 'w-3/4'];

function InboxSkeleton() {
  return (
    <Loading label="Loading conversations" className="divide-y divide-border">
      {widths.map((width) => (
        <div key={width} className="h-[92px] space-y-2.5 px-3.5 py-3.5">
          <Skeleton className={width} />
          <Skeleton className="w-4/5" />
          <Skeleton className="h-5 w-20 rounded-full" />
        </div>
      ))}
    </Loading>
  );
}
