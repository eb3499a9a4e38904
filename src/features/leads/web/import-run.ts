import { useSyncExternalStore } from 'react';
import { dashboardApi } from '#features/dashboard/contract.ts';
import { type IngestAnswer, ingestLimits, mailApi } from '#features/mail/contract.ts';
import { mboxParts } from '#features/mail/mbox-parts.ts';
import { ApiError, call, messageOf } from '#web/api.ts';
import { refresh } from '#web/query.ts';
import { leadsApi } from '../contract.ts';

export interface NotStored {
  file: string;
  /** Position in the file, from 1; null where the file is one message. */
  position: number | null;
  reason: string;
}

export interface ImportRun {
  state: 'reading' | 'running' | 'done' | 'cancelled' | 'failed';
  messages: number;
  handled: number;
  stored: number;
  duplicates: number;
  leads: number;
  notStored: NotStored[];
  /** Files that were given meanwhile and come after the ones before them. */
  waiting: number;
  /** Why it stopped before the end. */
  failure: string | null;
}

/** Small enough for progress and a quick stop, large enough to be few calls. */
const partLimits = { messages: 25, bytes: 4 * 1024 * 1024 };

let run: ImportRun | null = null;
let stop: AbortController | null = null;
/** Files that were given while another import ran. */
let waiting: readonly File[] = [];
const listeners = new Set<() => void>();

function update(patch: Partial<ImportRun>): void {
  if (!run) return;
  run = { ...run, ...patch };
  for (const listener of listeners) listener();
}

/** The import that runs or has just ended. It lives outside the screen, so leaving the screen does not stop it. */
export function useImportRun(): ImportRun | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => run,
  );
}

export function cancelImport(): void {
  stop?.abort();
}

export function dismissImport(): void {
  run = null;
  for (const listener of listeners) listener();
}

interface Parcel {
  file: string;
  type: 'message/rfc822' | 'application/mbox';
  bytes: Blob;
  messages: number;
  /** Messages of the file before this parcel. */
  before: number;
}

function isMbox(file: File): boolean {
  return /\.(mbox|mbx)$/i.test(file.name) || file.type === 'application/mbox';
}

function isMail(file: File): boolean {
  return isMbox(file) || /\.eml$/i.test(file.name) || file.type === 'message/rfc822';
}

async function* bytesOf(file: File): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}

function refuse(file: string, position: number | null, reason: string): void {
  update({ notStored: [...(run?.notStored ?? []), { file, position, reason }] });
}

async function parcelsOf(file: File): Promise<Parcel[]> {
  if (!isMail(file)) {
    refuse(file.name, null, 'Only .eml and .mbox files can be imported.');
    return [];
  }
  if (!isMbox(file)) {
    if (file.size > ingestLimits.messageBytes) {
      refuse(file.name, null, 'The message is larger than 35 MB.');
      return [];
    }
    return [{ file: file.name, type: 'message/rfc822', bytes: file, messages: 1, before: 0 }];
  }
  if (file.size === 0) {
    refuse(file.name, null, 'The file is empty.');
    return [];
  }
  let before = 0;
  return (await mboxParts(bytesOf(file), partLimits)).map((part) => {
    const bytes = file.slice(part.start, part.end);
    const parcel: Parcel = {
      file: file.name,
      type: 'application/mbox',
      bytes,
      messages: part.messages,
      before,
    };
    before += part.messages;
    return parcel;
  });
}

function count(parcel: Parcel, answer: IngestAnswer): void {
  const refused = answer.results
    .filter((result) => result.status === 'set_aside' || result.status === 'refused')
    .map((result) => ({
      file: parcel.file,
      position: parcel.type === 'application/mbox' ? parcel.before + result.index + 1 : null,
      reason: result.reason ?? 'No reason was given.',
    }));
  update({
    handled: (run?.handled ?? 0) + parcel.messages,
    stored: (run?.stored ?? 0) + answer.accepted,
    duplicates: (run?.duplicates ?? 0) + answer.duplicates,
    leads: (run?.leads ?? 0) + answer.leadsCreated,
    notStored: [...(run?.notStored ?? []), ...refused],
  });
}

async function sendParcel(parcel: Parcel, signal: AbortSignal): Promise<void> {
  try {
    const raw = { type: parcel.type, bytes: parcel.bytes };
    count(parcel, await call(mailApi.endpoints.ingestMessages, {}, { raw, signal }));
  } catch (error) {
    // A message that is refused does not stop the others; anything else would fail for them as well.
    if (!(error instanceof ApiError) || ![400, 413, 415].includes(error.status)) throw error;
    refuse(parcel.file, parcel.type === 'application/mbox' ? parcel.before + 1 : null, error.message);
    update({ handled: (run?.handled ?? 0) + parcel.messages });
  }
}

async function importAll(files: readonly File[], signal: AbortSignal): Promise<void> {
  const parcels: Parcel[] = [];
  for (const file of files) parcels.push(...(await parcelsOf(file)));
  const messages = parcels.reduce((sum, parcel) => sum + parcel.messages, 0);
  update({ state: 'running', messages: (run?.messages ?? 0) + messages });
  for (const parcel of parcels) {
    signal.throwIfAborted();
    await sendParcel(parcel, signal);
  }
  const more = waiting;
  waiting = [];
  update({ waiting: 0 });
  if (more.length > 0) await importAll(more, signal);
}

/** Imports email files one after the other. What is given while an import runs joins it. */
export function importFiles(files: readonly File[]): void {
  if (files.length === 0) return;
  if (run?.state === 'reading' || run?.state === 'running') {
    waiting = [...waiting, ...files];
    update({ waiting: waiting.length });
    return;
  }
  waiting = [];
  const control = new AbortController();
  stop = control;
  run = {
    state: 'reading',
    messages: 0,
    handled: 0,
    stored: 0,
    duplicates: 0,
    leads: 0,
    notStored: [],
    waiting: 0,
    failure: null,
  };
  update({});
  void importAll(files, control.signal)
    .then(
      () => update({ state: 'done' }),
      (error: unknown) =>
        update(
          control.signal.aborted
            ? { state: 'cancelled' }
            : { state: 'failed', failure: messageOf(error, 'The import stopped.') },
        ),
    )
    .then(() => refresh([leadsApi.endpoints.list, mailApi.endpoints.threads, dashboardApi.endpoints.stats]));
}
