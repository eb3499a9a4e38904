import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { addressOf, errorOf, nextCursor } from './api.ts';

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
