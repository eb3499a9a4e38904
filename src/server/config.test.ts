import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const secret = 'x'.repeat(32);

describe('a wrong variable stops the start with one line that names it', () => {
  it.each([
    ['PORT', ['70000', '-1', '1e3', ' ', '0x10', '80 ']],
    ['HUB_PUBLIC_URL', ['hub', 'http://', 'http://a/b', 'http://a?x', 'ftp://a', '//a', 'http://a:99999']],
    [
      'HUB_TRUST_PROXY',
      [
        'dead',
        '1',
        '999.1.1.1',
        '10.0.0.0/33',
        '::1/129',
        '10.0.0.0/8/8',
        '10.0.0.0/',
        '10.0.0.1,x',
        'loopback',
      ],
    ],
    ['HUB_METRICS_TOKEN', ['short']],
    ['HUB_PLATFORM_EMAIL', ['x', 'a@b']],
    ['HUB_PLATFORM_PASSWORD', ['x', 'x'.repeat(129)]],
    ['HUB_DEMO', ['yes', 'true', '2']],
    ['SMTP_URL', ['http://x', 'smtp://', 'smtp://a:b@:::', 'smtp://u:%zz@host', 'smtp://a b']],
    ['MAIL_FROM', ['x', 'a@b.example\r\nBcc: c@d.example', 'a@b.example\n', 'x'.repeat(321)]],
    ['DATABASE_URL', ['mysql://x', 'x']],
    ['HUB_ROLE', ['x', 'web']],
    ['HUB_SECRET', ['short']],
    ['HUB_LOG_LEVEL', ['loud']],
    ['NODE_ENV', ['prod']],
    ['LINKEDIN_VERSION', ['latest', '2026-07', '202607.01']],
    ['LINKEDIN_API_BASE', ['api.linkedin.com', 'https://api.linkedin.com/rest', 'ftp://a']],
    ['META_VERSION', ['25', 'v25', 'v25.0.1']],
    ['META_APP_SECRET', ['a b', 'x'.repeat(201)]],
    ['SOCIAL_FORM_URL', ['form', 'javascript:alert(1)', `https://a.example/${'x'.repeat(2000)}`]],
  ])('%s', (name, values) => {
    for (const value of values) {
      const read = () => readConfig({ [name]: value });
      expect(read, value).toThrow(ConfigError);
      expect(read, value).toThrow(new RegExp(`^${name} .+ It may hold .+$|^${name} .+ it may hold .+$`));
    }
  });
});

it('an empty variable counts as not set', () => {
  expect(readConfig({ PORT: '', HUB_PUBLIC_URL: '', SMTP_URL: '' })).toMatchObject({
    port: 3000,
    publicUrl: 'http://localhost:3000',
    smtpUrl: null,
  });
});

it('right ones are taken as they are', () => {
  expect(
    readConfig({
      HUB_PUBLIC_URL: 'https://[2001:db8::1]:8443/',
      HUB_TRUST_PROXY: '10.0.0.0/8, ::1,192.0.2.7, 2001:db8::/32',
      SMTP_URL: 'smtps://user%40firm:p%3Ass@mail.example:465',
      DATABASE_URL: 'postgresql:///hub?host=/run/postgresql',
      HUB_SECRET: secret,
      MAIL_FROM: 'Hub für alle <hub@example.com>',
    }),
  ).toMatchObject({
    publicUrl: 'https://[2001:db8::1]:8443',
    trustProxy: ['10.0.0.0/8', '::1', '192.0.2.7', '2001:db8::/32'],
    mailFrom: 'Hub für alle <hub@example.com>',
  });
});

describe('publishing to networks', () => {
  it('is off, with the usual addresses and versions, until an application is set', () => {
    expect(readConfig({}).social).toEqual({ linkedin: null, meta: null, formUrl: null });
    const set = readConfig({
      LINKEDIN_CLIENT_ID: 'id',
      LINKEDIN_CLIENT_SECRET: 'secret',
      META_APP_ID: '1',
      META_APP_SECRET: 'secret',
      META_API_BASE: 'http://127.0.0.1:9/',
      SOCIAL_FORM_URL: 'https://flow.example/form?a=1',
    });
    expect(set.social).toEqual({
      linkedin: {
        clientId: 'id',
        clientSecret: 'secret',
        apiBase: 'https://api.linkedin.com',
        authBase: 'https://www.linkedin.com',
        version: '202607',
      },
      meta: {
        appId: '1',
        appSecret: 'secret',
        apiBase: 'http://127.0.0.1:9',
        authBase: 'https://www.facebook.com',
        version: 'v25.0',
      },
      formUrl: 'https://flow.example/form?a=1',
    });
  });

  it.each([
    ['LINKEDIN_CLIENT_ID', 'LINKEDIN_CLIENT_SECRET'],
    ['META_APP_ID', 'META_APP_SECRET'],
  ])('with only one of %s and %s the start stops and names the other', (id, secret) => {
    expect(() => readConfig({ [id]: 'x' })).toThrow(new RegExp(`^${secret} is not set\\. With ${id} `));
    expect(() => readConfig({ [secret]: 'x' })).toThrow(new RegExp(`^${id} is not set\\. With ${secret} `));
  });
});
