import { and, eq, inArray, ne } from 'drizzle-orm';
import { notify } from '#features/notifications/server/public.ts';
import { organizations, users } from '#features/organization/server/tables.ts';
import { platformRules } from '#features/social/platforms.ts';
import type { Context, OrganizationContext, Tx } from '#server/context.ts';
import { prettyInstant } from '#server/format.ts';
import { newToken, tokenHash } from '#server/ids.ts';
import type { ComposedMail } from '#server/integrations/outgoing-mail.ts';
import { AppError } from '#shared/errors.ts';
import { approvalEnd } from './approval-rules.ts';
import type { SettingsRow } from './channels.ts';
import type { PostRow } from './post-row.ts';
import { socialPosts } from './tables.ts';

/** Approvers who are written to; more would be a circular. */
const mostApprovers = 10;

type Asked = Pick<PostRow, 'id' | 'platform' | 'content' | 'scheduledFor'>;

/** Everything of a request that is made before its transaction: links and mails. */
export interface ApprovalRequest {
  tokens: ReadonlyMap<string, string>;
  mails: ComposedMail[];
  approverIds: string[];
}

/**
 * Makes the links and the mails that ask for approval of posts, one mail for all of them to each who may approve.
 * @throws AppError conflict when nobody can approve
 */
export async function prepareRequest(
  context: Context,
  posts: readonly Asked[],
  settings: SettingsRow,
): Promise<ApprovalRequest> {
  const approvers = await approversOf(context, settings);
  if (approvers.length === 0)
    throw new AppError(
      'conflict',
      'Nobody can approve posts: the approver is deactivated or may only read. An admin can choose another in Admin, Integrations.',
    );
  const tokens = new Map(posts.map(({ id }) => [id, newToken('hubl', context.organizationId)]));
  const [organization] = await context.db
    .select({ name: organizations.name })
    .from(organizations)
    .where(eq(organizations.id, context.organizationId));
  const text = textOf(context, posts, tokens, organization?.name ?? '');
  const mails: ComposedMail[] = [];
  for (const { firstName, lastName, email } of approvers) {
    const composed = await context.services.gate.compose(context, {
      purpose: 'post_approval',
      to: [{ name: `${firstName} ${lastName}`.trim(), address: email }],
      subject:
        posts.length === 1
          ? 'A post waits for your approval'
          : `${posts.length} posts wait for your approval`,
      text,
      by: context.session.actor,
      orHeld: true,
    });
    mails.push(composed);
  }
  return { tokens, mails, approverIds: approvers.map(({ id }) => id) };
}

/** Who is asked, and may decide by the link of the mail. */
export async function approversOf(
  { db }: Pick<OrganizationContext, 'db'>,
  { approverId }: SettingsRow,
): Promise<(typeof users.$inferSelect)[]> {
  const who = approverId === null ? inArray(users.role, ['owner', 'admin']) : eq(users.id, approverId);
  return db
    .select()
    .from(users)
    .where(and(who, eq(users.isActive, true), ne(users.role, 'viewer')))
    .orderBy(users.createdAt, users.id)
    .limit(mostApprovers);
}

function textOf(
  { services, session }: Context,
  posts: readonly Asked[],
  tokens: ReadonlyMap<string, string>,
  organization: string,
): string {
  const parts = posts.map(({ id, platform, content, scheduledFor }) => {
    const when = scheduledFor ? `, to go out ${prettyInstant(scheduledFor, session.timezone)}` : '';
    return [
      `${platformRules[platform].name}${when}:`,
      '',
      content,
      '',
      `Approve it or send it back: ${services.config.publicUrl}/post-approval/${tokens.get(id) ?? ''}`,
    ].join('\n');
  });
  return [`${session.actor} of ${organization} asks you to approve:`, ...parts].join('\n\n');
}

/**
 * Writes a request: the posts wait, the approvers have it behind their bell and in their mail.
 * @returns ids of the mails; hand them to `deliverSoon` after the commit
 */
export async function writeRequest(
  context: Context,
  tx: Tx,
  posts: readonly Asked[],
  request: ApprovalRequest,
): Promise<string[]> {
  const { services, session } = context;
  const now = services.clock.now();
  for (const { id, scheduledFor } of posts) {
    const token = request.tokens.get(id);
    if (token === undefined) throw new Error('A post was left out of its own request.');
    await tx.db
      .update(socialPosts)
      .set({
        approvalState: 'pending',
        approvalToken: tokenHash(token),
        approvalAt: now,
        approvalExpiresAt: approvalEnd(scheduledFor, now),
        approvalBy: null,
        approvalNote: null,
      })
      .where(eq(socialPosts.id, id));
    for (const userId of request.approverIds) {
      await notify(
        tx,
        {
          kind: 'post_approval',
          userId,
          title: 'A post waits for your approval',
          text: `${session.actor} asks you to approve a post.`,
          threadId: null,
          postId: id,
          key: `post-approval:${id}:${tokenHash(token)}:${userId}`,
        },
        now,
      );
    }
  }
  const ids: string[] = [];
  for (const composed of request.mails) {
    const { row } = await services.gate.send(tx, composed);
    if (row.state === 'queued') ids.push(row.id);
  }
  return ids;
}

export function deliverAll({ services, organizationId }: Context, mailIds: readonly string[]): void {
  for (const id of mailIds) services.gate.deliverSoon(organizationId, id);
}
