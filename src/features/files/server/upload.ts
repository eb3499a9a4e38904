import type { filesApi, UploadedFile } from '#features/files/contract.ts';
import { fileLimit } from '#features/files/contract.ts';
import type { Context } from '#server/context.ts';
import { tooLarge } from '#server/http/errors.ts';
import type { RawInput } from '#server/http/route.ts';
import { newId } from '#server/ids.ts';
import type { Input } from '#shared/endpoint.ts';
import { AppError } from '#shared/errors.ts';
import { files } from './tables.ts';

type Upload = (typeof filesApi)['endpoints']['upload'];

/** Takes a file: first its bytes are safe, then its row is written. */
export async function upload(
  context: Context,
  { query, raw }: Input<Upload> & { raw: RawInput | null },
): Promise<UploadedFile> {
  if (!raw) throw new AppError('unsupported_type', 'Send the file itself as application/octet-stream.');
  const bytes = await readAll(raw.stream);
  if (bytes.length === 0) throw new AppError('invalid', 'This file is empty.');
  const id = newId();
  await context.services.files.put(context.organizationId, id, bytes);
  const file = { id, name: plainName(query.name), contentType: query.type, size: bytes.length };
  await context.db.insert(files).values({
    ...file,
    uploadedBy: context.session.userId,
    createdAt: context.services.clock.now(),
  });
  return file;
}

/** The last part of a path, on one line: what a receiver saves it as. */
function plainName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  return last.replace(/\p{Cc}+/gu, ' ').trim() || 'file';
}

async function readAll(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > fileLimit) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
