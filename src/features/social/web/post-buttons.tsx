import { Ellipsis } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { shortDateTime } from '#web/lib/dates.ts';
import { useCan, useZone } from '#web/session.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Menu, MenuItem, MenuSeparator } from '#web/ui/menu.tsx';
import { ReasonDialog } from '#web/ui/reason-dialog.tsx';
import { type PostDetails, postLimits } from '../contract.ts';
import { mayChange } from '../post-state.ts';
import {
  approvePost,
  askForApproval,
  declinePost,
  deletePost,
  duplicatePost,
  publishPost,
  queuePost,
  resolvePost,
  schedulePost,
} from './post-actions.ts';
import { useOpenPost } from './use-open-post.ts';
import { useSocialSettings } from './use-posts.ts';

const ScheduleDialog = lazy(async () => ({
  default: (await import('./schedule-dialog.tsx')).ScheduleDialog,
}));
const ByHandDialog = lazy(async () => ({ default: (await import('./by-hand-dialog.tsx')).ByHandDialog }));

interface PostButtonsProps {
  post: PostDetails;
  /** What else is said when it is deleted, such as closing its dialog. */
  onDeleted?: () => void;
  /** The dialog of the post is open already: no entry for opening it. */
  inDialog?: boolean;
}

/** What can be done with a post in its state, by who is looking at it; nothing for those who may only read. */
export function PostButtons({ post, onDeleted, inDialog = false }: PostButtonsProps) {
  const mayWrite = useCan('social.write');
  const zone = useZone();
  const settings = useSocialSettings().data;
  const open = useOpenPost();
  const [asking, setAsking] = useState<'schedule' | 'hand' | 'delete' | 'decline' | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  if (!mayWrite) return null;

  const channel = settings?.channels[post.platform];
  const { state, approval } = post;
  const change = mayChange(state);
  const known = change && state !== 'unknown';
  const held = settings?.requireApproval === true && !settings.mayApprove && approval?.state !== 'approved';
  const decides = known && settings?.mayApprove === true && approval?.state === 'pending';

  async function run(said: string, action: () => Promise<unknown>): Promise<void> {
    setBusy(said);
    await action();
    setBusy(null);
  }
  const close = () => setAsking(null);

  return (
    <div className="flex flex-wrap items-center gap-2">
      {state === 'unknown' ? (
        <>
          <Button
            busy={busy === 'out' && 'Saving...'}
            onClick={() => void run('out', () => resolvePost(post, true))}
          >
            It is published
          </Button>
          <Button
            busy={busy === 'not out' && 'Saving...'}
            onClick={() => void run('not out', () => resolvePost(post, false))}
          >
            It is not there
          </Button>
        </>
      ) : null}
      {decides ? (
        <>
          <Button
            look="primary"
            busy={busy === 'approve' && 'Approving...'}
            onClick={() => void run('approve', () => approvePost(post))}
          >
            Approve
          </Button>
          <Button onClick={() => setAsking('decline')}>Send back</Button>
        </>
      ) : null}
      {known && !decides ? (
        <>
          {held ? (
            approval?.state === 'pending' ? null : (
              <Button
                busy={busy === 'ask' && 'Asking...'}
                onClick={() => void run('ask', () => askForApproval(post))}
              >
                Request approval
              </Button>
            )
          ) : (
            <Button
              disabled={!channel}
              busy={busy === 'publish' && 'Publishing...'}
              onClick={() =>
                channel?.mode === 'by_hand' ? setAsking('hand') : void run('publish', () => publishPost(post))
              }
            >
              Publish Now
            </Button>
          )}
          <Button onClick={() => setAsking('schedule')}>
            {state === 'scheduled' ? 'Reschedule' : 'Schedule'}
          </Button>
        </>
      ) : null}
      <Menu
        trigger={
          <IconButton label="More actions" className="ml-auto">
            <Ellipsis size={17} aria-hidden />
          </IconButton>
        }
      >
        {inDialog ? null : <MenuItem onSelect={() => open(post.id)}>Open</MenuItem>}
        {change ? <MenuItem onSelect={() => open(post.id, { edit: true })}>Edit</MenuItem> : null}
        {decides ? <MenuItem onSelect={() => setAsking('schedule')}>Reschedule</MenuItem> : null}
        {known && channel?.nextSlot ? (
          <MenuItem onSelect={() => void run('queue', () => queuePost(post, zone))}>
            <span>
              Add to queue
              <span className="block text-xs text-muted">{shortDateTime(channel.nextSlot, zone)}</span>
            </span>
          </MenuItem>
        ) : null}
        {state === 'scheduled' ? (
          <MenuItem onSelect={() => void run('unschedule', () => schedulePost(post, null, zone))}>
            Unschedule
          </MenuItem>
        ) : null}
        <MenuItem onSelect={() => void run('copy', () => duplicatePost(post, open))}>
          Duplicate as draft
        </MenuItem>
        {change ? (
          <>
            <MenuSeparator />
            <MenuItem className="text-danger-text" onSelect={() => setAsking('delete')}>
              Delete
            </MenuItem>
          </>
        ) : null}
      </Menu>
      <Suspense fallback={null}>
        {asking === 'schedule' ? <ScheduleDialog post={post} onClose={close} /> : null}
        {asking === 'hand' ? <ByHandDialog post={post} onClose={close} /> : null}
      </Suspense>
      {asking === 'decline' ? (
        <ReasonDialog
          title="Send the post back?"
          text="Its author sees your note. The post stays as it is, and does not go out."
          label="Note"
          hint="What should be different. Optional."
          action="Send back"
          busy="Sending back..."
          least={0}
          most={postLimits.note}
          tooShort=""
          onConfirm={async (note) => {
            await declinePost(post, note);
          }}
          onClose={close}
        />
      ) : null}
      <ConfirmDialog
        open={asking === 'delete'}
        title="Delete post"
        text="Are you sure you want to permanently delete this post? This action cannot be undone."
        action="Delete"
        onConfirm={() => {
          close();
          onDeleted?.();
          void deletePost(post);
        }}
        onClose={close}
      />
    </div>
  );
}
