import { ApiError, call, messageOf } from '#web/api.ts';
import { exactDateTime } from '#web/lib/dates.ts';
import { refresh } from '#web/query.ts';
import { toast } from '#web/toast.ts';
import { socialApi } from '../contract.ts';
import { chosenTime } from './chosen-time.ts';
import { textOf } from './compose-checks.ts';
import { clearDraft, composeDraft } from './compose-draft.ts';
import { postQueries } from './post-queries.ts';

/** Saves what was written as one post with its variants. @returns why it was not, or null */
export async function saveDraft(zone: string): Promise<string | null> {
  const draft = composeDraft();
  const { platforms, picture, alt, when, date, time } = draft;
  try {
    const posts = await call(socialApi.endpoints.createEntry, {
      body: {
        variants: platforms.map((platform) => ({ platform, content: textOf(draft, platform).trim() })),
        ...(picture ? { imageId: picture.id, imageAlt: alt.trim() || null } : {}),
        when:
          when === 'next_slot'
            ? 'next_slot'
            : when === 'at'
              ? (chosenTime(date, time, zone)?.at.toISOString() ?? null)
              : null,
      },
    });
    clearDraft();
    const at = posts[0]?.scheduledFor;
    const title = posts.length === 1 ? 'Post scheduled!' : `${posts.length} posts scheduled!`;
    toast(
      at
        ? { title, description: exactDateTime(at, zone) }
        : { title: posts.length === 1 ? 'Draft saved' : `${posts.length} drafts saved` },
    );
    await refresh(postQueries);
    return null;
  } catch (error) {
    const [issue] = error instanceof ApiError ? error.issues : [];
    return issue?.message ?? messageOf(error, 'The post was not saved. Try again in a moment.');
  }
}
