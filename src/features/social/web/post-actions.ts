import { call, messageOf } from '#web/api.ts';
import { exactDateTime } from '#web/lib/dates.ts';
import { refresh } from '#web/query.ts';
import { toast } from '#web/toast.ts';
import { approvalApi } from '../approval-contract.ts';
import { type PostDetails, type SocialPost, socialApi } from '../contract.ts';
import { publishingApi } from '../publishing-contract.ts';
import { postQueries } from './post-queries.ts';
import { dropPost, patchPost, rememberPosts } from './use-posts.ts';

const { update, remove, createEntry } = socialApi.endpoints;
const { publish, schedule, queue, resolve, replay } = publishingApi.endpoints;
const { request, approve, decline } = approvalApi.endpoints;

/** Title and words of specification section 8. */
function failed(what: string, error: unknown): void {
  toast({
    title: 'Error',
    description: `Failed to ${what}: ${messageOf(error, 'Unknown error')}`,
    tone: 'danger',
  });
}

const paramsOf = ({ id }: Pick<PostDetails, 'id'>) => ({ params: { id } });

/** Shows what the server made of a post. @returns whether it did it */
async function act(
  what: string,
  run: () => Promise<SocialPost>,
  said: (post: SocialPost) => void,
): Promise<boolean> {
  try {
    const answer = await run();
    patchPost(answer.id, answer);
    said(answer);
    return true;
  } catch (error) {
    failed(what, error);
    return false;
  } finally {
    await refresh(postQueries);
  }
}

/** Publishes now; while the other side has not answered the card says 'Sending'. By hand it marks it as published. */
export function publishPost(post: PostDetails, permalink: string | null = null): Promise<boolean> {
  return act(
    'publish the post',
    () => call(publish, { ...paramsOf(post), body: permalink === null ? {} : { permalink } }),
    ({ state }) => {
      if (state === 'published') toast({ title: 'Post published!' });
    },
  );
}

/** Sets the time, or takes it back with null. */
export function schedulePost(post: PostDetails, at: string | null, zone: string): Promise<boolean> {
  return act(
    at === null ? 'unschedule the post' : 'schedule the post',
    () => call(schedule, { ...paramsOf(post), body: { scheduledFor: at } }),
    ({ scheduledFor }) =>
      toast(
        scheduledFor === null
          ? { title: 'Post unscheduled', description: 'It is a draft again.' }
          : { title: 'Post scheduled!', description: exactDateTime(scheduledFor, zone) },
      ),
  );
}

export function queuePost(post: PostDetails, zone: string): Promise<boolean> {
  return act(
    'schedule the post',
    () => call(queue, paramsOf(post)),
    ({ scheduledFor }) =>
      toast({
        title: 'Post scheduled!',
        ...(scheduledFor ? { description: exactDateTime(scheduledFor, zone) } : {}),
      }),
  );
}

export type PostChange = Partial<Pick<PostDetails, 'content' | 'imageAlt'>>;

/** Shows the change at once, and what was there before with the reason if the server refuses. */
export async function updatePost(post: PostDetails, change: PostChange): Promise<boolean> {
  const restore = await rememberPosts();
  patchPost(post.id, change);
  try {
    patchPost(post.id, await call(update, { ...paramsOf(post), body: change }));
    toast({ title: 'Post updated!' });
    return true;
  } catch (error) {
    restore();
    failed('update the post', error);
    return false;
  } finally {
    await refresh(postQueries);
  }
}

/** Takes it out of the lists at once, and puts it back with the reason if the server refuses. */
export async function deletePost(post: PostDetails): Promise<void> {
  const restore = await rememberPosts();
  dropPost(post.id);
  try {
    await call(remove, paramsOf(post));
    toast({ title: 'Post deleted!' });
  } catch (error) {
    restore();
    failed('delete the post', error);
  }
  await refresh(postQueries);
}

/** The same text and picture once more, as a draft. */
export async function duplicatePost(post: PostDetails, open: (id: string) => void): Promise<void> {
  const { platform, content, picture, imageUrl, imageAlt } = post;
  try {
    const [copy] = await call(createEntry, {
      body: {
        variants: [{ platform, content }],
        imageAlt,
        ...(picture ? { imageId: picture.id } : { imageUrl }),
      },
    });
    toast({
      title: 'Copied to your drafts',
      ...(copy ? { action: { label: 'Open', run: () => open(copy.id) } } : {}),
    });
  } catch (error) {
    failed('copy the post', error);
  }
  await refresh(postQueries);
}

export function resolvePost(post: PostDetails, published: boolean): Promise<boolean> {
  return act(
    'save what became of the post',
    () => call(resolve, { ...paramsOf(post), body: { published } }),
    () => toast({ title: published ? 'Post published!' : 'The post is a draft again' }),
  );
}

export function sendAgain(deliveryId: string): Promise<boolean> {
  return act(
    'send the post again',
    () => call(replay, { params: { id: deliveryId } }),
    ({ state }) => toast({ title: state === 'published' ? 'Post published!' : 'Sent again' }),
  );
}

export function askForApproval(post: PostDetails): Promise<boolean> {
  return act(
    'ask for approval',
    () => call(request, paramsOf(post)),
    () =>
      toast({
        title: 'Approval asked for',
        description: 'Who approves finds it behind the bell and in the mail.',
      }),
  );
}

export function approvePost(post: PostDetails): Promise<boolean> {
  return act(
    'approve the post',
    () => call(approve, { ...paramsOf(post), body: { updatedAt: post.updatedAt } }),
    () => toast({ title: 'Post approved' }),
  );
}

export function declinePost(post: PostDetails, note: string): Promise<boolean> {
  return act(
    'send the post back',
    () => call(decline, { ...paramsOf(post), body: { note: note || null } }),
    () => toast({ title: 'Sent back to its author' }),
  );
}
