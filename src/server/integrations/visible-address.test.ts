import { describe, expect, it } from 'vitest';
import { visibleAddressFault } from './visible-address.ts';

describe('an address that leads inside is refused as it is written', () => {
  it.each([
    'http://127.0.0.1:5432',
    'http://localhost',
    'http://localhost.',
    'http://LOCALHOST:80/x',
    'http://hub.localhost',
    'http://[::1]',
    'http://[::]',
    'http://[::ffff:169.254.169.254]',
    'http://[::ffff:a9fe:a9fe]',
    'http://[::127.0.0.1]',
    'http://[64:ff9b::7f00:1]',
    'http://[2002:7f00:1::]',
    'http://[fd00::1]',
    'http://[fe80::1]',
    'http://2130706433',
    'http://0x7f.1',
    'http://0x7f000001',
    'http://0177.0.0.1',
    'http://127.1',
    'http://127.0.0.1.',
    'http://0',
    'http://10.1.2.3',
    'http://172.16.0.1',
    'http://192.168.1.1',
    'http://100.64.0.1',
    'http://169.254.169.254/latest/meta-data',
    'http://①②⑦.0.0.1',
  ])('%s', (url) => {
    expect(visibleAddressFault(url, false)).toMatch(/private network/);
    expect(visibleAddressFault(url, true)).toBeNull();
  });
});

describe('what is no web address is refused, also where private ones are allowed', () => {
  it.each([
    ['file:///etc/passwd', /http:\/\/ or https:\/\//],
    ['ftp://files.example/x', /http:\/\/ or https:\/\//],
    ['gopher://a.example', /http:\/\/ or https:\/\//],
    ['javascript:alert(1)', /http:\/\/ or https:\/\//],
    ['http://user:pw@host.example', /user name or password/],
    ['https://user@host.example', /user name or password/],
    ['https://:pw@host.example', /user name or password/],
    ['hooks.example/x', /not a web address/],
    ['http://', /not a web address/],
    ['http://a b', /not a web address/],
    ['http://256.1.1.1', /not a web address/],
    ['', /not a web address/],
    [`https://a.example/${'x'.repeat(2000)}`, /at most 2000/],
  ])('%s', (url, words) => {
    for (const allowPrivate of [false, true]) expect(visibleAddressFault(url, allowPrivate)).toMatch(words);
  });
});

it.each([
  'https://hooks.example.com/catch/1?a=b#c',
  'http://hooks.example:8080',
  'https://münchen.example/ä',
  'https://8.8.8.8/x',
  'https://[2606:4700::1111]/x',
])('%s may be tried', (url) => {
  expect(visibleAddressFault(url, false)).toBeNull();
});
