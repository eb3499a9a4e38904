import { and, count, desc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { organizations } from '#features/organization/server/tables.ts';
import type { FailedJob, OutboxMail, platformApi } from '#features/platform/contract.ts';
import type { Context } from '#server/context.ts';
import { outgoingMail } from '#server/db/tables.ts';
import type { Reply } from '#server/http/route.ts';
import { cursorPart, decodeCursor, encodeCursor, pageReply } from '#server/page.ts';
import type { Input } from '#shared/endpoint.ts';

type Outbox = (typeof platformApi)['endpoints']['outbox'];

/** What tenants write to people is theirs alone: the platform's owner sees mail about accounts only. */
const accountMail = eq(outgoingMail.purpose, 'account');

/**
 * Account mails. Only what was kept for want of a mail server has its text, so that such an installation can be used at
 * all; what went to its reader, or should have, is the reader's. Reading is on record.
 */
export async function outbox(context: Context, { query }: Input<Outbox>): Promise<Reply<OutboxMail[]>> {
  const after = decodeCursor(query.cursor, z.tuple([cursorPart.id]));
  const { rows, total } = await context.services.asPlatform(
    'the platform owner reads the outbox',
    async (tx) => ({
      rows: await tx.db
        .select({
          id: outgoingMail.id,
          createdAt: outgoingMail.createdAt,
          organization: organizations.name,
          recipient: outgoingMail.recipient,
          subject: outgoingMail.subject,
          body: outgoingMail.body,
          state: outgoingMail.state,
          reason: outgoingMail.reason,
        })
        .from(outgoingMail)
        .innerJoin(organizations, eq(organizations.id, outgoingMail.organizationId))
        .where(and(accountMail, after ? sql`${outgoingMail.id} < ${after[0]}::uuid` : undefined))
        .orderBy(desc(outgoingMail.id))
        .limit(query.limit + 1),
      total: (await tx.db.select({ total: count() }).from(outgoingMail).where(accountMail))[0]?.total ?? 0,
    }),
  );
  await context.tx((tx) => tx.audit({ action: 'outbox.read' }));
  const items = rows.map((mail) => ({
    ...mail,
    createdAt: mail.createdAt.toISOString(),
    body: mail.state === 'kept' && mail.body !== null ? context.services.gate.textOf(mail.body) : '',
  }));
  return pageReply({
    items,
    limit: query.limit,
    total,
    path: '/api/tenant/saas/outbox',
    query,
    cursorOf: (last) => encodeCursor([last.id]),
  });
}

/** Jobs that failed for good, of all organizations: names and errors, no payload. */
export async function failedJobs(context: Context): Promise<FailedJob[]> {
  const letters = await context.services.failedJobs();
  return letters.map((letter) => ({
    id: letter.id,
    name: letter.job,
    failedAt: letter.failedAt.toISOString(),
    organizationId: letter.organizationId,
    error: letter.error.slice(0, 2000),
  }));
}
