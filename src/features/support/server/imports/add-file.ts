import { eq } from 'drizzle-orm';
import { importLimits, type importsApi, type Source } from '#features/support/imports-contract.ts';
import { knowledgeChanged } from '#features/support/knowledge-contract.ts';
import type { Context } from '#server/context.ts';
import type { RawInput } from '#server/http/route.ts';
import { newId } from '#server/ids.ts';
import { Slots } from '#server/slots.ts';
import type { Input } from '#shared/endpoint.ts';
import { AppError } from '#shared/errors.ts';
import { sources } from '../source-tables.ts';
import { DocumentRefused, type ReadDocument } from './document-refused.ts';
import { readDocument, typeOfFile } from './read-document.ts';
import { findSource, refuseMore } from './sources.ts';
import { writeDocument } from './write-document.ts';

type Endpoint = (typeof importsApi)['endpoints']['addFile'];

/**
 * Brings in a file as a draft. A file that cannot be taken is no failure of the call: it is in the list with its reason.
 * @throws AppError conflict when the list is full, unsupported_type when no file was sent
 */
export async function addFile(
  context: Context,
  { query, raw }: Input<Endpoint> & { raw: RawInput | null },
): Promise<Source> {
  if (!raw) throw new AppError('unsupported_type', 'Send the file itself as application/octet-stream.');
  const name = query.name.split(/[/\\]/).at(-1)?.trim() || 'file';
  await refuseMore(context, 'file');
  const read = await take(name, query.size ?? 0, raw.stream);
  const { actor } = context.session;
  const now = context.services.clock.now();
  return context.tx(async (tx) => {
    await refuseMore(tx, 'file');
    const [source] = await tx.db
      .insert(sources)
      .values({
        id: newId(),
        kind: 'file',
        name,
        state: 'refused',
        reason: read instanceof DocumentRefused ? read.message : null,
        createdBy: actor,
        createdAt: now,
      })
      .returning();
    if (!source) throw new Error('A file was not noted.');
    if (!(read instanceof DocumentRefused))
      await tx.db
        .update(sources)
        .set(await writeDocument(tx, source, read, { actor, now }))
        .where(eq(sources.id, source.id));
    await tx.audit({ action: 'knowledge.file-added', subject: source.id, details: { name } });
    tx.emit(knowledgeChanged, { id: null });
    return findSource(tx, source.id);
  });
}

/** Files that are in memory at once. Those in line are not read yet: their senders wait. */
const reading = new Slots({
  atOnce: 2,
  longestLine: 20,
  refusal: 'Many files are being read at this moment. Try again in a minute.',
});

async function take(
  name: string,
  declared: number,
  stream: AsyncIterable<Uint8Array>,
): Promise<ReadDocument | DocumentRefused> {
  try {
    const type = typeOfFile(name);
    if (declared > importLimits.bytes) throw tooLarge();
    return await reading.take(async () => {
      const bytes = await readAll(stream);
      if (bytes.length === 0) throw new DocumentRefused('This file is empty.');
      return readDocument(name, type, bytes, null);
    });
  } catch (error) {
    if (error instanceof DocumentRefused) return error;
    throw error;
  }
}

function tooLarge(): DocumentRefused {
  return new DocumentRefused(
    `This file is larger than ${importLimits.bytes / 1024 / 1024} MB. Divide it, or leave out its pictures, and bring in the parts.`,
  );
}

/** What comes beyond the limit is thrown away as it comes, so that the sender gets the answer. */
async function readAll(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size <= importLimits.bytes) chunks.push(chunk);
    else chunks.length = 0;
  }
  if (size > importLimits.bytes) throw tooLarge();
  return Buffer.concat(chunks);
}
