import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type UploadedPicture, uploadedPicture } from '#features/images/contract.ts';
import { jobContext } from '#server/organization-context.ts';
import { formOf, onePixel } from '#server/testing/form-file.ts';
import { drawnPicture, handwrittenPng, phonePhoto } from '#server/testing/made-pictures.ts';
import { heldMs } from '#server/testing/own-time.ts';
import { startTestApp, type Tenant, type TestApp } from '#server/testing/test-app.ts';
import { AppError } from '#shared/errors.ts';
import { attachPicture, loadPicture, pictureUrls, publicPictureUrl, releasePicture } from './public.ts';
import { removeUnusedPictures } from './remove-unused.ts';
import { images } from './tables.ts';

let app: TestApp;
let tenant: Tenant;
let other: Tenant;
beforeAll(async () => {
  app = await startTestApp();
  [tenant, other] = [await app.tenant(), await app.tenant()];
});
afterAll(() => app.close());

const send = (bytes: string | Uint8Array, from: Tenant = tenant, fileName = 'a.jpg') => {
  const { body, headers } = formOf({ field: 'file', fileName, type: 'image/jpeg', bytes });
  return app.call('POST', '/api/uploads', from.tokens.user, body, headers);
};

async function uploaded(bytes: Uint8Array = onePixel, from: Tenant = tenant): Promise<UploadedPicture> {
  const answer = await send(bytes, from);
  expect([answer.statusCode, answer.body.slice(0, 300)]).toEqual([201, expect.any(String)]);
  return uploadedPicture.parse(answer.json());
}

const tokenIn = (url: string) => url.split('/').at(-2) ?? '';
const contextOf = (of: Tenant) => jobContext(app.hub, of.organizationId);
const filesOf = (of: Tenant) =>
  readdir(join(app.hub.services.config.dataDir, 'files', of.organizationId)).catch(() => []);
const isUnused = async (id: string) => {
  const [row] = await contextOf(tenant).db.select().from(images).where(eq(images.id, id));
  return row && row.unusedSince !== null;
};

describe('an uploaded picture', () => {
  it('is answered with its variants, each at its address in its size and kind', async () => {
    const picture = await uploaded(await phonePhoto());
    expect(picture).toMatchObject({ width: 2048, height: 1536, contentType: 'image/jpeg' });
    expect(picture.url).toMatch(/^\/api\/media\/hubl_[\w-]{22}_[\w-]{43}\/full$/);
    expect(picture.variants.map(({ name, width, height }) => [name, width, height])).toEqual([
      ['full', 2048, 1536],
      ['linkedin', 2048, 1536],
      ['facebook', 2048, 1536],
      ['instagram', 1440, 1080],
      ['thumb', 480, 360],
    ]);
    for (const { name, url, width, height } of picture.variants) {
      const shown = await app.call('GET', url, null);
      expect([shown.statusCode, shown.headers]).toEqual([
        200,
        expect.objectContaining({
          'content-type': name === 'thumb' ? 'image/webp' : 'image/jpeg',
          'cache-control': 'private, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
          'content-disposition': expect.stringMatching(/^inline; filename="\w+\.(jpg|webp)"/),
          'content-security-policy': "default-src 'none'; sandbox",
        }),
      ]);
      const about = await sharp(shown.rawPayload).metadata();
      expect([about.width, about.height, about.exif, about.icc]).toEqual([
        width,
        height,
        undefined,
        undefined,
      ]);
      if (name === 'full') expect(shown.rawPayload.length).toBe(picture.size);
    }
  });

  it('keeps the part that draws the eye where a network cuts it', async () => {
    const tall = await uploaded(await drawnPicture(600, 2400, { x: 0.5, y: 0.85 }).jpeg().toBuffer());
    const instagram = tall.variants.find(({ name }) => name === 'instagram');
    const shown = await app.call('GET', instagram?.url ?? '', null);
    const { data, info } = await sharp(shown.rawPayload).raw().toBuffer({ resolveWithObject: true });
    expect([info.width / info.height, instagram]).toEqual([
      0.8,
      expect.objectContaining({ width: info.width }),
    ]);
    const isRed = (at: number) => (data[at] ?? 0) > 150 && (data[at + 2] ?? 0) < 90;
    const red = Array.from({ length: info.width * info.height }, (_, at) => at).filter((at) => isRed(at * 3));
    expect(red.length / (info.width * info.height)).toBeGreaterThan(0.05);
  });

  it('lies in the file store once for each form, and nothing else of it', async () => {
    const own = await app.tenant();
    await uploaded(await drawnPicture(900, 900).png().toBuffer(), own);
    expect(await filesOf(own)).toHaveLength(3);
  });

  it('belongs to whoever may upload', async () => {
    const { body, headers } = formOf({ field: 'file', fileName: 'a.png', bytes: onePixel });
    const viewer = await app.call('POST', '/api/uploads', tenant.tokens.viewer, body, headers);
    expect([viewer.statusCode, viewer.json().code]).toEqual([403, 'forbidden']);
    expect((await app.call('POST', '/api/uploads', null, body, headers)).statusCode).toBe(401);
  });
});

describe('five photos of a phone at once', () => {
  it('are all taken, and nobody else waits for them', async () => {
    const photo = await phonePhoto();
    let statuses: number[] = [];
    const held = await heldMs(async () => {
      const answers = await Promise.all([1, 2, 3, 4, 5].map(() => send(photo)));
      statuses = answers.map(({ statusCode }) => statusCode);
    });
    expect(statuses).toEqual([201, 201, 201, 201, 201]);
    // Opening and writing them takes seconds, elsewhere; this thread reads the forms.
    expect(held).toBeLessThan(1000);
  });
});

describe('an upload that is no picture', () => {
  it.each<[string, string | Buffer, number, string, RegExp]>([
    ['nothing', '', 400, 'invalid', /empty/],
    [
      'a page with the name of a picture',
      '<html><script>x</script>',
      415,
      'unsupported_type',
      /not a picture/,
    ],
    [
      'an SVG drawing',
      '<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>',
      415,
      'unsupported_type',
      /SVG/,
    ],
    [
      '200 megapixels',
      handwrittenPng({ width: 20_000, height: 10_000, depth: 1 }),
      413,
      'too_large',
      /megapixels/,
    ],
    ['a cut picture', onePixel.subarray(0, 50), 400, 'invalid', /damaged/],
    ['16 MB', Buffer.alloc(16 * 1024 * 1024), 413, 'too_large', /15 MB/],
  ])('%s is refused and leaves nothing', async (_name, bytes, status, code, message) => {
    const own = await app.tenant();
    const answer = await send(bytes, own);
    expect([answer.statusCode, answer.json()]).toEqual([
      status,
      expect.objectContaining({ code, message: expect.stringMatching(message) }),
    ]);
    expect([await contextOf(own).db.select().from(images), await filesOf(own)]).toEqual([[], []]);
  });

  it('is refused for its form: another field, a second one, or no form', async () => {
    const file = { field: 'file', fileName: 'a.png', bytes: onePixel };
    const forms = [
      formOf({ ...file, field: 'picture' }),
      formOf(file, file),
      formOf(file, { field: 'title', bytes: 'x' }),
      formOf(),
    ];
    for (const { body, headers } of forms) {
      const answer = await app.call('POST', '/api/uploads', tenant.tokens.user, body, headers);
      expect([answer.statusCode, answer.json().message]).toEqual([400, expect.stringMatching(/"file"/)]);
    }
    const json = await app.call('POST', '/api/uploads', tenant.tokens.user, { file: 'x' });
    expect([json.statusCode, json.json().code]).toEqual([400, 'invalid']);
    const empty = await app.call('POST', '/api/uploads', tenant.tokens.user, {});
    expect([empty.statusCode, empty.json().code]).toEqual([415, 'unsupported_type']);
    const { body, headers } = forms[0] ?? formOf();
    expect((await app.call('POST', '/api/leads', tenant.tokens.user, body, headers)).statusCode).toBe(415);
  });
});

describe('the link of a picture', () => {
  it('opens that picture of that organization, and nothing else', async () => {
    const [mine, theirs] = [await uploaded(), await uploaded(onePixel, other)];
    const [token, foreign] = [tokenIn(mine.url), tokenIn(theirs.url)];
    const changed = (at: number) =>
      token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
    const tokens = [
      // Every part of it: kind, organization, id, digest.
      changed(0),
      changed(8),
      changed(30),
      changed(token.length - 5),
      token.slice(0, 28) + foreign.slice(28),
      foreign.slice(0, 28) + token.slice(28),
      token.slice(0, -1),
      `${token}A`,
      mine.id,
      encodeURIComponent('../../x'),
    ];
    for (const one of tokens) {
      const answer = await app.call('GET', `/api/media/${one}/full`, other.tokens.owner);
      expect([one, answer.statusCode, answer.headers['cache-control']]).toEqual([one, 404, 'no-store']);
    }
    for (const variant of ['large', 'FULL', 'constructor', '..%2ffull', 'x'.repeat(90)]) {
      expect((await app.call('GET', `/api/media/${token}/${variant}`, null)).statusCode).toBe(404);
    }
    expect((await app.call('GET', mine.url, null)).statusCode).toBe(200);
    expect((await app.call('GET', theirs.url, null)).statusCode).toBe(200);
  });

  it('works after the trial, when nothing can be uploaded', async () => {
    const ended = await app.tenant({ trialEnded: true });
    expect((await send(onePixel, ended)).json().code).toBe('trial_ended');
    const suspended = await app.tenant();
    const { url } = await uploaded(onePixel, suspended);
    await app.hub.database.asPlatform('a test suspends a tenant', (tx) =>
      tx.db.execute(
        `update subscriptions set status = 'suspended' where organization_id = '${suspended.organizationId}'`,
      ),
    );
    expect((await app.call('GET', url, null)).statusCode).toBe(200);
  });
});

describe('other features', () => {
  it('get bytes, paths and the address from outside, of their own organization only', async () => {
    const picture = await uploaded(await drawnPicture(800, 600).jpeg().toBuffer());
    const urls = await pictureUrls(contextOf(tenant), [
      picture.id,
      picture.id,
      'nothing',
      crypto.randomUUID(),
    ]);
    const thumbUrl = picture.variants.find(({ name }) => name === 'thumb')?.url;
    expect([...urls]).toEqual([[picture.id, { url: picture.url, thumbUrl, width: 800, height: 600 }]]);
    expect((await pictureUrls(contextOf(other), [picture.id])).size).toBe(0);
    const loaded = await loadPicture(contextOf(tenant), picture.id, 'instagram');
    expect(loaded).toMatchObject({ name: 'instagram', contentType: 'image/jpeg', width: 800, height: 600 });
    expect((await sharp(loaded.bytes).metadata()).width).toBe(800);
    await expect(loadPicture(contextOf(other), picture.id, 'full')).rejects.toBeInstanceOf(AppError);
    const address = publicPictureUrl(contextOf(tenant), picture.id, 'instagram');
    expect(address).toMatch(/^http:\/\/hub\.example\/api\/media\/.*\/instagram$/);
    expect((await app.call('GET', address.replace('http://hub.example', ''), null)).statusCode).toBe(200);
  });

  it('keep a picture for a post, and let it go', async () => {
    const { id } = await uploaded();
    expect(await isUnused(id)).toBe(true);
    await contextOf(tenant).tx((tx) => attachPicture(tx, id));
    expect(await isUnused(id)).toBe(false);
    await contextOf(tenant).tx((tx) => releasePicture(tx, id, new Date()));
    expect(await isUnused(id)).toBe(true);
    for (const wrong of ['nothing', crypto.randomUUID()])
      await expect(contextOf(tenant).tx((tx) => attachPicture(tx, wrong))).rejects.toMatchObject({
        status: 404,
      });
    await expect(contextOf(other).tx((tx) => attachPicture(tx, id))).rejects.toMatchObject({ status: 404 });
  });
});

const laterBy = (days: number) => {
  const { hub } = app;
  const clock = { now: () => new Date(Date.now() + days * 86_400_000) };
  return { organization: null, database: hub.database, log: hub.log, services: { ...hub.services, clock } };
};
const run = { attempt: 1, signal: new AbortController().signal };

describe('a picture that no post shows', () => {
  it('goes after a week with its bytes; one of a post stays, whatever its age', async () => {
    const own = await app.tenant();
    const [unused, used] = [await uploaded(onePixel, own), await uploaded(onePixel, own)];
    await contextOf(own).tx((tx) => attachPicture(tx, used.id));
    await removeUnusedPictures.execute(laterBy(6.9), {}, run);
    expect((await app.call('GET', unused.url, null)).statusCode).toBe(200);
    await removeUnusedPictures.execute(laterBy(7.1), {}, run);
    expect((await app.call('GET', unused.url, null)).statusCode).toBe(404);
    await removeUnusedPictures.execute(laterBy(4000), {}, run);
    expect((await app.call('GET', used.url, null)).statusCode).toBe(200);
    expect(await filesOf(own)).toHaveLength(3);
  });
});
