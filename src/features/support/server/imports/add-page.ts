import { and, eq } from 'drizzle-orm';
import type { importsApi, Source } from '#features/support/imports-contract.ts';
import { knowledgeChanged } from '#features/support/knowledge-contract.ts';
import type { Context, Tx } from '#server/context.ts';
import { newId } from '#server/ids.ts';
import { visibleAddressFault } from '#server/integrations/visible-address.ts';
import type { Input } from '#shared/endpoint.ts';
import { AppError } from '#shared/errors.ts';
import { sources } from '../source-tables.ts';
import { readPage } from './read-page.ts';
import { findSource, refuseMore } from './sources.ts';

const dayMs = 86_400_000;

type Endpoints = (typeof importsApi)['endpoints'];

/** What was typed as an address: without a scheme it is https, and what stands after `#` names no other page. */
function addressOf(typed: string): string {
  const text = typed.trim();
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`);
  if (!url) return text;
  url.hash = '';
  return url.href;
}

/**
 * Notes a page, which a job reads soon and every day. An address that may not be used is in the list with its reason, and
 * nothing is sent there. @throws AppError conflict when the page is there already or the list is full
 */
export function addPage(context: Context, { body }: Input<Endpoints['addPage']>): Promise<Source> {
  const { services, session } = context;
  const name = addressOf(body.url);
  const fault = visibleAddressFault(name, services.config.allowPrivateHosts);
  const now = services.clock.now();
  return context.tx(async (tx) => {
    await refuseMore(tx, 'page');
    if ((await tx.db.$count(sources, and(eq(sources.kind, 'page'), eq(sources.name, name)))) > 0)
      throw new AppError('conflict', 'This page is in the list already. Read it again there.');
    const id = newId();
    await tx.db.insert(sources).values({
      id,
      kind: 'page',
      name,
      state: fault === null ? 'reading' : 'refused',
      reason: fault,
      createdBy: session.actor,
      createdAt: now,
      // The job below reads it now.
      nextCheckAt: fault === null ? new Date(now.getTime() + dayMs) : null,
    });
    await tx.audit({ action: 'knowledge.page-added', subject: id, details: { address: name } });
    return told(tx, id, fault === null);
  });
}

/** Reads a page again soon. @throws AppError not_found, conflict for a file */
export function refreshSource(context: Context, { params }: Input<Endpoints['refresh']>): Promise<Source> {
  return context.tx(async (tx) => {
    const { kind, id } = await findSource(tx, params.sourceId);
    if (kind === 'file')
      throw new AppError('conflict', 'A file is not read again by itself. Bring in its new version.');
    await tx.audit({ action: 'knowledge.page-refreshed', subject: id });
    return told(tx, id, true);
  });
}

async function told(tx: Tx, id: string, reads: boolean): Promise<Source> {
  if (reads) await tx.enqueue(readPage, { sourceId: id }, { key: id });
  tx.emit(knowledgeChanged, { id: null });
  return findSource(tx, id);
}
