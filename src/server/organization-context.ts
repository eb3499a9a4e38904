import type pino from 'pino';
import type { AuditEntry, Context, LinkContext, OrganizationContext, Session, Tx } from './context.ts';
import type { Queries, Transaction } from './db/database.ts';
import { auditLog } from './db/tables.ts';
import type { Hub } from './hub.ts';
import { newId } from './ids.ts';

interface About {
  requestId: string;
  address: string;
  userAgent: string | null;
}

interface Actor {
  name: string;
  id: string | null;
  about: About | null;
}

/** What a use case gets in a request. */
export function requestContext(hub: Hub, session: Session, about: About, log: pino.Logger): Context {
  const actor = { name: session.actor, id: session.userId ?? session.id, about };
  return { ...contextFor(hub, session.organizationId, actor, log), ...about, session };
}

/** What the holder of a signed link gets. */
export function linkContext(
  hub: Hub,
  organizationId: string,
  token: string,
  about: About & Pick<LinkContext, 'origin'>,
  log: pino.Logger,
): LinkContext {
  const actor = { name: 'Holder of a link', id: null, about };
  return { ...contextFor(hub, organizationId, actor, log), ...about, token };
}

/** What a job gets: the organization it was enqueued for, and no person. */
export function jobContext(hub: Hub, organizationId: string): OrganizationContext {
  return contextFor(hub, organizationId, { name: 'AI Hub', id: null, about: null }, hub.log);
}

function contextFor(hub: Hub, organizationId: string, actor: Actor, log: pino.Logger): OrganizationContext {
  const database = hub.database.forOrganization(organizationId);
  return {
    ...database,
    tx: (work) => database.tx((tx) => work(transactionFor(hub, tx, actor))),
    services: hub.services,
    log,
  };
}

/** Adds events, jobs and the audit log to a transaction. Also for platform work, which names the organization itself. */
export function transactionFor(hub: Hub, tx: Transaction, actor: Actor): Tx {
  return {
    ...tx,
    emit: (event, data) => tx.notify({ kind: 'event', o: tx.organizationId, m: { type: event.name, data } }),
    enqueue: async (job, payload, options) => {
      await hub.jobs.enqueue(tx.asOwner, job, payload, { ...options, organizationId: tx.organizationId });
    },
    audit: (entry) => writeAudit(tx.db, tx.organizationId, entry, actor),
  };
}

/** For work that has no `tx.audit`: of the platform, of a public call, of a job for all. `db` is of the transaction. */
export async function writeAudit(
  db: Queries,
  organizationId: string,
  entry: AuditEntry,
  actor: Actor,
): Promise<void> {
  await db.insert(auditLog).values({ ...auditRow(entry, actor), organizationId });
}

export function auditRow(entry: AuditEntry, actor: Actor) {
  return {
    id: newId(),
    action: entry.action,
    outcome: entry.outcome ?? ('ok' as const),
    actor: actor.name,
    actorId: actor.id,
    subject: entry.subject ?? null,
    address: actor.about?.address ?? null,
    requestId: actor.about?.requestId ?? null,
    details: entry.details ?? {},
  };
}
