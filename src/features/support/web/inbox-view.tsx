import { useAddress } from '#web/address.ts';
import { useEndpoint } from '#web/query.ts';
import { useCan } from '#web/session.tsx';
import { cx } from '#web/ui/cx.ts';
import { EmptyState } from '#web/ui/states.tsx';
import { Tiles } from '#web/ui/tiles.tsx';
import {
  type ConversationView,
  conversationApi,
  conversationView,
  conversationViews,
} from '../conversation-contract.ts';
import { ConversationPane } from './conversation-pane.tsx';
import { viewNames } from './conversation-words.ts';
import { InboxList } from './inbox-list.tsx';

/** Which conversations an address asks for; open ones where it does not say. */
function inboxOf(params: Record<string, string | undefined>): ConversationView {
  const asked = conversationView.safeParse(params.inbox);
  return asked.success ? asked.data : 'open';
}

/** Conversations with visitors: the list on the left, the open one on the right; on phones one of the two. */
export function InboxView() {
  const { params, set } = useAddress();
  const mayTalk = useCan('support.talk');
  const counts = useEndpoint(conversationApi.endpoints.counts);
  const view = inboxOf(params);
  // The list says by itself what is to be done first.
  const isFirstTime = counts.data ? counts.data.open + counts.data.closed === 0 : false;
  const id = params.conversation;

  return (
    <>
      <div className={cx(id && 'max-md:hidden')}>
        <Tiles
          label="Filter conversations"
          tiles={conversationViews.map((key) => ({
            key,
            label: viewNames[key],
            count: counts.data ? counts.data[key] : null,
          }))}
          failed={counts.isError}
          selected={view}
          onSelect={(key) => set({ inbox: key === 'open' ? undefined : key, conversation: undefined })}
        />
      </div>
      <div className="panel mt-3 md:grid md:overflow-hidden md:h-[max(520px,calc(100dvh-var(--bar)-236px))] md:grid-cols-[minmax(260px,340px)_minmax(0,1fr)]">
        <div
          className={cx(
            'min-h-0 min-w-0 flex-col md:flex md:border-r md:border-border',
            id ? 'max-md:hidden' : 'flex',
          )}
        >
          <InboxList
            view={view}
            search={(params.search ?? '').slice(0, 200)}
            openId={id ?? null}
            onSearch={(search) => set({ search: search || undefined }, { replace: true })}
            onClear={() => set({ search: undefined, inbox: undefined })}
          />
        </div>
        <div className={cx('min-h-0 min-w-0 md:flex', id ? 'flex' : 'max-md:hidden')}>
          {id ? (
            <ConversationPane key={id} id={id} onBack={() => set({ conversation: undefined })} />
          ) : isFirstTime ? null : (
            <div className="m-auto">
              <EmptyState
                title="No conversation is open"
                text={
                  <p>
                    {mayTalk
                      ? 'Choose one on the left to read it, to answer it, or to take it over.'
                      : 'Choose one on the left to read it.'}
                  </p>
                }
              />
            </div>
          )}
        </div>
      </div>
    </>
  );
}
