import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { httpClient } from '#server/integrations/http-client.ts';
import { freePort } from '#server/testing/free-port.ts';
import { jpeg, postRequest } from '#server/testing/social-platforms/post-request.ts';
import { startWebhookSink, type WebhookSink } from '#server/testing/social-platforms/webhook-sink.ts';
import { socialNetworks } from './networks.ts';
import type { PublishRequest, WebhookTarget } from './provider.ts';
import { isWebhookSecret, newWebhookSecret } from './webhook.ts';

const config = { linkedin: null, meta: null, formUrl: null };
const secret = newWebhookSecret();
const secretOf = (bytes: number) => `whsec_${Buffer.alloc(bytes, 1).toString('base64')}`;
const organization = { id: 'o', name: 'Harbour Signs' };
const never = new AbortController().signal;
const networks = socialNetworks({ config, allowPrivate: true, timing: { publishMs: 3000 } });
let sink: WebhookSink;

beforeEach(async () => {
  sink = await startWebhookSink(secret);
});
afterEach(() => sink.stop());

function publish(more: Partial<PublishRequest> = {}, target: Partial<WebhookTarget> = {}) {
  const to = { kind: 'webhook', url: sink.url, secrets: [secret], ...target } as const;
  return networks.publish(postRequest({ platform: 'instagram', to, ...more }), never);
}

describe('a post for the automation service', () => {
  it('is one signed message with the post, and a 2xx takes it', async () => {
    const steps: string[] = [];
    const { outcome, log } = await publish({ image: jpeg, onStep: (step) => void steps.push(step) });
    expect(outcome).toEqual({ kind: 'published', permalink: null, externalId: null, note: null });
    expect(log).toMatchObject({ status: 200, answer: '{}' });
    expect(log.durationMs).toBeGreaterThanOrEqual(0);
    expect(steps).toEqual(['publishing']);
    expect(sink.deliveries).toMatchObject([
      {
        id: 'msg_post-1',
        type: 'social_post.publish',
        verifiedBy: [secret],
        signatures: 1,
        data: {
          postId: '0198c0de-0000-7000-8000-000000000001',
          platform: 'instagram',
          content: 'New at the harbour: two screens.',
          image: { url: jpeg.publicUrl, contentType: 'image/jpeg', alt: jpeg.alt },
          organization: { name: 'Harbour Signs' },
        },
      },
    ]);
    expect(Math.abs(Date.parse(sink.deliveries[0]?.timestamp ?? '') - Date.now())).toBeLessThan(5000);
  });

  it('is signed with both secrets while one is being changed, so that either verifies', async () => {
    const next = newWebhookSecret();
    const other = await startWebhookSink(next);
    for (const url of [sink.url, other.url])
      expect((await publish({}, { url, secrets: [secret, next] })).outcome.kind).toBe('published');
    expect(sink.deliveries[0]).toMatchObject({ signatures: 2, verifiedBy: [secret] });
    expect(other.deliveries[0]).toMatchObject({ signatures: 2, verifiedBy: [next] });
    await other.stop();
  });

  it('is refused by a service that knows another secret, and is not tried again', async () => {
    const { outcome } = await publish({}, { secrets: [newWebhookSecret()] });
    expect(outcome).toMatchObject({ kind: 'refused', code: 'rejected', status: 401, retry: false });
    expect(sink.taken.size).toBe(0);
  });

  it.each([
    [{ url: 'https://www.instagram.com/p/1/' }, 'https://www.instagram.com/p/1/'],
    [{ permalink: 'https://www.instagram.com/p/2/' }, 'https://www.instagram.com/p/2/'],
    [{ publishedUrl: 'http://firm.example/3', other: 1 }, 'http://firm.example/3'],
    [
      { url: 'https://flow.example/run/9', permalink: 'https://www.instagram.com/p/4/' },
      'https://www.instagram.com/p/4/',
    ],
    [{ url: 'javascript:alert(1)' }, null],
    [{ url: 'https://user:pw@a.example/' }, null],
    [{ url: `https://a.example/${'x'.repeat(2000)}` }, null],
    [{ url: 5, permalink: null }, null],
    [['https://a.example'], null],
    ['Accepted', null],
  ])('the answer %j gives the published address %s', async (body, permalink) => {
    sink.answerWith({ status: 202, body });
    expect((await publish()).outcome).toMatchObject({ kind: 'published', permalink });
  });
});

describe('a service that fails', () => {
  it('with 500 twice and then takes it: refused, to be tried again with the same id, taken once', async () => {
    const fault = { do: 'answer', status: 500, body: 'oh no' } as const;
    sink.script(fault, fault);
    for (let tries = 0; tries < 2; tries += 1) {
      const { outcome, log } = await publish();
      expect(outcome).toMatchObject({ kind: 'refused', code: 'server_error', retry: true, status: 500 });
      expect(log).toMatchObject({ status: 500, answer: 'oh no' });
    }
    expect((await publish()).outcome.kind).toBe('published');
    expect(sink.deliveries.map(({ id }) => id)).toEqual(Array(3).fill('msg_post-1'));
    expect([...sink.taken]).toEqual(['msg_post-1']);
  });

  it.each([
    [410, 'gone', false],
    [400, 'rejected', false],
    [404, 'rejected', false],
    [429, 'rate_limited', true],
    [503, 'server_error', true],
  ])('with %i: %s', async (status, code, retry) => {
    sink.script({ do: 'answer', status, headers: { 'retry-after': '90' } });
    const { outcome } = await publish();
    expect(outcome).toMatchObject({ kind: 'refused', code, retry, status });
    expect(outcome.kind === 'refused' && outcome.retryAfterSeconds).toBe(retry ? 90 : undefined);
  });

  it('that hangs, drips or cuts the connection: not known, with a word of warning', async () => {
    for (const fault of [{ do: 'hang' }, { do: 'drip' }, { do: 'act_then_drop' }, { do: 'drop' }] as const) {
      sink.script(fault);
      const { outcome, log } = await publish();
      expect(outcome, fault.do).toMatchObject({
        kind: 'unknown',
        reason: expect.stringMatching(/not known.+not sent again/),
      });
      expect(log.status).toBeNull();
    }
  });

  it('with an answer without an end: taken, and 2,048 characters of it are kept', async () => {
    sink.script({ do: 'flood' });
    const { outcome, log } = await publish();
    expect(outcome.kind).toBe('published');
    expect(log.answer).toBe('x'.repeat(2048));
  });

  it('with a redirect: a failed delivery that is not followed', async () => {
    const inside = await startWebhookSink(secret);
    sink.script({ do: 'answer', status: 302, headers: { location: inside.url } });
    const { outcome, log } = await publish();
    expect(outcome).toMatchObject({ kind: 'refused', code: 'redirected', retry: false, status: 302 });
    expect(log.status).toBe(302);
    expect(inside.requests).toEqual([]);
    await inside.stop();
  });

  it('that is not there: nothing was sent, to be tried again', async () => {
    const { outcome, log } = await publish({}, { url: `http://127.0.0.1:${await freePort()}/hook` });
    expect(outcome).toMatchObject({ kind: 'refused', code: 'not_connected', retry: true, status: null });
    expect(log).toMatchObject({ status: null, answer: '' });
  });

  it('that repeats the secret and the address in its answer: neither is kept', async () => {
    sink.answerWith({ status: 200, body: `${secret} ${sink.url}` });
    const { log } = await publish();
    expect(log.answer).not.toContain(secret);
    expect(log.answer).not.toContain(sink.url);
  });
});

describe('an address inside the network', () => {
  it('is blocked when the message is to leave, and sees no connection', async () => {
    const client = httpClient({
      allowPrivate: false,
      resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
    });
    const guarded = socialNetworks({ config, allowPrivate: false, client });
    for (const url of [sink.url, sink.url.replace('127.0.0.1', 'hooks.example.com')]) {
      const to = { kind: 'webhook', url, secrets: [secret] } as const;
      const { outcome } = await guarded.publish(postRequest({ platform: 'linkedin', to }), never);
      expect(outcome).toMatchObject({ kind: 'refused', code: 'address_refused', retry: false, status: null });
    }
    expect(sink.requests).toEqual([]);
  });
});

describe('calling off', () => {
  it('before it has left is a refusal, after it is not known', async () => {
    const to = { kind: 'webhook', url: sink.url, secrets: [secret] } as const;
    const request = postRequest({ platform: 'linkedin', to });
    const early = await networks.publish(request, AbortSignal.abort());
    expect(early.outcome).toMatchObject({ kind: 'refused', code: 'not_connected', retry: true });
    expect(sink.requests).toEqual([]);
    sink.script({ do: 'hang' });
    const stop = new AbortController();
    const late = networks.publish(request, stop.signal);
    while (sink.requests.length === 0) await sleep(5);
    stop.abort();
    expect((await late).outcome.kind).toBe('unknown');
  });
});

describe('the test of a webhook', () => {
  it('sends a signed ping that is no post', async () => {
    const { outcome } = await networks.testWebhook({ url: sink.url, secrets: [secret] }, organization, never);
    expect(outcome.kind).toBe('published');
    expect(sink.deliveries).toMatchObject([{ type: 'ping', data: { organization }, verifiedBy: [secret] }]);
    expect(sink.deliveries[0]?.id).toMatch(/^msg_[\w-]{36}$/);
  });
});

describe('secrets', () => {
  it('are 24 to 64 bytes of base64 behind whsec_', () => {
    expect(isWebhookSecret(newWebhookSecret())).toBe(true);
    expect(newWebhookSecret()).not.toBe(newWebhookSecret());
    expect([23, 24, 64, 65].map((bytes) => isWebhookSecret(secretOf(bytes)))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    for (const wrong of ['', 'whsec_', 'x'.repeat(40), `whsec_${'!'.repeat(40)}`, `${secretOf(24)}=`])
      expect(isWebhookSecret(wrong), wrong).toBe(false);
  });

  it('that cannot sign send nothing', async () => {
    const { outcome } = await publish({}, { secrets: ['whsec_short'] });
    expect(outcome).toMatchObject({ kind: 'refused', code: 'not_configured', retry: false });
    expect(sink.requests).toEqual([]);
  });
});
