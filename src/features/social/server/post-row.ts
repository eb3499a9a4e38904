import { eq } from 'drizzle-orm';
import { driveThumbnail } from '#features/images/location-picture.ts';
import { type PictureUrls, pictureUrls } from '#features/images/server/public.ts';
import type { Approval, PostDetails, SocialPost } from '#features/social/contract.ts';
import type { OrganizationContext } from '#server/context.ts';
import { notFound } from '#shared/errors.ts';
import { socialPosts } from './tables.ts';

export type PostRow = typeof socialPosts.$inferSelect;

type Reading = Pick<OrganizationContext, 'db' | 'organizationId' | 'services'>;

function iso(at: Date | null): string | null {
  return at?.toISOString() ?? null;
}

/** Addresses of the pictures of these posts, with one query at most. */
function picturesOf(context: Reading, rows: readonly PostRow[]): Promise<Map<string, PictureUrls>> {
  return pictureUrls(
    context,
    rows.flatMap(({ imageId }) => imageId ?? []),
  );
}

function post(row: PostRow, picture: PictureUrls | undefined): SocialPost {
  return {
    id: row.id,
    platform: row.platform,
    content: row.content,
    status: row.state === 'published' ? 'published' : 'unpublished',
    state: row.state,
    scheduledFor: iso(row.scheduledFor),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    publishedAt: iso(row.publishedAt),
    permalink: row.permalink,
    failureReason: row.failureReason,
    imageUrl: picture?.url ?? (row.imageUrl === null ? null : driveThumbnail(row.imageUrl)),
    imageAlt: row.imageAlt,
    engagement: row.engagement,
  };
}

export function approvalOut(row: PostRow, now: Date): Approval | null {
  if (row.approvalState === null || row.approvalAt === null || row.approvalExpiresAt === null) return null;
  const expired = row.approvalState === 'pending' && row.approvalExpiresAt <= now;
  return {
    state: expired ? 'expired' : row.approvalState,
    by: row.approvalBy,
    at: row.approvalAt.toISOString(),
    note: row.approvalNote,
    expiresAt: row.approvalExpiresAt.toISOString(),
  };
}

function details(row: PostRow, picture: PictureUrls | undefined, now: Date): PostDetails {
  return {
    ...post(row, picture),
    entryId: row.entryId,
    failureFix: row.failureFix,
    nextTryAt: iso(row.nextTryAt),
    isDueByHand: row.isDueByHand,
    approval: approvalOut(row, now),
    picture:
      picture && row.imageId !== null
        ? {
            id: row.imageId,
            url: picture.url,
            thumbUrl: picture.thumbUrl,
            width: picture.width,
            height: picture.height,
          }
        : null,
    author: row.author,
    publishedBy: row.publishedBy,
  };
}

/** Posts as the specification's calls give them. */
export async function postsOut(context: Reading, rows: readonly PostRow[]): Promise<SocialPost[]> {
  const pictures = await picturesOf(context, rows);
  return rows.map((row) => post(row, pictures.get(row.imageId ?? '')));
}

/** Posts as the screens list them. */
export async function detailsOut(context: Reading, rows: readonly PostRow[]): Promise<PostDetails[]> {
  const pictures = await picturesOf(context, rows);
  const now = context.services.clock.now();
  return rows.map((row) => details(row, pictures.get(row.imageId ?? ''), now));
}

export async function postOut(context: Reading, row: PostRow): Promise<SocialPost> {
  const [out] = await postsOut(context, [row]);
  if (!out) throw new Error('One row makes one post.');
  return out;
}

/** A post of this organization. @throws AppError not_found */
export async function findPost({ db }: Pick<OrganizationContext, 'db'>, id: string): Promise<PostRow> {
  const [row] = await db.select().from(socialPosts).where(eq(socialPosts.id, id));
  if (!row) throw notFound('post');
  return row;
}

/** The same, locked until the transaction ends. @throws AppError not_found */
export async function lockPost({ db }: Pick<OrganizationContext, 'db'>, id: string): Promise<PostRow> {
  const [row] = await db.select().from(socialPosts).where(eq(socialPosts.id, id)).for('update');
  if (!row) throw notFound('post');
  return row;
}

/** Writes columns of a locked post. @returns the post as it is then */
export async function writePost(
  { db }: Pick<OrganizationContext, 'db'>,
  id: string,
  columns: Partial<typeof socialPosts.$inferInsert>,
): Promise<PostRow> {
  const [row] = await db.update(socialPosts).set(columns).where(eq(socialPosts.id, id)).returning();
  if (!row) throw new Error('A locked post disappeared.');
  return row;
}
