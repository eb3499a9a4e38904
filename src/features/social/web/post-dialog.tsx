import { type ReactNode, useState } from 'react';
import { useAddress } from '#web/address.ts';
import { ApiError } from '#web/api.ts';
import { exactDateTime, shortDateTime, zoneName } from '#web/lib/dates.ts';
import { useEndpoint } from '#web/query.ts';
import { useCan, useMe, useZone } from '#web/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { type PostDetails, socialApi } from '../contract.ts';
import { platformRules } from '../platforms.ts';
import { mayChange } from '../post-state.ts';
import { DeliveryLog } from './delivery-log.tsx';
import { editDraftOf } from './edit-draft.ts';
import { EditPost } from './edit-post.tsx';
import { EngagementLine } from './engagement-line.tsx';
import { PostButtons } from './post-buttons.tsx';
import { PostPreview } from './post-preview.tsx';
import { PostProblem } from './post-problem.tsx';
import { mainTime } from './post-words.ts';
import { pictureOf } from './preview-picture.ts';
import { ApprovalBadge, StateBadge } from './state-badge.tsx';
import { useSocialSettings } from './use-posts.ts';

interface PostDialogProps {
  postId: string;
  onClose: () => void;
}

/** One post: how it looks on the left, what is known and can be done on the right. */
export function PostDialog({ postId, onClose }: PostDialogProps) {
  const found = useEndpoint(socialApi.endpoints.read, { params: { id: postId } });
  const missing = found.error instanceof ApiError && found.error.status === 404;
  // Deleted elsewhere while it is open: what was read before is no longer a post.
  const post = missing ? undefined : found.data;
  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      title={post ? `${platformRules[post.platform].name} post` : 'Post'}
      {...(post ? { footer: <Footer post={post} onClose={onClose} /> } : {})}
    >
      {post ? (
        <Body post={post} />
      ) : missing ? (
        <EmptyState
          title="This post is not there"
          text="It was deleted, or the address is not right."
          actions={<Button onClick={onClose}>Back to the posts</Button>}
        />
      ) : found.error ? (
        <ErrorState
          title="The post could not be loaded"
          error={found.error}
          onRetry={() => void found.refetch()}
        />
      ) : (
        <Loading label="Loading the post" className="grid gap-6 p-5 sm:grid-cols-2">
          <Skeleton className="h-96 rounded-lg" />
          <div className="space-y-4">
            <Skeleton className="w-1/2" />
            <Skeleton className="w-2/3" />
          </div>
        </Loading>
      )}
    </Dialog>
  );
}

function Footer({ post, onClose }: { post: PostDetails; onClose: () => void }) {
  const mayWrite = useCan('social.write');
  const editing = useEditing(post);
  // What is typed is not what would go out: save or cancel first.
  if (editing) return <p className="w-full text-sm text-muted">Save or cancel your changes first.</p>;
  return mayWrite ? (
    <div className="w-full">
      <PostButtons post={post} inDialog onDeleted={onClose} />
    </div>
  ) : (
    <Button onClick={onClose}>Close</Button>
  );
}

function useEditing(post: PostDetails): boolean {
  const { params } = useAddress();
  const mayWrite = useCan('social.write');
  return params.edit === '1' && mayWrite && mayChange(post.state);
}

function Body({ post }: { post: PostDetails }) {
  const { set } = useAddress();
  const me = useMe();
  const zone = useZone();
  const mayWrite = useCan('social.write');
  const settings = useSocialSettings().data;
  const [typed, setTyped] = useState(() => editDraftOf(post.id)?.content ?? null);
  const editing = useEditing(post);
  const account = settings?.channels[post.platform].account?.name ?? me.organization.name;
  return (
    <div className="grid items-start gap-6 p-5 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <PostPreview
        platform={post.platform}
        account={account}
        content={(editing ? typed : null) ?? post.content}
        picture={pictureOf(post)}
        when={shortDateTime(mainTime(post).instant, zone)}
      />
      <div className="min-w-0 space-y-5">
        <div className="flex flex-wrap gap-1.5">
          <StateBadge post={post} />
          <ApprovalBadge post={post} />
        </div>
        <PostProblem post={post} />
        {editing ? (
          <EditPost
            post={post}
            onType={setTyped}
            onDone={() => {
              setTyped(null);
              set({ edit: undefined }, { replace: true });
            }}
          />
        ) : mayWrite && mayChange(post.state) ? (
          <Button onClick={() => set({ edit: '1' }, { replace: true })}>
            {editDraftOf(post.id) ? 'Continue editing' : 'Edit text'}
          </Button>
        ) : null}
        <div>
          <Facts post={post} />
          <p className="mt-2 text-sm text-muted">Times are in {zoneName(zone)}.</p>
        </div>
        {post.state === 'published' ? (
          <Part title="Engagement">
            <EngagementLine engagement={post.engagement} />
          </Part>
        ) : null}
        <Part title="Deliveries">
          <DeliveryLog post={post} />
        </Part>
      </div>
    </div>
  );
}

function Facts({ post }: { post: PostDetails }) {
  const zone = useZone();
  const { scheduledFor, publishedAt, createdAt, author, approval, permalink } = post;
  const at = (instant: string) => <time dateTime={instant}>{exactDateTime(instant, zone)}</time>;
  return (
    <dl className="space-y-2">
      {publishedAt ? <Fact label="Published">{at(publishedAt)}</Fact> : null}
      {scheduledFor && !publishedAt ? <Fact label="Scheduled for">{at(scheduledFor)}</Fact> : null}
      <Fact label="Written">
        {at(createdAt)}
        {author ? <span dir="auto">{` by ${author}`}</span> : null}
      </Fact>
      {approval?.state === 'approved' ? (
        <Fact label="Approved">
          {at(approval.at)}
          {approval.by ? <span dir="auto">{` by ${approval.by}`}</span> : null}
        </Fact>
      ) : null}
      {post.imageAlt ? (
        <Fact label="Picture">
          <span dir="auto">{post.imageAlt}</span>
        </Fact>
      ) : null}
      {permalink ? (
        <Fact label="Link">
          <a href={permalink} target="_blank" rel="noopener noreferrer" className="link break-all">
            {permalink}
          </a>
        </Fact>
      ) : null}
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="sm:grid sm:grid-cols-[112px_1fr]">
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-2 font-semibold">{title}</h3>
      {children}
    </section>
  );
}
