import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { messageSources, messages } from '#features/mail/server/tables.ts';
import { imapAccountOf } from '#features/organization/server/public.ts';
import type { JobContext } from '#server/context.ts';
import { DoNotRetry, job } from '#server/jobs/job.ts';
import { connectImap } from './connect.ts';
import { searchUids, sentFolderOf } from './folder-source.ts';

const payload = z.strictObject({ messageId: z.uuid() });

/**
 * Puts a message that was sent (by the id of our stored message) into the mailbox's Sent folder, read, unless the
 * provider has done so itself. Without a mailbox or a Sent folder it does nothing. Enqueue it once the mail has left.
 */
export const appendSent = job<typeof payload, JobContext>({
  name: 'mailbox.append-sent',
  scope: 'organization',
  payload,
  retries: 5,
  backoff: { delay: 10, max: 900 },
  timeout: 120,
  run: async ({ organization: context, services }, { messageId }) => {
    if (!context) throw new DoNotRetry('The job has no organization.');
    const account = await imapAccountOf(context, services.seal);
    if (!account) return;
    const [source] = await context.db
      .select({
        externalId: messages.messageId,
        format: messageSources.format,
        bytes: messageSources.bytes,
        sentAt: messages.sentAt,
      })
      .from(messages)
      .innerJoin(messageSources, eq(messageSources.messageId, messages.id))
      .where(eq(messages.id, messageId));
    if (source?.format !== 'rfc822') return;
    const client = await connectImap(account, services.config.allowPrivateHosts);
    try {
      const sent = await sentFolderOf(client);
      if (sent === null) return;
      await client.mailboxOpen(sent);
      const there =
        source.externalId !== null &&
        (await searchUids(client, { header: { 'message-id': `<${source.externalId}>` } })).length > 0;
      if (there) return;
      await client.append(sent, Buffer.from(source.bytes), ['\\Seen'], source.sentAt);
    } finally {
      client.close();
    }
  },
});
