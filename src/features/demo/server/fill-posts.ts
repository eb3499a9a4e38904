import { countUsage } from '#features/billing/server/public.ts';
import { platform } from '#features/social/platforms.ts';
import { searchedText } from '#features/social/server/public.ts';
import { socialPostCounts, socialPostSearch, socialPosts } from '#features/social/server/tables.ts';
import type { Hub } from '#server/hub.ts';
import { newId } from '#server/ids.ts';
import { jobContext } from '#server/organization-context.ts';
import { demoTimezone, instantAt } from './moment.ts';
import { type DemoPost, demoPosts } from './posts.ts';
import { colleagues } from './team.ts';

type NewPost = typeof socialPosts.$inferInsert;

/** Gives the demo tenant its social posts, in one transaction; one that ever had posts gets none. */
export async function fillPosts(
  hub: Hub,
  organizationId: string,
  userIds: ReadonlyMap<string, string>,
  now: Date,
): Promise<void> {
  await jobContext(hub, organizationId).tx(async (tx) => {
    const { db } = tx;
    // Counters stay when posts go, so that deleted samples do not come back.
    const [known] = await db.select().from(socialPostCounts).limit(1);
    if (known) return;
    const rows = demoPosts.flatMap((post) => rowsOf(post, userIds, now));
    await db.insert(socialPosts).values(rows);
    await db
      .insert(socialPostSearch)
      .values(rows.map((row) => ({ postId: row.id, searchText: searchedText(row.content, row.platform) })));
    for (const { createdAt, publishedAt } of rows) {
      await countUsage(tx, demoTimezone, createdAt, { posts_created: 1 });
      if (publishedAt) await countUsage(tx, demoTimezone, publishedAt, { posts_published: 1 });
    }
  });
}

function rowsOf(post: DemoPost, userIds: ReadonlyMap<string, string>, now: Date): NewPost[] {
  const entryId = newId();
  const { firstName, lastName, email } = colleagues[post.by];
  const createdAt = instantAt(post.written, now);
  const at = post.at ? instantAt(post.at, now) : null;
  return platform.options.flatMap((target) => {
    const content = post.texts[target];
    if (content === undefined) return [];
    const figures = post.figures?.[target];
    return [
      {
        id: newId(),
        entryId,
        platform: target,
        content,
        createdAt,
        updatedAt: figures && at ? at : createdAt,
        scheduledFor: at,
        authorId: userIds.get(email) ?? null,
        author: `${firstName} ${lastName}`,
        ...stateOf(post, at, now),
        engagement: figures ? { ...figures, source: 'sample' as const } : null,
      },
    ];
  });
}

function stateOf(
  { failed, figures }: DemoPost,
  at: Date | null,
  now: Date,
): Pick<NewPost, 'state' | 'publishedAt' | 'publishedBy' | 'failureReason' | 'failureFix'> {
  if (failed) return { state: 'failed', failureReason: failed.reason, failureFix: failed.fix };
  if (figures) return { state: 'published', publishedAt: at, publishedBy: 'by_hand' };
  return { state: at !== null && at > now ? 'scheduled' : 'draft' };
}
