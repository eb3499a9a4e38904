import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakeLinkedIn, startFakeLinkedIn } from '#server/testing/social-platforms/fake-linkedin.ts';
import { type FakeMeta, startFakeMeta } from '#server/testing/social-platforms/fake-meta.ts';
import { linkedInFaults } from '#server/testing/social-platforms/linkedin-shapes.ts';
import { metaFaults } from '#server/testing/social-platforms/meta-shapes.ts';
import { socialNetworks } from './networks.ts';
import type { PlatformSignIn, PlatformToken } from './provider.ts';

const never = new AbortController().signal;
const redirectUri = 'https://hub.example.com/connected';
const day = 24 * 60 * 60 * 1000;
let linkedIn: FakeLinkedIn;
let meta: FakeMeta;

beforeEach(async () => {
  linkedIn = await startFakeLinkedIn();
  meta = await startFakeMeta();
});
afterEach(async () => {
  await linkedIn.stop();
  await meta.stop();
});

function signIn(network: 'linkedin' | 'meta', wrongSecret = false): PlatformSignIn {
  const linkedin = { ...linkedIn.config, ...(wrongSecret ? { clientSecret: 'wrong' } : {}) };
  const other = { ...meta.config, ...(wrongSecret ? { appSecret: 'wrong' } : {}) };
  const config = { linkedin, meta: other, formUrl: null };
  const found = socialNetworks({ config, allowPrivate: true, timing: { publishMs: 500 } }).signIn[network];
  if (!found) throw new Error('not configured');
  return found;
}

/** What the browser does: the network's page, and back with a code. */
async function code(own: PlatformSignIn): Promise<string> {
  const answer = await fetch(own.authorizeUrl({ state: 'st-1', redirectUri }), { redirect: 'manual' });
  const back = new URL(answer.headers.get('location') ?? '');
  expect(back.origin + back.pathname).toBe(redirectUri);
  expect(back.searchParams.get('state')).toBe('st-1');
  return back.searchParams.get('code') ?? '';
}

function daysUntil(date: Date | null): number {
  return Math.round(((date?.getTime() ?? 0) - Date.now()) / day);
}

async function tokenOf(own: PlatformSignIn): Promise<PlatformToken> {
  const answer = await own.exchangeCode({ code: await code(own), redirectUri }, never);
  if (!answer.ok) throw new Error(answer.fault.reason);
  return answer.value;
}

describe('connecting LinkedIn', () => {
  it('gives a token of 60 days, a fresh one without asking, and the pages of the person', async () => {
    const own = signIn('linkedin');
    const token = await tokenOf(own);
    expect(daysUntil(token.expiresAt)).toBe(60);
    expect(daysUntil(token.refreshExpiresAt)).toBe(365);
    expect(await own.longLivedToken(token, never)).toEqual({ ok: true, value: token });
    const fresh = await own.refresh(token, never);
    expect(fresh?.ok && fresh.value.accessToken).not.toBe(token.accessToken);
    expect(await own.refresh({ ...token, refreshToken: null }, never)).toBeNull();
    expect(await own.listAccounts(token, never)).toEqual({
      ok: true,
      value: [
        {
          platform: 'linkedin',
          id: linkedIn.organizations[0],
          accessToken: token.accessToken,
          name: 'Harbour Signs 5515715',
          url: 'https://www.linkedin.com/company/harbour-signs-5515715',
        },
      ],
    });
  });

  it('takes a code once, and only with the address it was given for', async () => {
    const own = signIn('linkedin');
    const once = await code(own);
    expect(await own.exchangeCode({ code: once, redirectUri: `${redirectUri}/x` }, never)).toMatchObject({
      ok: false,
    });
    expect(await own.exchangeCode({ code: once, redirectUri }, never)).toMatchObject({ ok: true });
    expect(await own.exchangeCode({ code: once, redirectUri }, never)).toMatchObject({
      ok: false,
      fault: { fix: 'Reconnect LinkedIn' },
    });
  });

  it('with a wrong secret says whose fault it is', async () => {
    const own = signIn('linkedin', true);
    expect(await own.exchangeCode({ code: await code(own), redirectUri }, never)).toMatchObject({
      ok: false,
      fault: { code: 'not_configured', fix: expect.stringMatching(/LINKEDIN_CLIENT_SECRET/) },
    });
  });

  it('a refresh token that LinkedIn took back has to be given anew', async () => {
    const own = signIn('linkedin');
    const dead = { ...(await tokenOf(own)), refreshToken: 'taken-back' };
    expect(await own.refresh(dead, never)).toMatchObject({
      ok: false,
      fault: { code: 'token_dead', fix: 'Reconnect LinkedIn' },
    });
  });

  it('tells how a token is', async () => {
    const own = signIn('linkedin');
    linkedIn.addToken('soon', { active: true, expiresInSeconds: 3 * 86_400 });
    linkedIn.addToken('over', { active: false, expiresInSeconds: -5 });
    expect(await own.probe('linkedin', linkedIn.accessToken, never)).toMatchObject({ state: 'healthy' });
    const soon = await own.probe('linkedin', 'soon', never);
    expect(soon.state === 'expiring' && daysUntil(soon.expiresAt)).toBe(3);
    for (const token of ['over', 'never-given'])
      expect(await own.probe('linkedin', token, never)).toMatchObject({
        state: 'dead',
        fault: { fix: 'Reconnect LinkedIn' },
      });
    linkedIn.script('introspect', linkedInFaults.serverError, { do: 'hang' });
    for (let tries = 0; tries < 2; tries += 1)
      expect(await own.probe('linkedin', linkedIn.accessToken, never)).toMatchObject({ state: 'unclear' });
  });

  it('a person without a page, a dead token and a network that is down are told apart', async () => {
    const own = signIn('linkedin');
    const token = await tokenOf(own);
    linkedIn.script('organizationAcls', { do: 'answer', status: 200, body: { elements: [] } });
    expect(await own.listAccounts(token, never)).toEqual({ ok: true, value: [] });
    const older = {
      organizationTarget: 'urn:li:organization:7',
      role: 'CONTENT_ADMINISTRATOR',
      state: 'APPROVED',
    };
    linkedIn.script('organizationAcls', { do: 'answer', status: 200, body: { elements: [older] } });
    expect(await own.listAccounts(token, never)).toMatchObject({ value: [{ id: 'urn:li:organization:7' }] });
    linkedIn.script('organizationAcls', linkedInFaults.revokedToken, linkedInFaults.serverError, {
      do: 'answer',
      status: 200,
      body: 'x',
    });
    for (const codeOf of ['token_dead', 'server_error', 'unreadable'])
      expect(await own.listAccounts(token, never)).toMatchObject({ ok: false, fault: { code: codeOf } });
  });
});

describe('connecting Facebook and Instagram', () => {
  it('gives a long token and the accounts that may be published to, with the pages’ own tokens', async () => {
    const own = signIn('meta');
    const short = await tokenOf(own);
    expect(daysUntil(short.expiresAt)).toBe(0);
    const long = await own.longLivedToken(short, never);
    expect(long.ok && daysUntil(long.value.expiresAt)).toBe(60);
    expect(await own.refresh(short, never)).toBeNull();
    expect(await own.listAccounts(short, never)).toEqual({
      ok: true,
      value: [
        {
          platform: 'facebook',
          ...meta.page,
          name: 'Harbour Signs',
          url: 'https://www.facebook.com/harboursigns',
        },
        {
          platform: 'instagram',
          ...meta.instagram,
          name: 'harboursigns',
          url: 'https://www.instagram.com/harboursigns/',
        },
      ],
    });
  });

  it('takes a code once, and with a wrong secret says whose fault it is', async () => {
    const own = signIn('meta');
    const once = await code(own);
    expect(await own.exchangeCode({ code: once, redirectUri }, never)).toMatchObject({ ok: true });
    expect(await own.exchangeCode({ code: once, redirectUri }, never)).toMatchObject({
      ok: false,
      fault: { fix: 'Reconnect Facebook' },
    });
    const wrong = signIn('meta', true);
    expect(await wrong.exchangeCode({ code: await code(wrong), redirectUri }, never)).toMatchObject({
      ok: false,
      fault: { code: 'not_configured', fix: expect.stringMatching(/META_APP_SECRET/) },
    });
  });

  it('tells how a token is, by the name of the network it is for', async () => {
    const own = signIn('meta');
    meta.tokenEnds.set('soon', Math.floor(Date.now() / 1000) + 2 * 86_400);
    expect(await own.probe('facebook', meta.page.accessToken, never)).toEqual({
      state: 'healthy',
      expiresAt: null,
    });
    expect(await own.probe('facebook', 'soon', never)).toMatchObject({ state: 'expiring' });
    expect(await own.probe('instagram', 'gone', never)).toMatchObject({
      state: 'dead',
      fault: { fix: 'Reconnect Instagram' },
    });
    meta.script('debugToken', metaFaults.serverError);
    expect(await own.probe('instagram', meta.page.accessToken, never)).toMatchObject({ state: 'unclear' });
  });
});
