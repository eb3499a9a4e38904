import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const company = {
  name: 'Kirra Signs',
  slug: 'kirra-signs',
  industry: 'marketing',
  size: 'medium',
  country: 'AU',
  timezone: 'Australia/Sydney',
  adminEmail: 'admin@kirra.test',
  adminFirstName: 'Kit',
  adminLastName: 'Moss',
  adminPassword: 'tall enough words',
  modules: ['social_media'],
  plan: 'starter',
};

describe('what the form for a new company needs', () => {
  it.each([
    ['name', ' ', 'Company name is required'],
    ['slug', '', 'URL slug is required'],
    ['slug', 'Kirra_1', 'Slug must be lowercase letters, numbers, and hyphens only'],
    ['industry', '', 'Industry is required'],
    ['country', '', 'Country is required'],
    ['timezone', '', 'Timezone is required'],
    ['adminEmail', 'nobody', 'Valid email is required'],
    ['adminFirstName', ' ', 'First name is required'],
    ['adminLastName', '', 'Last name is required'],
    ['adminPassword', 'short', 'Password must be at least 8 characters'],
    ['modules', [], 'At least one module is required'],
  ])('%s = %j is refused in the words of the specification', async (path, value, message) => {
    const body = { ...company, [path]: value };
    const answer = await app.call('POST', '/api/admin/setup-company', app.platformToken, body);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().issues[0]).toEqual({ path, message });
  });
});
