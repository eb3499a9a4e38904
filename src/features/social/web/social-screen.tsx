import { Plus } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useAddress, useCloseOpened } from '#web/address.ts';
import { useCan } from '#web/session.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { useKeys } from '#web/use-keys.ts';
import { usePreload } from '#web/use-preload.ts';
import { isEmptyDraft, useComposeDraft } from './compose-draft.ts';
import { ComposeLink } from './compose-link.tsx';
import { type HubView, viewOf } from './hub-address.ts';
import { Overview } from './overview.tsx';
import { useCompose } from './use-compose.ts';

const loadPost = () => import('./post-dialog.tsx');
const loadComposer = () => import('./composer.tsx');
const PostDialog = lazy(async () => ({ default: (await loadPost()).PostDialog }));
const Composer = lazy(async () => ({ default: (await loadComposer()).Composer }));
const PostsView = lazy(async () => ({ default: (await import('./posts-view.tsx')).PostsView }));
const Calendar = lazy(async () => ({ default: (await import('./calendar.tsx')).Calendar }));

const views: readonly { key: HubView; name: string }[] = [
  { key: 'overview', name: 'Overview' },
  { key: 'posts', name: 'All Posts' },
  { key: 'calendar', name: 'Calendar' },
];

/** The Social Media hub; the address holds view, filters, days, and what is open over it. */
export function Screen() {
  const { params, set } = useAddress();
  const mayWrite = useCan('social.write');
  const draft = useComposeDraft();
  const compose = useCompose();
  const close = useCloseOpened('post', 'edit', 'compose');
  const view = viewOf(params);
  usePreload([loadPost, loadComposer]);
  useKeys(mayWrite ? { n: compose } : {});

  return (
    <>
      <h1 className="sr-only">Social Media</h1>
      <div className="relative">
        {mayWrite ? (
          <div className="absolute top-0 right-0 z-10">
            <ComposeLink look="primary" className="max-sm:px-3">
              <Plus size={16} aria-hidden />
              <span className="max-sm:sr-only">
                {isEmptyDraft(draft) ? 'New post' : 'Continue your draft'}
              </span>
            </ComposeLink>
          </div>
        ) : null}
        <Tabs
          label="Social Media"
          tabs={views}
          current={view}
          onSelect={(key) => set({ view: key === 'overview' ? undefined : key })}
        >
          <Suspense
            fallback={
              <Loading label="Loading">
                <Skeleton className="h-9 w-2/3 rounded-md" />
              </Loading>
            }
          >
            {view === 'overview' ? <Overview /> : null}
            {view === 'posts' ? <PostsView /> : null}
            {view === 'calendar' ? <Calendar /> : null}
          </Suspense>
        </Tabs>
      </div>
      <Suspense fallback={null}>
        {params.post ? <PostDialog key={params.post} postId={params.post} onClose={close} /> : null}
        {params.compose && mayWrite ? <Composer onClose={close} /> : null}
      </Suspense>
    </>
  );
}
