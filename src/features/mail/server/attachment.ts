import { eq } from 'drizzle-orm';
import type { mailApi } from '#features/mail/contract.ts';
import type { Context } from '#server/context.ts';
import { Download } from '#server/http/route.ts';
import type { Input } from '#shared/endpoint.ts';
import { notFound } from '#shared/errors.ts';
import { readGmail, readRfc822 } from './reading/read-message.ts';
import { messageSources } from './tables.ts';

type Attachment = (typeof mailApi)['endpoints']['attachment'];

/**
 * A file of a message, read from what came in: files are not stored a second time. Sent to be saved, never to be shown:
 * what a stranger attached must not run in the hub's origin.
 */
export async function attachment({ db }: Context, { params }: Input<Attachment>): Promise<Download> {
  const [row] = await db.select().from(messageSources).where(eq(messageSources.messageId, params.id));
  if (!row || !/^\d{1,4}$/.test(params.attachmentId)) throw notFound('file');
  const message =
    row.format === 'rfc822'
      ? await readRfc822(row.bytes)
      : readGmail(JSON.parse(Buffer.from(row.bytes).toString('utf8')));
  const file = message.attachments[Number(params.attachmentId)];
  if (!file?.bytes) throw notFound('file');
  return new Download(file.bytes, 'application/octet-stream', file.name ?? 'attachment');
}
