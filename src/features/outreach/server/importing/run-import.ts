import { setTimeout } from 'node:timers/promises';
import { and, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import {
  type ProspectImport,
  type prospectImportApi,
  prospectImportChanged,
} from '#features/outreach/import-contract.ts';
import type { Context, JobContext, OrganizationContext } from '#server/context.ts';
import { Reply } from '#server/http/route.ts';
import { job } from '#server/jobs/job.ts';
import type { Input } from '#shared/endpoint.ts';
import { AppError } from '#shared/errors.ts';
import { prospectImports } from '../tables.ts';
import { findImport, importOut, type StoredImport, takeImport } from './import-row.ts';
import { lockImports } from './judge-rows.ts';
import { ImportCancelled, writeImport } from './write-import.ts';

type Endpoints = (typeof prospectImportApi)['endpoints'];

const progressMs = 500;
export const stopped = 'The server stopped while it was importing. Nothing was imported: start it again.';

/** Writes the rows of one import. Never tried again by itself: what failed, a person starts again. */
export const runImport = job<z.ZodObject<{ importId: z.ZodString }>, JobContext>({
  name: 'outreach.run-import',
  scope: 'organization',
  payload: z.object({ importId: z.string() }),
  retries: 0,
  run: async ({ organization }, { importId }, { signal }) => {
    if (organization) await run(organization, importId, signal);
  },
});

/** Starts an import; of two that press the button, one does. */
export function startImport(
  context: Context,
  { params, body }: Input<Endpoints['start']>,
): Promise<Reply<ProspectImport>> {
  const now = context.services.clock.now();
  return context.tx(async (tx) => {
    const taken = await takeImport(tx, params.id, now, {
      state: 'running',
      reason: null,
      duplicates: body.duplicates,
      consentBasis: body.consent?.basis ?? null,
      consentSource: body.consent?.source ?? null,
      done: 0,
      isCancelRequested: false,
      claimedAt: null,
    });
    if (taken.columns.every(({ field }) => field !== 'businessName'))
      throw new AppError('invalid', 'Say first which column holds the business name.');
    await tx.enqueue(runImport, { importId: taken.id });
    tx.emit(prospectImportChanged, { id: taken.id, state: 'running', done: 0, total: taken.rowCount });
    return new Reply(importOut(taken, now));
  });
}

/** Stops an import: one that waits at once, one that is being written at its next step. Nothing of it stays. */
export async function cancelImport(
  context: Context,
  { params }: Input<Endpoints['cancel']>,
): Promise<ProspectImport> {
  const before = await findImport(context, params.id);
  if (before.state === 'done' || before.state === 'undone')
    throw new AppError('conflict', 'This import is done. Take it back instead.');
  if (before.state === 'reading')
    throw new AppError('conflict', 'The file is still being read. Try again in a moment.');
  await context.tx(async (tx) => {
    // Only the flag while it is written: its row is taken by nobody else until the end.
    const [asked] = await tx.db
      .update(prospectImports)
      .set({
        isCancelRequested: true,
        ...(before.state === 'running' && before.claimedAt ? {} : { state: 'cancelled' }),
      })
      .where(
        and(
          eq(prospectImports.id, before.id),
          eq(prospectImports.state, before.state),
          before.claimedAt ? undefined : isNull(prospectImports.claimedAt),
        ),
      )
      .returning();
    if (!asked) throw new AppError('conflict', 'This import went on in the meantime. Look again.');
    const { state, done, rowCount } = asked;
    tx.emit(prospectImportChanged, { id: before.id, state, done, total: rowCount });
  });
  return importOut(await findImport(context, before.id), context.services.clock.now());
}

async function run(context: OrganizationContext, importId: string, signal: AbortSignal): Promise<void> {
  const own = eq(prospectImports.id, importId);
  const [claimed] = await context.db
    .update(prospectImports)
    .set({ claimedAt: context.services.clock.now() })
    .where(and(own, eq(prospectImports.state, 'running'), isNull(prospectImports.claimedAt)))
    .returning();
  if (!claimed) return;
  const progress = new Progress(context, claimed);
  try {
    await context.tx(async (tx) => {
      await lockImports(tx);
      await writeImport(tx, importId, {
        now: context.services.clock.now(),
        duplicates: claimed.duplicates ?? 'skip',
        consent:
          claimed.consentBasis === null
            ? null
            : { basis: claimed.consentBasis, source: claimed.consentSource ?? '' },
        onStep: (done) => {
          signal.throwIfAborted();
          progress.done = done;
        },
      });
    });
  } catch (error) {
    await progress.stop();
    await giveUp(context, claimed, error, signal.aborted);
    if (!(error instanceof ImportCancelled)) throw error;
  } finally {
    await progress.stop();
  }
}

async function giveUp(
  context: OrganizationContext,
  { id, rowCount }: StoredImport,
  error: unknown,
  isStopping: boolean,
): Promise<void> {
  const isCancelled = error instanceof ImportCancelled;
  const reason = isStopping
    ? stopped
    : 'Something went wrong while importing. Nothing was imported: start it again, and tell us if it happens once more.';
  const state = isCancelled ? 'cancelled' : 'failed';
  await context.tx(async (tx) => {
    await tx.db
      .update(prospectImports)
      .set({ state, reason: isCancelled ? null : reason, done: 0, claimedAt: null })
      .where(and(eq(prospectImports.id, id), eq(prospectImports.state, 'running')));
    tx.emit(prospectImportChanged, { id, state, done: 0, total: rowCount });
  });
}

/** Tells how far the open transaction is, from outside it. Only a server has a second connection for that. */
class Progress {
  done = 0;
  readonly #ended = new AbortController();
  readonly #telling: Promise<void>;

  constructor(context: OrganizationContext, file: StoredImport) {
    this.#telling = this.#tell(context, file);
  }

  async stop(): Promise<void> {
    this.#ended.abort();
    await this.#telling;
  }

  async #tell(context: OrganizationContext, { id, rowCount }: StoredImport): Promise<void> {
    let told = 0;
    while (!this.#ended.signal.aborted) {
      // Ended early by `stop`, which is no failure.
      await setTimeout(progressMs, undefined, { signal: this.#ended.signal }).catch(() => undefined);
      const { done } = this;
      if (this.#ended.signal.aborted || done === told) continue;
      told = done;
      await context.tx(async (tx) => {
        await tx.db
          .update(prospectImports)
          .set({ done })
          .where(and(eq(prospectImports.id, id), eq(prospectImports.state, 'running')));
        tx.emit(prospectImportChanged, { id, state: 'running', done, total: rowCount });
      });
    }
  }
}
