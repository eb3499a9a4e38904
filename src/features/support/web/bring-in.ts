import { call, messageOf } from '#web/api.ts';
import { refresh } from '#web/query.ts';
import { toast } from '#web/toast.ts';
import { importLimits, importsApi, type Source } from '../imports-contract.ts';
import { knowledgeQueries } from './knowledge-queries.ts';

const { addFile, refresh: readAgain, remove } = importsApi.endpoints;

/** Brings in files, one after another; each is in the list with what came of it. What fails on the way is said. */
export async function bringFiles(files: readonly File[]): Promise<void> {
  for (const file of files) {
    const { name, size } = file;
    // The bytes of what is too large stay here: its reason needs none.
    const bytes = size > importLimits.bytes ? new Blob() : file;
    try {
      await call(
        addFile,
        { query: { name: name.slice(-importLimits.name), size: String(size) } },
        { raw: { type: 'application/octet-stream', bytes } },
      );
    } catch (error) {
      toast({
        title: `${name} was not brought in`,
        description: messageOf(error, 'Try again in a moment.'),
        tone: 'danger',
      });
      return;
    } finally {
      await refresh(knowledgeQueries);
    }
  }
}

/** Has a page read again. */
export async function readPageAgain({ id }: Source): Promise<void> {
  try {
    await call(readAgain, { params: { sourceId: id } });
    toast({ title: 'The page is read again', description: 'What came of it shows here in a moment.' });
  } catch (error) {
    toast({
      title: 'The page is not read again',
      description: messageOf(error, 'Try again in a moment.'),
      tone: 'danger',
    });
  } finally {
    await refresh(knowledgeQueries);
  }
}

/** Takes a file or page off the list; its article stays. */
export async function forgetSource({ id, name, article }: Source): Promise<void> {
  try {
    await call(remove, { params: { sourceId: id } });
    toast({ title: 'Removed from the list', description: article ? 'Its article stays.' : name });
  } catch (error) {
    toast({
      title: 'It was not removed',
      description: messageOf(error, 'Try again in a moment.'),
      tone: 'danger',
    });
  } finally {
    await refresh(knowledgeQueries);
  }
}
