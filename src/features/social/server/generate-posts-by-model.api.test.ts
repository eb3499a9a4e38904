import http from 'node:http';
import { LLMock } from '@copilotkit/aimock';
import pino from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onePixel } from '#server/testing/form-file.ts';
import { startTestApp, type Tenant, type TestApp } from '#server/testing/test-app.ts';
import { brief, generate, generatedBy, needsBrief, runsOf, upload } from './testing/generated-posts.ts';

type Manner = (request: http.IncomingMessage, response: http.ServerResponse) => void;
const said =
  (value: unknown): Manner =>
  (_request, response) =>
    void response.setHeader('content-type', 'application/json').end(
      JSON.stringify({
        id: 'x',
        object: 'chat.completion',
        created: 1,
        model: 'm',
        choices: [
          { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: JSON.stringify(value) } },
        ],
        usage: { prompt_tokens: 100, completion_tokens: 50, total_tokens: 150 },
      }),
    );
const post = { text: 'A new board from 3 March.', altText: 'A board beside a road.' };

describe('posts by a language model', () => {
  const key = 'sk-canary-31c9e2';
  const logged: string[] = [];
  let manner: Manner = said(post);
  const bodies: string[] = [];
  const server = http.createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += String(part)));
    request.on('end', () => {
      bodies.push(body);
      manner(request, response);
    });
  });
  let app: TestApp;
  let tenant: Tenant;
  let imageId: string;

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    app = await startTestApp({
      log: pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) }),
      env: {
        AI_PROVIDER: 'openai-compatible',
        AI_BASE_URL: `http://127.0.0.1:${port}`,
        AI_API_KEY: key,
        AI_MODEL: 'words',
        AI_VISION_MODEL: 'eyes',
        AI_TIMEOUT_MS: '8000',
        AI_PRICE_IN: '1000',
        AI_PRICE_OUT: '1000',
        HUB_ALLOW_PRIVATE_HOSTS: '1',
      },
    });
    tenant = await app.tenant();
    imageId = await upload(app, tenant);
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await app.close();
  });

  it('go to the model that sees with the bytes of the picture, reduced and without where it was taken', async () => {
    manner = said(post);
    bodies.length = 0;
    const answer = await generate(app, tenant.tokens.user, { imageId });
    expect(answer.json()).toMatchObject({
      variants: [{ platform: 'linkedin', ...post }],
      engine: 'openai-compatible:eyes',
      issues: [expect.stringContaining('"3" is not in the brief')],
    });
    const sent = JSON.parse(bodies[0] ?? '');
    expect(sent.model).toBe('eyes');
    const { url } = sent.messages
      .flatMap(({ content }: { content: unknown }) => (Array.isArray(content) ? content : []))
      .find(({ type }: { type: string }) => type === 'image_url').image_url;
    expect(url).toMatch(/^data:image\/jpeg;base64,/);
    const about = await sharp(Buffer.from(String(url).split(',')[1] ?? '', 'base64')).metadata();
    expect([about.format, about.width, about.height, about.exif]).toEqual(['jpeg', 1536, 1152, undefined]);
    const [run] = await runsOf(app, tenant);
    expect(run).toMatchObject({ job: 'social_post', engine: 'openai-compatible:eyes', tokensIn: 200 });
  });

  it('go to Anthropic in its own protocol, with the bytes', async () => {
    const { baseUrl } = app.hub.services.config.ai;
    const own = await startTestApp({
      env: {
        AI_PROVIDER: 'anthropic',
        AI_BASE_URL: baseUrl ?? '',
        AI_API_KEY: key,
        AI_MODEL: 'words',
        AI_VISION_MODEL: 'eyes',
        HUB_ALLOW_PRIVATE_HOSTS: '1',
      },
    });
    try {
      const someone = await own.tenant();
      manner = (_request, response) =>
        void response.setHeader('content-type', 'application/json').end(
          JSON.stringify({
            id: 'x',
            type: 'message',
            role: 'assistant',
            model: 'eyes',
            content: [{ type: 'tool_use', id: 'y', name: 'json', input: post }],
            stop_reason: 'tool_use',
            stop_sequence: null,
            usage: { input_tokens: 900, output_tokens: 50 },
          }),
        );
      bodies.length = 0;
      const answer = await generate(own, someone.tokens.user, { brief, imageId: await upload(own, someone) });
      expect(answer.json()).toMatchObject({ engine: 'anthropic:eyes', variants: [post], issues: [] });
      expect(bodies[0]).toContain('"source":{"type":"base64","media_type":"image/jpeg","data":"/9j/');
    } finally {
      await own.close();
    }
  });

  it('go to the usual model without a picture', async () => {
    manner = said({ ...post, altText: null });
    bodies.length = 0;
    const answer = await generate(app, tenant.tokens.user, { brief });
    expect(answer.json()).toMatchObject({ engine: 'openai-compatible:words', issues: [] });
    expect(JSON.parse(bodies[0] ?? '').model).toBe('words');
    expect(bodies[0]).not.toContain('image_url');
  });

  it('need a picture or a brief', async () => {
    const answer = await generate(app, tenant.tokens.user, {});
    expect([answer.statusCode, answer.json().message]).toEqual([
      400,
      'Add a picture or a brief first: there is nothing to write about.',
    ]);
  });

  it.each<[string, string, Manner]>([
    ['hangs', 'timeout', () => undefined],
    ['has no room', 'rate_limited', (_request, response) => void response.writeHead(429).end(`"${key}"`)],
    ['refuses the key', 'refused_key', (_request, response) => void response.writeHead(401).end(`"${key}"`)],
    ['is ill', 'provider_error', (_request, response) => void response.writeHead(500).end('no')],
    [
      'is cut',
      'unreachable',
      (_request, response) => void response.write('{"id":', () => response.destroy()),
    ],
    ['answers HTML', 'bad_answer', (_request, response) => void response.end('<html>')],
    ['answers another shape', 'bad_answer', said({ text: 'x' })],
    ['answers nothing', 'bad_answer', said({ text: ' ', altText: null })],
  ])('are not written when it %s; the built-in engine writes when asked', async (_name, reason, how) => {
    manner = how;
    const before = await generatedBy(app, tenant);
    const answer = await generate(app, tenant.tokens.user, { brief, imageId });
    expect(answer.statusCode).toBe(502);
    expect(answer.json()).toMatchObject({ code: 'ai_failed', details: { reason, builtin: true } });
    expect(answer.body).not.toContain(key);
    expect(await generatedBy(app, tenant)).toBe(before);
    expect((await runsOf(app, tenant))[0]).toMatchObject({ outcome: 'failed', issues: [reason] });
    const builtin = await generate(app, tenant.tokens.user, { brief, imageId, engine: 'builtin' });
    expect(builtin.json()).toMatchObject({
      engine: 'builtin/1',
      issues: [
        expect.stringContaining('The picture was not looked at'),
        expect.stringContaining('Draft from'),
      ],
    });
    expect(logged.join('')).not.toContain(key);
  });

  it('are by the built-in rules at the cap, with a notice, or ask for a brief', async () => {
    const capped = await app.tenant();
    const picture = await upload(app, capped);
    await app.call('PUT', '/api/tenant/integrations/ai', capped.tokens.owner, {
      provider: 'openai-compatible',
      model: null,
      monthlyCapCents: 0,
    });
    const answer = await generate(app, capped.tokens.user, { brief, imageId: picture });
    expect(answer.statusCode).toBe(200);
    expect(answer.json().engine).toBe('builtin/1');
    expect(answer.json().issues.join(' ')).toMatch(/not looked at.*monthly limit.*Draft from your brief/);
    const silent = await generate(app, capped.tokens.user, { imageId: picture });
    expect([silent.statusCode, silent.json().message]).toEqual([400, needsBrief]);
  });

  it('see no pictures for an organization with another provider than the operator’s', async () => {
    const other = await app.tenant();
    const settings = () => app.call('GET', '/api/social-settings', other.tokens.user);
    expect((await settings()).json().seesPictures).toBe(true);
    await app.call('PUT', '/api/tenant/integrations/ai', other.tokens.owner, {
      provider: 'openai',
      model: 'm',
      key: 'sk-own',
      monthlyCapCents: null,
    });
    expect((await settings()).json().seesPictures).toBe(false);
    const answer = await generate(app, other.tokens.user, { imageId: await upload(app, other) });
    expect(answer.json()).toMatchObject({ code: 'invalid', message: needsBrief });
  });
});

describe('an independent server', () => {
  it.each([
    ['openai', 'data:image/jpeg;base64,/9j/'],
    ['anthropic', 'Write one post about the brief and the picture'],
  ])('of %s is understood', async (provider, part) => {
    const mock = new LLMock({ port: 0 });
    mock.onMessage(/post/i, { content: JSON.stringify(post) });
    await mock.start();
    const app = await startTestApp({
      env: {
        AI_PROVIDER: provider,
        AI_BASE_URL: mock.url,
        AI_API_KEY: 'sk-x',
        AI_MODEL: 'model-x',
        AI_VISION_MODEL: 'model-eyes',
        HUB_ALLOW_PRIVATE_HOSTS: '1',
      },
    });
    try {
      const tenant = await app.tenant();
      const imageId = await upload(app, tenant, onePixel);
      const answer = await generate(app, tenant.tokens.user, { brief, imageId });
      expect(answer.json()).toMatchObject({ engine: `${provider}:model-eyes`, variants: [post], issues: [] });
      const body = JSON.stringify(mock.getRequests()[0]?.body);
      expect(body).toContain(part);
      expect(body).toContain('model-eyes');
    } finally {
      await app.close();
      await mock.stop();
    }
  });
});
