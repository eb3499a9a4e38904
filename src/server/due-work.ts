import type { SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Background, BackgroundContext } from './background.ts';
import type { OrganizationContext } from './context.ts';
import { loggable } from './http/errors.ts';

/** How often due work is looked for, milliseconds: one query over an index that holds what is due. */
const lookMs = 1000;
/** In hand at once in this process, and of one organization: what hangs holds up its own organization only. */
const mostAtOnce = 64;
export const mostOfOne = 8;
/** Work that failed by a fault of ours is not tried again before, milliseconds. */
const faultMs = 60_000;
/** An organization that has to wait is looked at again after this at the latest: settings may have changed. */
const longestWaitMs = 15_000;

export interface DueQuery {
  now: Date;
  /** Organizations that are passed over: they have as much in hand as they may, or wait. */
  passed: readonly string[];
  /** Ids that are in hand here, or failed a moment ago. */
  going: readonly string[];
  /** Rows wanted at most. */
  room: number;
}

/** What came of one piece of work. `wait`: nothing of this organization can be done before that instant. */
export type DueOutcome = { wait: Date } | null;

export interface DueWork {
  /** 'due posts', as the log names it. */
  what: string;
  /**
   * What is due in all organizations that may write: rows with `organization_id`, `id` and `state`, at most `mostOfOne` of
   * each organization, so that no backlog stands before the work of others.
   */
  query: (about: DueQuery) => SQL;
  /** Does one piece. Several processes may begin it: whoever locks it does it. */
  work: (
    context: OrganizationContext,
    row: { id: string; state: string },
    stopping: AbortSignal,
  ) => Promise<DueOutcome>;
  /** Called about every second with the organizations of which something was done since. */
  onProgress?: (organizationIds: string[]) => Promise<void>;
}

const found = z.array(z.object({ organization_id: z.string(), id: z.string(), state: z.string() }));

/** Looks for due work as long as the process runs, and does it (decision 020). Every process that works looks. */
export function doDueWork(
  context: BackgroundContext,
  { what, query, work, onProgress }: DueWork,
): Background {
  const { database, services, log } = context;
  const going = new Map<string, { organizationId: string; ended: Promise<void> }>();
  const waiting = new Map<string, number>();
  const faulty = new Map<string, number>();
  const worked = new Set<string>();
  const stopping = new AbortController();
  let looking: Promise<void> = Promise.resolve();
  /** Whether the last look had to leave work for want of room: then the next one follows as soon as a piece is done. */
  let leftSome = false;
  /** A look is in line behind the running one: no second one is needed. */
  let inLine = false;

  const begin = (organizationId: string, row: { id: string; state: string }): void => {
    const ended = work(context.organization(organizationId), row, stopping.signal)
      .then((outcome) => {
        worked.add(organizationId);
        if (!outcome) return;
        const latest = services.clock.now().getTime() + longestWaitMs;
        waiting.set(organizationId, Math.min(outcome.wait.getTime(), latest));
      })
      .catch((error: unknown) => {
        faulty.set(row.id, services.clock.now().getTime() + faultMs);
        log.error({ err: loggable(error), id: row.id }, `${what} could not be worked on`);
      })
      .finally(() => {
        going.delete(row.id);
        if (leftSome) lookSoon();
      });
    going.set(row.id, { organizationId, ended });
  };

  const look = async (): Promise<void> => {
    const room = mostAtOnce - going.size;
    if (room <= 0) return;
    const now = services.clock.now();
    for (const until of [waiting, faulty])
      for (const [key, at] of until) if (at <= now.getTime()) until.delete(key);
    const counts = new Map<string, number>();
    for (const { organizationId } of going.values())
      counts.set(organizationId, (counts.get(organizationId) ?? 0) + 1);
    const busy = [...counts].filter(([, count]) => count >= mostOfOne).map(([id]) => id);
    const about = {
      now,
      passed: [...busy, ...waiting.keys()],
      going: [...going.keys(), ...faulty.keys()],
      room,
    };
    const rows = found.parse(
      await database.readAsPlatform(`${what} of all organizations are looked for`).execute(query(about)),
    );
    leftSome = busy.length > 0 || rows.length >= room;
    for (const { organization_id: organizationId, ...row } of rows) {
      const count = counts.get(organizationId) ?? 0;
      if (count >= mostOfOne || going.size >= mostAtOnce) {
        leftSome = true;
        continue;
      }
      counts.set(organizationId, count + 1);
      begin(organizationId, row);
    }
  };

  const lookSoon = (): void => {
    leftSome = false;
    if (stopping.signal.aborted || inLine) return;
    inLine = true;
    looking = looking
      .then(() => {
        inLine = false;
        return look();
      })
      .catch((error: unknown) => {
        log.warn({ err: loggable(error) }, `${what} could not be looked for`);
      });
  };

  const tell = (): void => {
    const organizations = [...worked];
    worked.clear();
    if (!onProgress || organizations.length === 0) return;
    looking = looking
      .then(() => onProgress(organizations))
      .catch((error: unknown) => {
        log.warn({ err: loggable(error) }, `progress of ${what} could not be told`);
      });
  };

  const timer = setInterval(() => {
    lookSoon();
    tell();
  }, lookMs);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      stopping.abort();
      await looking;
      await Promise.all([...going.values()].map(({ ended }) => ended));
    },
  };
}
