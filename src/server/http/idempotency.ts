import { createHash } from 'node:crypto';
import { and, eq, lt, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Endpoint, Input } from '#shared/endpoint.ts';
import { AppError } from '#shared/errors.ts';
import type { AnyContext } from '../context.ts';
import { idempotencyKeys } from '../db/tables.ts';
import type { Hub } from '../hub.ts';
import { loggable } from './errors.ts';
import { type Bodies, Reply, type Route } from './route.ts';

/** An unfinished first request is given up after this long: its process has died. Minutes. */
const abandonedMinutes = 5;

/**
 * Runs the use case at most once per `Idempotency-Key` (contract section 3): the first answer is kept for 24 hours and
 * repeated; a repeat while the first still runs is a 409; another body under the same key a 422; a failure keeps nothing.
 */
export async function answerOnce(
  hub: Hub,
  route: Route,
  request: FastifyRequest,
  context: AnyContext,
  input: Input<Endpoint> & Bodies,
): Promise<unknown> {
  const key = request.headers['idempotency-key'];
  if (!route.endpoint.idempotent || key === undefined) return route.handle(context, input);
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new AppError('invalid', 'An Idempotency-Key has 1 to 255 visible ASCII characters.');
  }
  const actor = request.session?.userId ?? request.session?.id ?? '';
  const database = hub.database.forOrganization(request.session?.organizationId ?? hub.platformId);
  const keyHash = digest([actor, route.endpoint.method, route.endpoint.path, key]);
  // With the installation's key: a body may hold a password, and a bare digest of it could be guessed from a dump.
  const bodyHash = hub.services.seal.digest(
    JSON.stringify([request.params, request.query, request.body ?? null]),
    'idempotency_keys.body_hash',
  );
  const mine = eq(idempotencyKeys.keyHash, keyHash);

  const claimed = await database.tx(async (tx) => {
    await tx.db.delete(idempotencyKeys).where(and(mine, abandonedOrOld()));
    return tx.db
      .insert(idempotencyKeys)
      .values({ keyHash, bodyHash })
      .onConflictDoNothing()
      .returning({ keyHash: idempotencyKeys.keyHash });
  });
  if (claimed.length === 0) {
    const [first] = await database.db.select().from(idempotencyKeys).where(mine);
    if (first && first.bodyHash !== bodyHash) {
      throw new AppError(
        'idempotency_key_reused',
        'This Idempotency-Key was used with another request. Use a new key.',
      );
    }
    if (!first?.answer || first.status === null) {
      throw new AppError('in_progress', 'The first request with this Idempotency-Key is still running.', {
        retryAfter: 2,
      });
    }
    if (route.replay) return route.replay(context, first.answer.body, input);
    return new Reply(first.answer.body, {
      status: first.status,
      headers: { 'idempotency-replayed': 'true' },
    });
  }
  let answer: unknown;
  try {
    answer = await route.handle(context, input);
  } catch (error) {
    await database.db.delete(idempotencyKeys).where(mine);
    throw error;
  }
  const body = answer instanceof Reply ? answer.body : answer;
  const status = (answer instanceof Reply ? answer.status : undefined) ?? route.endpoint.status ?? 200;
  const kept = route.remember ? route.remember(body) : body;
  try {
    await database.db
      .update(idempotencyKeys)
      .set({ status, answer: { body: kept ?? null } })
      .where(mine);
  } catch (error) {
    // The work is done and stays: the key stays taken too, so that a repeat does not do it again.
    hub.log.error({ err: loggable(error) }, 'an answer could not be kept for its Idempotency-Key');
  }
  return answer;
}

function abandonedOrOld() {
  return sql`(${idempotencyKeys.createdAt} < now() - interval '24 hours' or (${idempotencyKeys.status} is null and ${idempotencyKeys.createdAt} < now() - make_interval(mins => ${abandonedMinutes})))`;
}

/** Keys past their 24 hours, for the nightly clean-up. */
export const expiredKeys = lt(idempotencyKeys.createdAt, sql`now() - interval '24 hours'`);

function digest(parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
