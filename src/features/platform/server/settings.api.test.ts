import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditLog } from '#server/db/tables.ts';
import { startTestApp, type Tenant, type TestApp } from '#server/testing/test-app.ts';
import { claimsPreset, settingsLimits } from '../settings-contract.ts';
import { platformSettings } from './settings-tables.ts';

const smtpPassword = 'pa55-of-the-mail-server';
const aiKey = 'key-of-the-language-model';
const stripeSecrets = { key: 'sk_test_of_the_operator', webhook: 'whsec_of_the_operator' };

let app: TestApp;
let tenant: Tenant;
beforeAll(async () => {
  app = await startTestApp({
    env: {
      SMTP_URL: `smtp://hub:${smtpPassword}@mail.platform.example:587`,
      AI_PROVIDER: 'openai',
      AI_API_KEY: aiKey,
      AI_MODEL: 'small-model',
      STRIPE_SECRET_KEY: stripeSecrets.key,
      STRIPE_WEBHOOK_SECRET: stripeSecrets.webhook,
    },
  });
  tenant = await app.tenant();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.hub.database.forOrganization(app.hub.platformId).db.delete(platformSettings);
});

const path = '/api/tenant/saas/settings';
const read = async () => (await app.call('GET', path, app.platformToken)).json();
const change = (body: object) => app.call('PUT', path, app.platformToken, body);

async function audited(): Promise<{ subject: string | null; details: Record<string, unknown> }[]> {
  const { db } = app.hub.database.forOrganization(app.hub.platformId);
  const rows = await db.select().from(auditLog).orderBy(auditLog.id);
  return rows
    .filter(({ action }) => action === 'platform-settings.changed')
    .map(({ subject, details }) => ({ subject, details }));
}

describe('platform settings', () => {
  it('claim nothing until the operator does', async () => {
    expect(await read()).toMatchObject({
      headline: '',
      intro: '',
      figures: [],
      testimonials: [],
      salesAddress: null,
      terms: '',
      privacy: '',
      updatedAt: null,
    });
  });

  it('keep what is left out, and write each change into the audit log', async () => {
    const before = (await audited()).length;
    const first = await change({ salesAddress: 'sales@hub.example', figures: claimsPreset });
    expect(first.statusCode).toBe(200);
    expect(first.json()).toMatchObject({ salesAddress: 'sales@hub.example', figures: claimsPreset });
    await change({ headline: 'Everything in one place', salesAddress: 'sales@hub.example' });
    expect(await read()).toMatchObject({
      headline: 'Everything in one place',
      salesAddress: 'sales@hub.example',
      figures: claimsPreset,
      updatedAt: expect.any(String),
    });
    const entries = (await audited()).slice(before);
    expect(entries.map(({ subject }) => subject)).toEqual(['figures', 'salesAddress', 'headline']);
    expect(entries.find(({ subject }) => subject === 'salesAddress')?.details).toEqual({
      from: null,
      to: 'sales@hub.example',
    });
  });

  it('refuse a legal text that would hold the process while it is written, and say in which line', async () => {
    for (const [terms, message] of [
      ['- '.repeat(30_000), 'Line 1 has more than 10 lists or quotes within one another. Use fewer levels.'],
      [
        '_a*'.repeat(20_000),
        'The paragraph that ends in line 1 has more than 600 marks such as * _ [ or `. Divide it with an empty line.',
      ],
    ]) {
      const answer = await app.call('PUT', '/api/tenant/saas/settings', app.platformToken, { terms });
      expect([answer.statusCode, answer.json().issues]).toEqual([400, [{ path: 'terms', message }]]);
    }
  });

  it('write the length of a legal text into the log instead of the text', async () => {
    const before = (await audited()).length;
    await change({ terms: 'x'.repeat(settingsLimits.legalText) });
    expect((await audited()).slice(before)).toEqual([
      { subject: 'terms', details: { from: '', to: `${settingsLimits.legalText} characters` } },
    ]);
  });

  it('refuse more than they hold, in words', async () => {
    const answer = await change({
      figures: [...claimsPreset, claimsPreset[0]],
      testimonials: [{ quote: '', name: 'Jo', role: '' }],
      salesAddress: 'nobody',
      terms: 'x'.repeat(settingsLimits.legalText + 1),
    });
    expect(answer.statusCode).toBe(400);
    const issues: { path: string; message: string }[] = answer.json().issues;
    expect(issues.map((issue) => issue.path).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'figures',
      'salesAddress',
      'terms',
      'testimonials.0.quote',
    ]);
    expect(issues.find((issue) => issue.path === 'terms')?.message).toBe('Use at most 60,000 characters.');
    expect((await read()).updatedAt).toBeNull();
  });

  it('say what is set up without telling a secret', async () => {
    const { state } = await read();
    expect(state.mail).toMatchObject({ configured: true });
    expect(state.mail.words).toContain('mail.platform.example:587');
    expect(state.ai).toMatchObject({ configured: true });
    expect(state.ai.words).toContain('small-model');
    expect(state.stripe.configured).toBe(true);
    expect(JSON.stringify(state)).not.toMatch(
      new RegExp(`${smtpPassword}|${aiKey}|${stripeSecrets.key}|${stripeSecrets.webhook}|hub:`),
    );
  });

  it('are for the owner of the platform only', async () => {
    for (const token of [tenant.tokens.owner, tenant.tokens.viewer]) {
      expect((await app.call('GET', path, token)).statusCode).toBe(403);
      expect((await app.call('PUT', path, token, { headline: 'x' })).statusCode).toBe(403);
    }
    expect((await app.call('GET', path)).statusCode).toBe(401);
  });

  it('tell everyone the sales address and nothing else', async () => {
    await change({ salesAddress: 'sales@hub.example', terms: 'Ours' });
    const answer = await app.call('GET', '/api/site');
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ salesAddress: 'sales@hub.example' });
  });
});
