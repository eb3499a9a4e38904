import { useSyncExternalStore } from 'react';
import {
  importLimits,
  type ProspectImport,
  prospectImport,
  prospectImportApi,
} from '#features/outreach/import-contract.ts';
import { addressOf, errorOf, messageOf } from '#web/api.ts';
import { keyOf, queryClient, refresh } from '#web/query.ts';
import { toast } from '#web/toast.ts';
import { readToken } from '#web/token.ts';

const { upload, list, read } = prospectImportApi.endpoints;

export interface FileUpload {
  fileName: string;
  bytes: number;
  /** Share of the bytes that have gone out, 0 to 1; 1: the server is reading the rows. */
  progress: number;
  state: 'running' | 'failed';
  /** Why it failed, in a sentence. */
  failure: string | null;
}

/** It lives outside the dialog, so that closing the dialog does not stop it. */
let current: FileUpload | null = null;
let running: XMLHttpRequest | null = null;
const listeners = new Set<() => void>();

function show(next: FileUpload | null): void {
  current = next;
  for (const listener of listeners) listener();
}

export function useFileUpload(): FileUpload | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
}

export function stopUpload(): void {
  running?.abort();
  running = null;
  show(null);
}

const wrongType = 'Please select a valid CSV file.';

function isCsv({ name, type }: File): boolean {
  return /\.(?:csv|tsv|txt)$/i.test(name) || type === 'text/csv';
}

function fail(file: File, title: string, description: string, reason: string): void {
  show({ fileName: file.name, bytes: file.size, progress: 0, state: 'failed', failure: reason });
  toast({ title, description, tone: 'danger' });
}

/** Uploads a CSV file to be looked at. @returns the import that waits then, or null: why is said, and shown by `useFileUpload` */
export async function uploadCsv(file: File): Promise<ProspectImport | null> {
  stopUpload();
  if (!isCsv(file)) {
    fail(file, 'Invalid File', wrongType, `${wrongType} This one is called “${file.name}”.`);
    return null;
  }
  const megabytes = importLimits.bytes / 1024 / 1024;
  if (file.size > importLimits.bytes) {
    const reason = `This file is larger than ${megabytes} MB, the most that is taken here. Split it and import the parts.`;
    fail(file, 'Import Failed', reason, reason);
    return null;
  }
  show({ fileName: file.name, bytes: file.size, progress: 0, state: 'running', failure: null });
  try {
    const made = await send(file);
    if (made === null) return null;
    show(null);
    queryClient.setQueryData(keyOf(read, { params: { id: made.id } }), made);
    void refresh([list]);
    return made;
  } catch (error) {
    const reason = messageOf(error, 'The file could not be read.');
    if (reason.startsWith(wrongType)) fail(file, 'Invalid File', wrongType, reason);
    else
      fail(
        file,
        'Import Failed',
        'Failed to import CSV file. Please check the format and try again.',
        reason,
      );
    return null;
  }
}

/** Not `fetch`, which does not tell how much of a body has gone out. Null when it was stopped. */
function send(file: File): Promise<ProspectImport | null> {
  const form = new FormData();
  form.append(upload.upload?.field ?? 'csvFile', file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    running = request;
    request.open('POST', addressOf(upload, {}));
    request.setRequestHeader('Authorization', `Bearer ${readToken() ?? ''}`);
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      if (current && running === request) show({ ...current, progress: loaded / (total || 1) });
    });
    request.addEventListener('error', () =>
      reject(new Error('The server cannot be reached. Check your connection and try again.')),
    );
    request.addEventListener('abort', () => resolve(null));
    request.addEventListener('load', () => {
      if (request.status === 201) resolve(prospectImport.parse(JSON.parse(request.responseText)));
      else reject(errorOf(request.status, request.statusText, request.responseText));
    });
    request.send(form);
  });
}
