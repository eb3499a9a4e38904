import { describe, expect, it } from 'vitest';
import { isTenantHost } from './tenant-host.ts';

describe('a tenant’s own host', () => {
  it.each([
    ['acme.hub.example.com', '.hub.example.com'],
    ['acme.aihub.com', '.aihub.com'],
    ['acme.localhost', '.aihub.com'],
    ['acme.hub.localhost', '.hub.localhost'],
  ])('%s is one label below the public host', (host, suffix) => {
    expect(isTenantHost(host, suffix)).toBe(true);
  });

  it.each([
    ['hub.example.com', '.hub.example.com'],
    ['a.b.hub.example.com', '.hub.example.com'],
    ['www.example.com', '.hub.example.com'],
    ['evilhub.example.com', '.hub.example.com'],
    ['localhost', '.aihub.com'],
    ['127.0.0.1', '.aihub.com'],
    ['10.1.2.3', '.aihub.com'],
    ['[::1]', '.aihub.com'],
    ['hub.localhost', '.hub.localhost'],
    ['', '.aihub.com'],
  ])('%s is not', (host, suffix) => {
    expect(isTenantHost(host, suffix)).toBe(false);
  });
});
