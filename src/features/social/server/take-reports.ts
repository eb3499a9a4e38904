import { eq } from 'drizzle-orm';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import type { z } from 'zod';
import { countUsage } from '#features/billing/server/public.ts';
import { organizationBySlug } from '#features/organization/server/public.ts';
import { organizations } from '#features/organization/server/tables.ts';
import { socialPostPublished, socialPostsChanged } from '#features/social/contract.ts';
import {
  automationReport,
  type socialIngestApi,
  type socialWebhookApi,
} from '#features/social/incoming-contract.ts';
import type { Context, OrganizationContext, PublicContext, Tx } from '#server/context.ts';
import { type Bodies, type SignedInput, signedOf } from '#server/http/route.ts';
import type { Input } from '#shared/endpoint.ts';
import { AppError, notFound } from '#shared/errors.ts';
import { readChannels, webhookOf } from './channels.ts';
import type { PostRow } from './post-row.ts';
import { freshTries } from './schedule-post.ts';
import { socialDeliveries, socialPosts, socialReports } from './tables.ts';

type Ingest = (typeof socialIngestApi)['endpoints']['engagement'];
type Report = (typeof socialWebhookApi)['endpoints']['report'];

interface Figures {
  likes: number;
  comments: number;
  shares: number;
  reach?: number | null | undefined;
}

interface WhichPost {
  postId?: string | undefined;
  permalink?: string | null | undefined;
}

/** Figures of a published post from a key of the organization. @throws AppError not_found */
export async function takeEngagement(context: Context, { body }: Input<Ingest>): Promise<undefined> {
  await context.tx(async (tx) => {
    const post = await postOf(tx, body);
    if (post?.state !== 'published') throw notFound('post');
    await writeFigures(tx, post, body, context.services.clock.now());
    tx.emit(socialPostsChanged, { id: post.id });
  });
  return undefined;
}

async function postOf({ db }: Pick<Tx, 'db'>, which: WhichPost): Promise<PostRow | null> {
  const where = which.postId
    ? eq(socialPosts.id, which.postId)
    : eq(socialPosts.permalink, which.permalink ?? '');
  const [row] = await db.select().from(socialPosts).where(where).limit(1).for('update');
  return row ?? null;
}

/** Figures as of an instant; older ones that arrive late change nothing. */
async function writeFigures(
  { db }: Pick<Tx, 'db'>,
  post: PostRow,
  figures: Figures,
  at: Date,
): Promise<void> {
  if (post.engagementAt !== null && post.engagementAt > at) return;
  const { likes, comments, shares, reach } = figures;
  await db
    .update(socialPosts)
    .set({
      engagement: { likes, comments, shares, reach: reach ?? null, source: 'platform' },
      engagementAt: at,
    })
    .where(eq(socialPosts.id, post.id));
}

/**
 * A report of the automation under the secret of the outgoing webhook (Standard Webhooks: 300 s of clock difference, two
 * secrets while they change). Each event has its effect once; reports in any order end in the same state.
 * @throws AppError unauthenticated for a wrong signature, not_configured without a secret, not_found
 */
export async function takeReport(
  context: PublicContext,
  input: Input<Report> & Bodies,
): Promise<Record<string, never>> {
  const signed = signedOf(input);
  const organizationId = await organizationBySlug(
    context.database.readAsPlatform('a report names the organization that it is for'),
    input.params.slug,
  );
  if (organizationId === null) throw notFound('organization');
  const own = context.organization(organizationId);
  const [organization] = await own.db.select({ timezone: organizations.timezone }).from(organizations);
  if (!organization) throw notFound('organization');
  const { settings } = await readChannels(own);
  const webhook = webhookOf(context, settings);
  if (!webhook)
    throw new AppError('not_configured', 'No webhook secret is set here, so that no report can be checked.');
  const event = verified(signed, webhook.secrets);
  const report = automationReport.safeParse(event);
  if (!report.success)
    throw new AppError(
      'invalid',
      'The report is not one that the hub knows: see the API page for its fields.',
    );
  const { 'webhook-id': eventId = '', 'webhook-timestamp': seconds = '0' } = signed.headers;
  if (eventId.length > longestEventId)
    throw new AppError('invalid', `A webhook-id has at most ${longestEventId} characters.`);
  await takeOnce(own, {
    eventId,
    sentAt: new Date(Number.parseInt(seconds, 10) * 1000),
    timezone: organization.timezone,
    report: report.data,
  });
  return {};
}

const longestEventId = 300;

/** The automation was faster with its report than with its answer: the try that is under way has its outcome. */
async function settleTry(tx: Tx, { id, platform }: PostRow, deliveryId: string): Promise<void> {
  const [settled] = await tx.db
    .update(socialDeliveries)
    .set({ outcome: 'published' })
    .where(eq(socialDeliveries.id, deliveryId))
    .returning({ cause: socialDeliveries.cause });
  if (settled?.cause === 'schedule') tx.emit(socialPostPublished, { id, platform });
}

interface TakenReport {
  eventId: string;
  sentAt: Date;
  timezone: string;
  report: z.output<typeof automationReport>;
}

async function takeOnce(
  context: OrganizationContext,
  { eventId, sentAt, timezone, report }: TakenReport,
): Promise<void> {
  const now = context.services.clock.now();
  await context.tx(async (tx) => {
    const [first] = await tx.db
      .insert(socialReports)
      .values({ eventId, receivedAt: now })
      .onConflictDoNothing()
      .returning();
    if (!first) return;
    const post = await postOf(tx, report.data);
    if (!post) throw notFound('post');
    if (report.type === 'social_post.engagement') await writeFigures(tx, post, report.data, sentAt);
    else await writePublished(tx, post, report.data.permalink ?? report.data.url ?? null, now, timezone);
    tx.emit(socialPostsChanged, { id: post.id });
  });
}

/** The automation has confirmed: whatever the hub thought of the post, it is out. */
async function writePublished(
  tx: Tx,
  post: PostRow,
  permalink: string | null,
  now: Date,
  timezone: string,
): Promise<void> {
  const isNew = post.state !== 'published';
  await tx.db
    .update(socialPosts)
    .set({
      permalink: permalink ?? post.permalink,
      ...(isNew
        ? {
            ...freshTries,
            state: 'published',
            publishedAt: now,
            publishedBy: 'webhook',
            claimId: null,
            claimedAt: null,
          }
        : {}),
      updatedAt: now,
    })
    .where(eq(socialPosts.id, post.id));
  if (!isNew) return;
  await countUsage(tx, timezone, now, { posts_published: 1 });
  if (post.claimId !== null) await settleTry(tx, post, post.claimId);
}

function verified({ bytes, headers }: SignedInput, secrets: readonly string[]): unknown {
  for (const secret of secrets) {
    try {
      return new Webhook(secret).verify(bytes, { ...headers });
    } catch (error) {
      if (error instanceof SyntaxError) throw new AppError('invalid', 'The body is not valid JSON.');
      if (!(error instanceof WebhookVerificationError)) throw error;
    }
  }
  throw new AppError('unauthenticated', 'The signature of this report is not right, or it is too old.');
}
