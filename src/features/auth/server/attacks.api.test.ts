import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { idempotencyKeys } from '#server/db/tables.ts';
import { startTestApp, type Tenant, type TestApp, testPassword } from '#server/testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(() => app.hub.database.asOwner('delete from rate_counters'));

const loginPath = '/api/tenant/auth/login';
const changePath = '/api/tenant/auth/change-password';
const login = (email: string, password: string, organizationSlug?: string) =>
  app.call('POST', loginPath, null, { email, password, organizationSlug });
const meOf = (token: string) => app.call('GET', '/api/tenant/auth/me', token);

/** An organization that anyone can sign up, with an account there under somebody else's email. */
async function claimEmail(email: string, password: string): Promise<Tenant> {
  const own = await app.tenant();
  const added = await app.call('POST', '/api/tenant/users', own.tokens.owner, {
    email,
    firstName: 'Mal',
    lastName: 'Lory',
    password,
    role: 'viewer',
  });
  expect(added.statusCode).toBe(201);
  return own;
}

/** Holds the next comparison of a password after its answer is known, until `release`. */
function pauseAfterCompare(): { compared: Promise<void>; release(): void } {
  const { passwords } = app.hub.services;
  const verify = passwords.verify.bind(passwords);
  const compared = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  passwords.verify = async (stored, password) => {
    passwords.verify = verify;
    const right = await verify(stored, password);
    compared.resolve();
    await released.promise;
    return right;
  };
  return { compared: compared.promise, release: () => released.resolve() };
}

describe('guessing', () => {
  it('a burst at one account gets no further than tries one by one', async () => {
    const { emails } = await app.tenant();
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => login(emails.user, 'not the password')),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(10);
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(30);
  });

  it('signing in to an own organization under the same email does not wipe out the failures', async () => {
    const victim = await app.tenant();
    const own = await claimEmail(victim.emails.user, 'a password of the attacker');
    const guess = () => login(victim.emails.user, 'not the password', victim.slug);
    for (let tried = 0; tried < 9; tried += 1) expect((await guess()).statusCode).toBe(401);
    const entered = await login(victim.emails.user, 'a password of the attacker', own.slug);
    expect(entered.statusCode).toBe(200);
    expect((await guess()).statusCode).toBe(401);
    expect((await guess()).statusCode).toBe(429);
  });
});

describe('an email that many organizations have', () => {
  it('finds the named organization, and without a name the oldest accounts first', async () => {
    const victim = await app.tenant();
    const owns: Tenant[] = [];
    for (let count = 0; count < 6; count += 1)
      owns.push(await claimEmail(victim.emails.user, `the password number ${count}`));
    const mine = await login(victim.emails.user, testPassword);
    expect(mine.json()).toMatchObject({ organization: { slug: victim.slug } });
    const last = await login(victim.emails.user, 'the password number 5', owns[5]?.slug);
    expect(last.json()).toMatchObject({ organization: { slug: owns[5]?.slug } });
  });
});

describe('a password that changes while it is compared', () => {
  it('signs nobody in with the old one', async () => {
    const { emails, tokens } = await app.tenant();
    const pause = pauseAfterCompare();
    const entering = login(emails.user, testPassword);
    await pause.compared;
    const changed = await app.call('POST', changePath, tokens.user, {
      currentPassword: testPassword,
      newPassword: 'another long password',
    });
    expect(changed.statusCode).toBe(200);
    pause.release();
    expect((await entering).statusCode).toBe(401);
    expect((await login(emails.user, 'another long password')).statusCode).toBe(200);
  });

  it('a deactivation meanwhile leaves no session behind', async () => {
    const { emails, tokens, userIds } = await app.tenant();
    const pause = pauseAfterCompare();
    const entering = login(emails.user, testPassword);
    await pause.compared;
    const url = `/api/tenant/users/${userIds.user}`;
    expect((await app.call('PUT', url, tokens.owner, { isActive: false })).statusCode).toBe(200);
    pause.release();
    expect((await entering).statusCode).toBe(401);
  });

  it('of two changes at once one holds, and its session goes on', async () => {
    const { emails, tokens } = await app.tenant();
    const second = (await login(emails.user, testPassword)).json().token;
    const change = (token: string, newPassword: string) =>
      app.call('POST', changePath, token, { currentPassword: testPassword, newPassword });
    const answers = await Promise.all([
      change(tokens.user, 'the first new password'),
      change(second, 'the second new password'),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 401]);
    const won = answers.find(({ statusCode }) => statusCode === 200);
    expect((await meOf(won?.json().token)).statusCode).toBe(200);
    const right = answers[0] === won ? 'the first new password' : 'the second new password';
    expect((await login(emails.user, right)).statusCode).toBe(200);
  });

  it('cannot be changed to itself', async () => {
    const { tokens } = await app.tenant();
    const same = { currentPassword: testPassword, newPassword: testPassword };
    const answer = await app.call('POST', changePath, tokens.user, same);
    expect([answer.statusCode, answer.json().issues]).toEqual([
      400,
      [{ path: 'newPassword', message: 'Choose a password other than the current one.' }],
    ]);
  });
});

describe('a repeated signup', () => {
  const signup = (slug: string) =>
    app.call(
      'POST',
      '/api/tenant/organizations/signup',
      null,
      {
        organization: { name: 'Repeated', slug, industry: 'retail', size: 'small', country: 'AU' },
        user: { firstName: 'Ann', lastName: 'First', email: `ann@${slug}.example`, password: testPassword },
        selectedPlan: 'pro',
        selectedModules: ['leads_manager'],
      },
      { 'idempotency-key': slug },
    );

  it('signs in who signed up, never who owns the organization by now', async () => {
    const ann = (await signup('repeat-role')).json().token;
    const password = 'a password of the colleague';
    const ben = {
      email: 'ben@repeat-role.example',
      firstName: 'Ben',
      lastName: 'Next',
      password,
      role: 'owner',
    };
    expect((await app.call('POST', '/api/tenant/users', ann, ben)).statusCode).toBe(201);
    const benToken = (await login(ben.email, password)).json().token;
    const annId = (await meOf(ann)).json().user.id;
    await app.call('PUT', `/api/tenant/users/${annId}`, benToken, { role: 'viewer' });
    const again = await signup('repeat-role');
    expect((await meOf(again.json().token)).json().user).toMatchObject({ id: annId, role: 'viewer' });
  });

  it('opens nothing once the password was changed or the account deactivated', async () => {
    const token = (await signup('repeat-password')).json().token;
    await app.call('POST', changePath, token, {
      currentPassword: testPassword,
      newPassword: 'another long password',
    });
    expect((await signup('repeat-password')).statusCode).toBe(401);
  });

  it('keeps nothing that its password could be guessed from', async () => {
    await signup('repeat-digest');
    const rows = await app.hub.database
      .forOrganization(app.hub.platformId)
      .db.select()
      .from(idempotencyKeys)
      .where(eq(idempotencyKeys.organizationId, app.hub.platformId));
    const { seal } = app.hub.services;
    expect(rows.length).toBeGreaterThan(0);
    // The digest of a known body can be made with the installation's secret only.
    expect(rows.map((row) => row.bodyHash)).toContain(
      seal.digest(
        JSON.stringify([
          {},
          {},
          {
            organization: {
              name: 'Repeated',
              slug: 'repeat-digest',
              industry: 'retail',
              size: 'small',
              country: 'AU',
            },
            user: {
              firstName: 'Ann',
              lastName: 'First',
              email: 'ann@repeat-digest.example',
              password: testPassword,
            },
            selectedPlan: 'pro',
            selectedModules: ['leads_manager'],
          },
        ]),
        'idempotency_keys.body_hash',
      ),
    );
  });
});

describe('users after the trial', () => {
  it('can be shut out, but not let in or promoted', async () => {
    const { tokens, userIds } = await app.tenant({ trialEnded: true });
    const put = (body: object) => app.call('PUT', `/api/tenant/users/${userIds.user}`, tokens.owner, body);
    expect((await put({ role: 'admin' })).statusCode).toBe(402);
    expect((await put({ isActive: false })).statusCode).toBe(200);
    expect((await put({ isActive: true })).statusCode).toBe(402);
  });
});
