import { wallClock } from '#shared/zoned-time.ts';
import { call, messageOf } from '#web/api.ts';
import { exactDateTime } from '#web/lib/dates.ts';
import { refresh } from '#web/query.ts';
import { toast } from '#web/toast.ts';
import type { PostDetails } from '../contract.ts';
import { publishingApi } from '../publishing-contract.ts';
import { chosenTime } from './chosen-time.ts';
import { postQueries } from './post-queries.ts';
import { patchPost, rememberPosts } from './use-posts.ts';

export interface Move {
  at: Date;
  /** Why it cannot be moved there; null = it can. */
  fault: string | null;
}

/** Where a post would go on another day: the same time of day on the clock there. Null when it has no time. */
export function moveTo(post: PostDetails, day: string, zone: string, now: Date): Move | null {
  if (!post.scheduledFor) return null;
  const clock = wallClock(new Date(post.scheduledFor), zone).slice(11);
  const chosen = chosenTime(day, clock, zone);
  if (!chosen) return null;
  return { at: chosen.at, fault: chosen.at <= now ? 'This time has passed' : null };
}

function refused(error: unknown): void {
  toast({
    title: 'Error',
    description: `Failed to schedule the post: ${messageOf(error, 'Unknown error')}`,
    tone: 'danger',
  });
}

async function setTime(post: PostDetails, at: string): Promise<boolean> {
  const restore = await rememberPosts();
  patchPost(post.id, { scheduledFor: at });
  try {
    patchPost(
      post.id,
      await call(publishingApi.endpoints.schedule, { params: { id: post.id }, body: { scheduledFor: at } }),
    );
    return true;
  } catch (error) {
    restore();
    refused(error);
    return false;
  } finally {
    await refresh(postQueries);
  }
}

/** Shows the post on its new day at once; the toast takes it back. */
export async function movePost(post: PostDetails, day: string, zone: string): Promise<void> {
  const before = post.scheduledFor;
  const move = moveTo(post, day, zone, new Date());
  if (!move || !before || move.at.toISOString() === before) return;
  if (move.fault) {
    toast({
      title: 'The post was not moved',
      description: `${move.fault}. Choose a later day.`,
      tone: 'danger',
    });
    return;
  }
  const at = move.at.toISOString();
  if (!(await setTime(post, at))) return;
  toast({
    title: 'Post scheduled!',
    description: exactDateTime(at, zone),
    durationMs: 8000,
    action: {
      label: 'Undo',
      run: async () => {
        await setTime({ ...post, scheduledFor: at }, before);
      },
    },
  });
}
