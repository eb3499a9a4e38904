import { fileLimit, filesApi, uploadedFile } from '#features/files/contract.ts';
import { addressOf, errorOf, messageOf } from '#web/api.ts';
import { readToken } from '#web/token.ts';
import { changeDraft, changeFile, draftOf } from './reply-draft.ts';

let serial = 0;

/** Uploads files into a draft, one after another, with their progress. */
export async function addFiles(threadId: string, files: readonly File[]): Promise<void> {
  const added = files.map((file) => {
    serial += 1;
    return { key: serial, file };
  });
  changeDraft(threadId, {
    files: [
      ...draftOf(threadId).files,
      ...added.map(({ key, file }) => ({
        key,
        name: file.name,
        size: file.size,
        progress: 0,
        id: null,
        error: file.size > fileLimit ? 'Larger than 15 MB' : null,
      })),
    ],
  });
  for (const { key, file } of added) {
    if (file.size > fileLimit) continue;
    try {
      const id = await upload(file, (progress) => changeFile(threadId, key, { progress }));
      changeFile(threadId, key, { id, progress: 1 });
    } catch (error) {
      changeFile(threadId, key, { error: messageOf(error, 'Not uploaded') });
    }
  }
}

/** Not `fetch`, which does not tell how much of a body has gone out. */
function upload(file: File, onProgress: (share: number) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const query = { name: file.name.slice(-255), ...(file.type ? { type: file.type } : {}) };
    const request = new XMLHttpRequest();
    request.open('POST', addressOf(filesApi.endpoints.upload, { query }));
    request.setRequestHeader('Authorization', `Bearer ${readToken() ?? ''}`);
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.upload.addEventListener('progress', (event) => onProgress(event.loaded / (event.total || 1)));
    request.addEventListener('error', () => reject(new Error('The server cannot be reached.')));
    request.addEventListener('load', () => {
      if (request.status !== 201) {
        reject(errorOf(request.status, request.statusText, request.responseText));
        return;
      }
      resolve(uploadedFile.parse(JSON.parse(request.responseText)).id);
    });
    request.send(file);
  });
}
