import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { addressOf, call, errorOf, nextCursor } from './api.ts';

const one = endpoint({
  method: 'GET',
  path: '/api/things/:id',
  summary: 'A thing',
  access: 'public',
  ids: {},
  effects: [],
  params: z.strictObject({ id: z.string() }),
  query: z.strictObject({ search: z.string().optional(), limit: z.string().optional() }),
  output: z.unknown(),
});

describe('the address of a call', () => {
  it('takes ids into the path, whatever is in them', () => {
    expect(addressOf(one, { params: { id: '<a/b?c>@x' } })).toBe('/api/things/%3Ca%2Fb%3Fc%3E%40x');
  });
  it('leaves out what is not said', () => {
    expect(addressOf(one, { params: { id: '1' }, query: { search: '', limit: '5' } })).toBe(
      '/api/things/1?limit=5',
    );
    expect(addressOf(one, { params: { id: '1' }, query: { search: 'a&b=c' } })).toBe(
      '/api/things/1?search=a%26b%3Dc',
    );
  });
});

describe('an answer that is not a success', () => {
  it('becomes an error with message, code, request id and issues', () => {
    const body = {
      message: 'Taken.',
      code: 'slug_taken',
      requestId: 'r1',
      issues: [{ path: 'a.b', message: 'No.' }],
    };
    const error = errorOf(409, 'Conflict', JSON.stringify(body));
    expect(error).toMatchObject({ status: 409, ...body });
  });
  it('is named by its status when it is not ours', () => {
    expect(errorOf(502, 'Bad Gateway', '<html>').message).toBe('502: Bad Gateway');
    expect(errorOf(500, '', '[]').message).toBe('500: no reason given');
    expect(errorOf(400, 'Bad Request', '{"issues":"x","details":3}')).toMatchObject({
      issues: [],
      details: {},
    });
  });
});

describe('the next page', () => {
  it('begins at the cursor of the Link header', () => {
    expect(nextCursor('</api/leads?limit=5&cursor=a%2Bb>; rel="next"')).toBe('a+b');
    expect(nextCursor('</x?cursor=1>; rel="prev", </x?cursor=2>; rel="next"')).toBe('2');
    expect(nextCursor(null)).toBeNull();
    expect(nextCursor('</x?cursor=1>; rel="prev"')).toBeNull();
  });
});

function cut(): never {
  throw new TypeError('cut off');
}

function inProgress(): Response {
  return Response.json({ code: 'in_progress', message: 'Wait.' }, { status: 409 });
}

describe('a call with an outside effect', () => {
  const send = endpoint({
    method: 'POST',
    path: '/api/send',
    summary: 'Sends something',
    access: 'public',
    ids: {},
    effects: ['mail'],
    idempotent: true,
    body: z.strictObject({ content: z.string() }),
    output: z.unknown(),
  });
  let keys: (string | null)[] = [];

  function server(...answers: (() => Response)[]): void {
    keys = [];
    vi.stubGlobal('localStorage', { getItem: () => null });
    vi.stubGlobal('location', { pathname: '/tenant/dashboard' });
    vi.stubGlobal('fetch', (_address: string, init: RequestInit) => {
      keys.push(new Headers(init.headers).get('idempotency-key'));
      const answer = answers[keys.length - 1];
      return answer ? Promise.resolve(answer()) : Promise.reject(new TypeError('cut off'));
    });
  }
  afterEach(() => {
    vi.unstubAllGlobals();
  });
  const press = (content: string) => call(send, { body: { content } }).catch(() => null);

  it('says that a repeat without an answer is the same press, and one after an answer another', async () => {
    server(
      cut,
      inProgress,
      () => Response.json({}),
      () => Response.json({}),
    );
    for (let n = 0; n < 4; n += 1) await press('Hello.');
    const [first, second, third, fourth] = keys;
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect([second, third]).toEqual([first, first]);
    expect(fourth).not.toBe(first);
  });

  it('is another press with other words, and the same for two at once', async () => {
    server(
      () => Response.json({}),
      () => Response.json({}),
      () => Response.json({}),
    );
    await Promise.all([press('Two.'), press('Two.'), press('Three.')]);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it('that was refused may be pressed again', async () => {
    server(
      () => new Response('{}', { status: 400 }),
      () => Response.json({}),
    );
    await press('Four.');
    await press('Four.');
    expect(keys[1]).not.toBe(keys[0]);
  });
});
