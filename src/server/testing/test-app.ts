import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import type pino from 'pino';
import { subscriptions } from '#features/billing/server/tables.ts';
import { readRfc822 } from '#features/mail/server/reading/read-message.ts';
import { createOrganization, startSession } from '#features/organization/server/public.ts';
import { users } from '#features/organization/server/tables.ts';
import type { Role } from '#shared/access.ts';
import { type ModuleType, moduleTypes } from '#shared/modules.ts';
import { type App, buildApp } from '../app.ts';
import { readConfig } from '../config.ts';
import type { OpenDatabase } from '../db/connect.ts';
import type { Walls } from '../db/database.ts';
import { features } from '../features.ts';
import type { Hub } from '../hub.ts';
import { newId } from '../ids.ts';
import type { Handover, Mail, SmtpServer } from '../integrations/mailer.ts';
import { startHub } from '../start-hub.ts';
import { silentLogger } from './silent-logger.ts';
import { openTestDatabase } from './test-database.ts';

export const testPassword = 'correct horse battery staple';
/** Argon2id of `testPassword` with small parameters: made once, so that factories do not hash. */
let testHash: Promise<string> | null = null;

export interface Tenant {
  organizationId: string;
  slug: string;
  /** A session's token for each role. */
  tokens: Record<Role, string>;
  userIds: Record<Role, string>;
  emails: Record<Role, string>;
}

/** A mail that the server was given, with what a reader would see of it. */
export interface SentMail extends Mail {
  from: string;
  to: string;
  text: string;
}

export interface TestApp {
  hub: Hub;
  app: App;
  /** Mail that would have left. */
  sent: SentMail[];
  /** `fails` makes the server refuse; `answer` gives it any other end, and may take its time. */
  mail: {
    fails: boolean;
    answer: ((mail: SentMail, server: SmtpServer) => Handover | Promise<Handover>) | null;
  };
  /** A tenant of its own for a test: four users, all modules unless others are named, a running trial. */
  tenant(options?: {
    modules?: readonly ModuleType[];
    status?: 'trial' | 'active' | 'suspended' | 'cancelled';
    trialEnded?: boolean;
    timezone?: string;
  }): Promise<Tenant>;
  /** Session token of the platform's owner. */
  platformToken: string;
  call(
    method: NonNullable<InjectOptions['method']>,
    url: string,
    token?: string | null,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>;
  /** Also answers over real connections, on the loopback port that it gives. */
  listen(): Promise<number>;
  close(): Promise<void>;
}

export interface TestAppOptions {
  env?: Record<string, string>;
  walls?: Walls;
  /** Without it, the platform has no mail server and mail stays in the local outbox. */
  withMailer?: boolean;
  /** Of another process of the same hub; by default a database of its own. */
  open?: OpenDatabase;
  /** Jobs run; otherwise they are only enqueued. */
  jobs?: boolean;
  /** Where the application logs to; by default nowhere. */
  log?: pino.Logger;
}

/** The real application on a real database, reached by injected requests. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const dataDir = options.env?.HUB_DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'hub-test-')));
  const config = readConfig({
    NODE_ENV: 'test',
    HUB_DEMO: '0',
    HUB_LOG_LEVEL: 'silent',
    HUB_PUBLIC_URL: 'http://hub.example',
    HUB_DATA_DIR: dataDir,
    HUB_PLATFORM_PASSWORD: testPassword,
    ...(options.withMailer ? { SMTP_URL: 'smtp://mail.hub.example:25' } : {}),
    ...options.env,
  });
  const open = options.open ?? (await openTestDatabase(options.walls));
  const sent: SentMail[] = [];
  const mail: TestApp['mail'] = { fails: false, answer: null };
  const mailer = {
    send: async (server: SmtpServer, one: Mail): Promise<Handover> => {
      const read = await readRfc822(one.bytes);
      const about = { ...one, from: one.envelope.from, to: one.envelope.to.join(', '), text: read.text };
      if (mail.answer) return mail.answer(about, server);
      if (mail.fails) return { outcome: 'refused', words: '550 no', code: 550 };
      sent.push(about);
      return { outcome: 'taken', refused: [] };
    },
  };
  const started = await startHub({
    config,
    open,
    log: options.log ?? silentLogger,
    secret: 'a secret of the tests, 32 bytes and more',
    mailer,
    checkReplies: true,
    runsJobs: options.jobs ?? false,
  });
  const { hub } = started;
  const app = await buildApp(
    hub,
    features.flatMap((feature) => feature.routes),
    { webFolder: '/nowhere' },
  );
  await hub.jobs.start();
  testHash ??= hub.services.passwords.hash(testPassword);
  const passwordHash = await testHash;
  return {
    hub,
    app,
    sent,
    mail,
    platformToken: await platformToken(hub),
    tenant: (about = {}) => makeTenant(hub, passwordHash, about),
    call: (method, url, token, body, headers = {}) =>
      app.fastify.inject({
        method,
        url,
        headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
        ...(body === undefined ? {} : { payload: asPayload(body) }),
      }),
    listen: async () => {
      await app.fastify.listen({ port: 0, host: '127.0.0.1' });
      const address = app.fastify.server.address();
      if (typeof address !== 'object' || !address) throw new Error('The server has no port.');
      return address.port;
    },
    close: async () => {
      await app.realtime.stop();
      await app.fastify.close();
      await started.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function asPayload(body: unknown): string | Buffer | object {
  if (typeof body === 'string' || Buffer.isBuffer(body)) return body;
  return typeof body === 'object' && body !== null ? body : JSON.stringify(body);
}

async function platformToken(hub: Hub): Promise<string> {
  return hub.database.asPlatform('a test signs the platform owner in', async (tx) => {
    const [owner] = await tx.db
      .select({ id: users.id })
      .from(users)
      .where(eq(users.organizationId, hub.platformId));
    return startSession(
      tx,
      { organizationId: hub.platformId, userId: owner?.id ?? '' },
      { address: '127.0.0.1', userAgent: null },
    );
  });
}

const roleNames: readonly Role[] = ['viewer', 'user', 'admin', 'owner'];

async function makeTenant(
  hub: Hub,
  passwordHash: string,
  about: Parameters<TestApp['tenant']>[0] = {},
): Promise<Tenant> {
  // Letters only: a name with a digit is a source for numbers, which the checks of generated texts look for.
  const slug = `t-${Array.from(randomBytes(10), (byte) => String.fromCharCode(97 + (byte % 26))).join('')}`;
  const email = (role: Role) => `${role}@${slug}.example`;
  return hub.database.asPlatform('a test makes a tenant', async (tx) => {
    const { organizationId, userId } = await createOrganization(tx, hub.services, {
      organization: {
        name: `Tenant ${slug}`,
        slug,
        industry: 'retail',
        size: 'small',
        country: 'AU',
        timezone: about.timezone ?? 'Australia/Sydney',
        termsAccepted: true,
      },
      owner: { firstName: 'Olive', lastName: 'Owner', email: email('owner'), passwordHash, temporary: false },
      plan: 'pro',
      modules: about.modules ?? moduleTypes,
    });
    const yesterday = new Date(Date.now() - 86_400_000);
    const ended = about.trialEnded ? { trialEndsAt: yesterday, currentPeriodEnd: yesterday } : {};
    await tx.db
      .update(subscriptions)
      .set({ status: about.status ?? 'trial', ...ended })
      .where(eq(subscriptions.organizationId, organizationId));
    const userIds: Record<Role, string> = { viewer: newId(), user: newId(), admin: newId(), owner: userId };
    for (const role of roleNames.filter((one) => one !== 'owner')) {
      await tx.db.insert(users).values({
        id: userIds[role],
        organizationId,
        email: email(role),
        emailKey: email(role),
        firstName: role,
        lastName: 'Person',
        passwordHash,
        role,
      });
    }
    const tokens: Record<Role, string> = { viewer: '', user: '', admin: '', owner: '' };
    for (const role of roleNames)
      tokens[role] = await startSession(
        tx,
        { organizationId, userId: userIds[role] },
        { address: '127.0.0.1', userAgent: 'test' },
      );
    return {
      organizationId,
      slug,
      tokens,
      userIds,
      emails: { viewer: email('viewer'), user: email('user'), admin: email('admin'), owner: email('owner') },
    };
  });
}
