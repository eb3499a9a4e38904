import type pino from 'pino';
import type { OrganizationContext } from './context.ts';
import type { Database } from './db/database.ts';
import type { NoticeListener } from './db/notifications.ts';
import type { Feature } from './feature.ts';
import { loggable } from './http/errors.ts';
import type { Hub } from './hub.ts';
import { jobContext } from './organization-context.ts';
import type { Services } from './services.ts';

/** Work of a feature that goes on while the process runs, such as a connection that is kept open. */
export interface Background {
  /** Ends it within seconds; what is half done is done again by the next process. */
  stop(): Promise<void>;
}

/** What such work starts with. It belongs to no organization, and gets the context of one by its id. */
export interface BackgroundContext {
  database: Database;
  services: Services;
  listener: NoticeListener;
  log: pino.Logger;
  organization(organizationId: string): OrganizationContext;
}

/** Does a piece of work again and again, one round after the other; what fails is reported, and done again the next time. */
export function repeated(
  { log }: Pick<BackgroundContext, 'log'>,
  { everyMs, failed }: { everyMs: number; failed: string },
  work: (signal: AbortSignal) => Promise<void>,
): Background {
  const stopping = new AbortController();
  let working: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    working = working
      .then(() => work(stopping.signal))
      .catch((error: unknown) => {
        log.warn({ err: loggable(error) }, failed);
      });
  }, everyMs);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      stopping.abort();
      await working;
    },
  };
}

/** Starts the background work of all features; none in a process of role `web`. */
export function startBackground(hub: Hub, features: readonly Feature[]): Background {
  const { database, services, log } = hub;
  const context: BackgroundContext = {
    database,
    services,
    log,
    listener: hub.open.listener,
    organization: (organizationId) => jobContext(hub, organizationId),
  };
  const started =
    services.config.role === 'web'
      ? []
      : features.flatMap(({ background }) => (background ? [background(context)] : []));
  return {
    stop: async () => {
      await Promise.all(started.map((one) => one.stop()));
    },
  };
}
