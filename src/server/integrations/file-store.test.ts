import { createHash, createHmac, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FileStore, folderStore, s3Store, sweepFolder } from './file-store.ts';

const sha256 = (value: string | Buffer) => createHash('sha256').update(value).digest('hex');
const hmac = (key: string | Buffer, value: string) => createHmac('sha256', key).update(value).digest();

/** AWS Signature Version 4 as its specification says it, apart from the library that signs. */
function isSigned(request: IncomingMessage, body: Buffer, secret: string): boolean {
  const header = request.headers.authorization ?? '';
  const [, scope = '', names = '', given = ''] =
    /^AWS4-HMAC-SHA256 Credential=key-id\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      header,
    ) ?? [];
  const claimed = String(request.headers['x-amz-content-sha256'] ?? '');
  if (claimed !== 'UNSIGNED-PAYLOAD' && claimed !== sha256(body)) return false;
  const url = new URL(request.url ?? '', 'http://store');
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const query = url.search.slice(1);
  const canonical = [request.method, url.pathname, query, headers.join(''), names, claimed].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const key = scope.split('/').reduce<Buffer | string>(hmac, `AWS4${secret}`);
  return createHmac('sha256', key).update(toSign).digest('hex') === given;
}

const stored = new Map<string, Buffer>();
let server: Server;
let endpoint = '';
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-files-'));
  server = createServer((request, answer) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const name = request.url ?? '';
      const end = (status: number, content?: Buffer) => answer.writeHead(status).end(content);
      if (!isSigned(request, body, 'the secret')) return end(403);
      if (request.method === 'PUT') {
        stored.set(name, body);
        return end(200);
      }
      if (request.method === 'DELETE') return end(stored.delete(name) ? 204 : 404);
      const asked = new URL(name, 'http://store');
      const prefix = asked.searchParams.get('prefix');
      if (asked.searchParams.get('list-type') === '2' && prefix !== null) {
        const keys = [...stored.keys()].map((one) => one.slice(`${asked.pathname}/`.length));
        const listed = keys.filter((one) => one.startsWith(prefix)).slice(0, 2);
        const xml = listed.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('');
        return end(200, Buffer.from(`<ListBucketResult>${xml}</ListBucketResult>`));
      }
      const found = stored.get(name);
      return found ? end(200, found) : end(404);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  endpoint = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
});

function s3(secretAccessKey: string): FileStore {
  return s3Store({ endpoint, bucket: 'hub-files', region: 'eu-1', accessKeyId: 'key-id', secretAccessKey });
}

describe.each([
  ['a folder', () => folderStore(folder)],
  ['an S3-compatible store', () => s3('the secret')],
])('files in %s', (_name, open) => {
  it('come back as they were, belong to one organization, and go', async () => {
    const store = open();
    const [one, other, id] = [randomUUID(), randomUUID(), randomUUID()];
    const bytes = Buffer.from([0, 255, 13, 10]);
    await store.put(one, id, bytes);
    expect(Buffer.from((await store.get(one, id)) ?? [])).toEqual(bytes);
    expect(await store.get(other, id)).toBeNull();
    await store.remove(one, id);
    await store.remove(one, id);
    expect(await store.get(one, id)).toBeNull();
  });

  it('of one organization go all at once, those of another stay', async () => {
    const store = open();
    const [one, other] = [randomUUID(), randomUUID()];
    const ids = Array.from({ length: 5 }, () => randomUUID());
    for (const id of ids) await store.put(one, id, Buffer.from('x'));
    await store.put(other, ids[0] ?? '', Buffer.from('y'));
    await store.removeAll(one);
    await store.removeAll(one);
    for (const id of ids) expect(await store.get(one, id)).toBeNull();
    expect(await store.get(other, ids[0] ?? '')).not.toBeNull();
  });

  it('have no name that is a path', async () => {
    await expect(async () =>
      open().get(randomUUID(), '../../../../etc/passwd/aaaaaaaaaaaaa'),
    ).rejects.toThrow('Not an id');
  });
});

describe('an S3-compatible store', () => {
  it('lies by path under the bucket, and a refused key is an error, not a missing file', async () => {
    const [organization, id] = [randomUUID(), randomUUID()];
    await s3('the secret').put(organization, id, Buffer.from('x'));
    expect([...stored.keys()]).toContain(`/hub-files/files/${organization}/${id}`);
    await expect(s3('another').get(organization, id)).rejects.toThrow('answered 403');
  });
});

describe('a folder', () => {
  it('loses what is old and has no row, and nothing else', async () => {
    const root = join(folder, 'swept');
    const store = folderStore(root);
    const [organization, other] = [randomUUID(), randomUUID()];
    const [left, kept, young, foreign] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    for (const id of [left, kept, young]) await store.put(organization, id, Buffer.from('x'));
    await store.put(other, foreign, Buffer.from('x'));
    await mkdir(join(root, 'not-ours'));
    await writeFile(join(root, 'not-ours', 'a'), 'x');
    const part = `${left}.${randomUUID()}.part`;
    await writeFile(join(root, organization, part), 'x');
    for (const name of [left, kept, part])
      await utimes(join(root, organization, name), new Date(0), new Date(0));
    await utimes(join(root, other, foreign), new Date(0), new Date(0));
    await utimes(join(root, 'not-ours', 'a'), new Date(0), new Date(0));
    const known = async (of: string) => new Set(of === organization ? [kept] : [foreign]);
    expect(await sweepFolder(root, new Date(Date.now() - 60_000), known)).toBe(2);
    expect((await readdir(join(root, organization))).toSorted()).toEqual([kept, young].toSorted());
    expect(await readdir(join(root, other))).toEqual([foreign]);
    expect(await readdir(join(root, 'not-ours'))).toEqual(['a']);
  });
});
