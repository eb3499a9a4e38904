import http from 'node:http';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type Tenant, type TestApp } from '#server/testing/test-app.ts';

/** What the model that sees says to a picture, given the colour of its middle. */
let eyes: (seen: { r: number; g: number; b: number }) => { status: number; color: string } = () => ({
  status: 200,
  color: 'none',
});
const colors = {
  red: [255, 0, 0],
  green: [0, 128, 0],
  blue: [0, 0, 255],
  yellow: [255, 255, 0],
  black: [0, 0, 0],
};

/** A server that reads what it gets: it finds the marker in the text, and looks at the picture. */
async function answer(body: string): Promise<{ status: number; content: unknown }> {
  const picture = /data:image\/jpeg;base64,([^"]+)"/.exec(body)?.[1];
  if (picture === undefined) {
    const marker = /The marker is ([0-9a-f]{8})/.exec(body)?.[1];
    return { status: 200, content: { marker, color: 'green' } };
  }
  const [r = 0, g = 0, b = 0] = await sharp(Buffer.from(picture, 'base64')).resize(1, 1).raw().toBuffer();
  const { status, color } = eyes({ r, g, b });
  return { status, content: { color } };
}

function named({ r, g, b }: { r: number; g: number; b: number }): string {
  const near = ([red = 0, green = 0, blue = 0]: number[]) =>
    Math.abs(red - r) + Math.abs(green - g) + Math.abs(blue - b) < 40;
  return Object.entries(colors).find(([, value]) => near(value))?.[0] ?? 'none';
}

const server = http.createServer((request, response) => {
  let body = '';
  request.on('data', (part) => (body += String(part)));
  request.on('end', async () => {
    const { status, content } = await answer(body);
    response.writeHead(status, { 'content-type': 'application/json' }).end(
      JSON.stringify({
        id: 'x',
        object: 'chat.completion',
        created: 1,
        model: 'm',
        choices: [
          {
            index: 0,
            finish_reason: 'stop',
            message: { role: 'assistant', content: JSON.stringify(content) },
          },
        ],
        usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
      }),
    );
  });
});

let port = 0;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  port = typeof address === 'object' && address ? address.port : 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function tried(app: TestApp, tenant: Tenant) {
  const tested = await app.call('POST', '/api/tenant/integrations/ai/test', tenant.tokens.owner);
  expect(tested.statusCode).toBe(200);
  return tested.json();
}

function start(more: Record<string, string>): Promise<TestApp> {
  return startTestApp({
    env: {
      AI_PROVIDER: 'openai-compatible',
      AI_BASE_URL: `http://127.0.0.1:${port}`,
      AI_MODEL: 'words',
      HUB_ALLOW_PRIVATE_HOSTS: '1',
      ...more,
    },
  });
}

describe('the test with a model for pictures', () => {
  let app: TestApp;
  let tenant: Tenant;
  beforeAll(async () => {
    app = await start({ AI_VISION_MODEL: 'eyes' });
    tenant = await app.tenant();
  });
  afterAll(() => app.close());

  it('has it look at a drawn picture', async () => {
    eyes = (seen) => ({ status: 200, color: named(seen) });
    for (let time = 0; time < 6; time += 1)
      expect(await tried(app, tenant)).toMatchObject({
        ok: true,
        message: expect.stringContaining('Pictures are looked at by eyes.'),
      });
  });

  it.each([
    ['sees nothing', { status: 200, color: 'none' }, 'did not name the color'],
    ['refuses pictures', { status: 400, color: 'none' }, 'reported an error'],
    ['answers in another form', { status: 200, color: 'mauve' }, 'cannot be used'],
  ])('says that pictures are not looked at when the model %s', async (_name, said, reason) => {
    eyes = () => said;
    const { ok, message } = await tried(app, tenant);
    expect(ok).toBe(false);
    expect(message).toContain('Texts are answered, but pictures are not looked at by eyes (AI_VISION_MODEL)');
    expect(message).toContain(reason);
  });
});

it('sends no picture without such a model, and says that posts need a brief', async () => {
  eyes = () => ({ status: 500, color: 'none' });
  const app = await start({});
  try {
    expect(await tried(app, await app.tenant())).toMatchObject({
      ok: true,
      message: expect.stringContaining('looks at no pictures, so each post needs a brief'),
    });
  } finally {
    await app.close();
  }
});
