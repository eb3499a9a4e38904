import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AwsClient } from 'aws4fetch';
import type { Config } from '../config.ts';

/** Where uploaded files lie. Names are ids of ours, so that no name of a caller becomes a path. */
export interface FileStore {
  /** Returns when the bytes are safe; write the row after that. */
  put(organizationId: string, id: string, bytes: Uint8Array): Promise<void>;
  /** Null when there is no such file. */
  get(organizationId: string, id: string): Promise<Uint8Array | null>;
  /** Also for a file that is not there. */
  remove(organizationId: string, id: string): Promise<void>;
  /** Everything of an organization, known by a row or not; also when there is nothing. */
  removeAll(organizationId: string): Promise<void>;
}

export function fileStoreOf({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): FileStore {
  return s3 ? s3Store(s3) : folderStore(join(dataDir, 'files'));
}

const idPattern = /^[0-9a-f-]{36}$/;

function assertId(...ids: string[]): void {
  for (const id of ids) if (!idPattern.test(id)) throw new Error(`Not an id of a file: ${id}`);
}

/** A folder per organization; each file is forced to disk before it has its name. */
export function folderStore(root: string): FileStore {
  const fileOf = (organizationId: string, id: string) => {
    assertId(organizationId, id);
    return join(root, organizationId, id);
  };
  return {
    put: async (organizationId, id, bytes) => {
      const file = fileOf(organizationId, id);
      const folder = join(root, organizationId);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const temporary = `${file}.${randomUUID()}.part`;
      const handle = await open(temporary, 'wx', 0o600);
      try {
        await handle.writeFile(bytes);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(temporary, file);
      await syncFolder(folder);
    },
    get: async (organizationId, id) => {
      try {
        return await readFile(fileOf(organizationId, id));
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    remove: (organizationId, id) => rm(fileOf(organizationId, id), { force: true }),
    removeAll: (organizationId) => {
      assertId(organizationId);
      return rm(join(root, organizationId), { recursive: true, force: true });
    },
  };
}

/** A rename is safe when the folder has been written. Windows has no such call and needs none. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/**
 * Removes what was written before `before` and has no row: a process that died in between left it. `known` tells which
 * of an organization's files have one; it is asked for those that are old enough. What is not named as ours stays.
 */
export async function sweepFolder(
  root: string,
  before: Date,
  known: (organizationId: string) => Promise<ReadonlySet<string>>,
): Promise<number> {
  let removed = 0;
  for (const organizationId of (await listed(root)).filter((name) => idPattern.test(name))) {
    const folder = join(root, organizationId);
    const old: string[] = [];
    for (const name of await listed(folder)) {
      if ((await stat(join(folder, name))).mtime < before) old.push(name);
    }
    if (old.length === 0) continue;
    const kept = await known(organizationId);
    for (const name of old.filter((one) => !kept.has(one))) {
      await rm(join(folder, name), { force: true });
      removed += 1;
    }
  }
  return removed;
}

async function listed(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

export interface S3Settings {
  /** Address of the store, without the bucket. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const s3TimeoutMs = 60_000;

/** An S3-compatible store, addressed by path, signed with AWS Signature Version 4. The address is the operator's own. */
export function s3Store(settings: S3Settings): FileStore {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 3 });
  const root = `${endpoint.replace(/\/$/, '')}/${encodeURIComponent(bucket)}`;
  const ask = (method: string, organizationId: string, id: string, body?: Uint8Array) => {
    assertId(organizationId, id);
    return send(method, `${root}/files/${organizationId}/${id}`, body);
  };
  const send = async (method: string, address: string, body?: Uint8Array) => {
    const answer = await client.fetch(address, {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(s3TimeoutMs),
      ...(body ? { body: Buffer.from(body), headers: { 'content-type': 'application/octet-stream' } } : {}),
    });
    if (answer.ok || (answer.status === 404 && method !== 'PUT')) return answer;
    await answer.body?.cancel();
    throw new Error(
      `The file store answered ${answer.status} to ${method}. Check S3_ENDPOINT, S3_BUCKET and the keys.`,
    );
  };
  return {
    put: async (organizationId, id, bytes) => {
      await (await ask('PUT', organizationId, id, bytes)).body?.cancel();
    },
    get: async (organizationId, id) => {
      const answer = await ask('GET', organizationId, id);
      if (answer.status === 404) {
        await answer.body?.cancel();
        return null;
      }
      return new Uint8Array(await answer.arrayBuffer());
    },
    remove: async (organizationId, id) => {
      await (await ask('DELETE', organizationId, id)).body?.cancel();
    },
    removeAll: async (organizationId) => {
      assertId(organizationId);
      const prefix = `files/${organizationId}/`;
      // ListObjectsV2 names up to a thousand at a time; what was removed is not named again.
      for (let removed = -1; removed !== 0; ) {
        const list = await send('GET', `${root}?list-type=2&prefix=${encodeURIComponent(prefix)}`);
        const ids = [...(await list.text()).matchAll(/<Key>([^<]*)<\/Key>/g)]
          .map(([, key = '']) => key)
          .filter((key) => key.startsWith(prefix))
          .map((key) => key.slice(prefix.length))
          .filter((id) => idPattern.test(id));
        for (const id of ids) await (await ask('DELETE', organizationId, id)).body?.cancel();
        removed = ids.length;
      }
    },
  };
}
