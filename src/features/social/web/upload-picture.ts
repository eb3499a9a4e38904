import { imagesApi, pictureLimit, type UploadedPicture, uploadedPicture } from '#features/images/contract.ts';
import { addressOf, errorOf } from '#web/api.ts';
import { readToken } from '#web/token.ts';

const { upload } = imagesApi.endpoints;

/**
 * Uploads a picture for posts.
 * @param onProgress share of the bytes that have gone out, 0 to 1
 * @throws Error with a sentence for the person
 */
export function uploadPicture(
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<UploadedPicture> {
  if (file.size > pictureLimit)
    return Promise.reject(new Error('This picture is larger than 15 MB. Make it smaller first.'));
  const form = new FormData();
  form.append('file', file);
  // Not `fetch`, which does not tell how much of a body has gone out.
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', addressOf(upload, {}));
    request.setRequestHeader('Authorization', `Bearer ${readToken() ?? ''}`);
    request.upload.addEventListener('progress', (event) => onProgress(event.loaded / (event.total || 1)));
    request.addEventListener('error', () =>
      reject(new Error('The server cannot be reached. Check your connection and try again.')),
    );
    request.addEventListener('load', () => {
      if (request.status === 201) resolve(uploadedPicture.parse(JSON.parse(request.responseText)));
      else reject(errorOf(request.status, request.statusText, request.responseText));
    });
    signal.addEventListener('abort', () => {
      request.abort();
      reject(new DOMException('The upload was stopped.', 'AbortError'));
    });
    request.send(form);
  });
}
