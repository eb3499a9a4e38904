import type pino from 'pino';
import { TokenAuthenticator } from '#features/auth/server/authenticate.ts';
import { isGone } from '#features/deletion/server/public.ts';
import { findLegacySession } from '#features/legacy/server/authenticate.ts';
import { readSender } from '#features/mail/server/public.ts';
import { ensurePlatform } from '#features/platform/server/public.ts';
import { DatabaseClock } from './clock.ts';
import type { Config } from './config.ts';
import type { JobContext } from './context.ts';
import type { OpenDatabase } from './db/connect.ts';
import { features } from './features.ts';
import { housekeeping } from './housekeeping.ts';
import { RateCounter } from './http/rate-counter.ts';
import type { Hub } from './hub.ts';
import { mailJobs } from './integrations/deliver-mail.ts';
import { dnsRecords } from './integrations/dns-records.ts';
import { fileStoreOf } from './integrations/file-store.ts';
import { type HttpClient, httpClient } from './integrations/http-client.ts';
import { type Mailer, smtpMailer, smtpServerOf } from './integrations/mailer.ts';
import { Passwords } from './integrations/passwords.ts';
import { Seal } from './integrations/seal.ts';
import { SendGate } from './integrations/send-gate.ts';
import { socialNetworks } from './integrations/social/networks.ts';
import type { SocialNetworks } from './integrations/social/provider.ts';
import type { StripeConfig } from './integrations/stripe/stripe-config.ts';
import type { StripePayments } from './integrations/stripe/stripe-payments.ts';
import { createJobRunner } from './jobs/runner.ts';
import { jobContext } from './organization-context.ts';
import type { Services } from './services.ts';

export interface HubOptions {
  config: Config;
  open: OpenDatabase;
  log: pino.Logger;
  secret: string;
  /** Tests put a fake in; otherwise SMTP. */
  mailer?: Mailer;
  /** Tests shorten its limits. */
  social?: SocialNetworks;
  checkReplies?: boolean;
  /** False: jobs are only enqueued, as in role `web`; by default the role decides. */
  runsJobs?: boolean;
}

export interface StartedHub {
  hub: Hub;
  /** Said once when the platform's first owner was made with a generated password. */
  platformPassword: string | null;
  stop(): Promise<void>;
}

/** Puts the parts of one process together over an open database. Jobs are started apart, with `hub.jobs.start()`. */
export async function startHub(options: HubOptions): Promise<StartedHub> {
  const { config, open, log } = options;
  const { database } = open;
  const clock = new DatabaseClock(database.asOwner);
  await clock.start((error) => log.warn({ err: error }, 'the clock of the database could not be read'));
  const seal = new Seal(options.secret);
  const gate = new SendGate({
    database,
    mailer: options.mailer ?? smtpMailer(config.allowPrivateHosts),
    platformServer: config.smtpUrl === null ? null : smtpServerOf(config.smtpUrl),
    seal,
    from: config.mailFrom,
    publicUrl: config.publicUrl,
    readSender: (organization) => readSender(organization, seal),
    organization: (id) => jobContext(hub, id),
    now: () => clock.now(),
    report: (error, message) => log.error({ err: error }, message),
  });
  const http = httpClient({ allowPrivate: config.allowPrivateHosts });
  const services: Services = {
    config,
    clock,
    passwords: new Passwords(),
    rates: new RateCounter(database.asOwner),
    gate,
    seal,
    files: fileStoreOf(config),
    http,
    social:
      options.social ??
      socialNetworks({ config: config.social, allowPrivate: config.allowPrivateHosts, client: http }),
    stripe: config.stripe && (await stripePayments(config.stripe, http)),
    dns: dnsRecords(config.dnsServers),
    failedJobs: (organizationId) =>
      organizationId === undefined
        ? hub.jobs.listAllDeadLetters(200)
        : hub.jobs.listDeadLetters(organizationId, 200),
    asPlatform: (reason, work) => database.asPlatform(reason, work),
    onArrival: features.flatMap((feature) => feature.onArrival ?? []),
    onMessage: features.flatMap((feature) => feature.onMessage ?? []),
    onMail: features.flatMap((feature) => feature.onMail ?? []),
    beforeMail: features.flatMap((feature) => feature.beforeMail ?? []),
    pages: features.flatMap((feature) => feature.pages ?? []),
    guests: features.flatMap((feature) => feature.guests ?? []),
    exportable: features.flatMap((feature) => feature.exportable),
    storedFiles: features.flatMap(({ storedFiles }) => storedFiles ?? []),
    browsable: features.flatMap((feature) => feature.browsable),
  };
  const authenticator = new TokenAuthenticator({
    database,
    listener: open.listener,
    clock,
    report: (error) => log.warn({ err: error }, 'the last use of a session could not be recorded'),
  });
  const { platformId, password } = await ensurePlatform(database, services);
  const jobs = createJobRunner<JobContext>({
    jobs: [...housekeeping, ...mailJobs, ...features.flatMap((feature) => feature.jobs)],
    executeSql: database.asOwner,
    backend: open.embedded ? 'embedded' : 'postgres',
    makeContext: async (organizationId) => {
      if (organizationId !== null && (await isGone(database, organizationId))) return null;
      return {
        organization: organizationId === null ? null : jobContext(hub, organizationId),
        database,
        services,
        log,
      };
    },
    logger: log,
    role: options.runsJobs === false ? 'web' : config.role,
  });
  const hub: Hub = {
    database,
    open,
    services,
    jobs,
    authenticator,
    findLegacy: (cookie) => findLegacySession(database, services, platformId, cookie),
    log,
    platformId,
    checkReplies: options.checkReplies ?? !config.production,
  };
  return {
    hub,
    platformPassword: password,
    stop: async () => {
      clock.stop();
      await jobs.stop();
      await open.close();
    },
  };
}

/** Stripe's library is large: it is loaded where payments are set up. */
async function stripePayments(config: StripeConfig, client: HttpClient): Promise<StripePayments> {
  const { StripePayments: Payments } = await import('./integrations/stripe/stripe-payments.ts');
  return new Payments(config, client);
}
