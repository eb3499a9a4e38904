import { eq, sql } from 'drizzle-orm';
import { type leadsApi, leadUpdatedEvent } from '#features/leads/contract.ts';
import { deleteThread, lockThreads } from '#features/mail/server/public.ts';
import type { Context, Tx } from '#server/context.ts';
import { forgetAddress } from '#server/integrations/suppressions.ts';
import type { Input } from '#shared/endpoint.ts';
import { AppError, notFound } from '#shared/errors.ts';
import { lockLead } from './merge.ts';
import { leads } from './tables.ts';

type Remove = (typeof leadsApi)['endpoints']['remove'];

/** Deletes a lead with its conversation; the same mail does not come back, a new one in the thread makes a new lead. */
export function removeLead(context: Context, { params }: Input<Remove>): Promise<undefined> {
  return context.tx(async (tx) => {
    await lockThreads(tx);
    const { callAt } = await lockLead(tx, params.thread_id);
    // The client still expects to be met.
    if (callAt && callAt > context.services.clock.now()) {
      throw new AppError(
        'conflict',
        'A meeting with this lead is coming up. Cancel it first, so that the client hears of it.',
      );
    }
    const [row] = await tx.db.delete(leads).where(eq(leads.threadId, params.thread_id)).returning({
      threadId: leads.threadId,
      name: leads.name,
      company: leads.company,
      contact: leads.contactEmail,
    });
    if (!row) throw notFound('lead');
    if (row.contact !== null) await forgetContact(context, tx, row.contact);
    await deleteThread(tx, row.threadId);
    await tx.audit({ action: 'lead.deleted', subject: row.threadId, details: { name: row.name } });
    tx.emit(leadUpdatedEvent, { thread_id: row.threadId, name: row.name, company: row.company });
    return undefined;
  });
}

/** With the last lead of a person, the list of stopped addresses no longer names them. */
async function forgetContact({ services }: Context, tx: Tx, contact: string): Promise<void> {
  const others = await tx.db.$count(leads, sql`lower(${leads.contactEmail}) = lower(${contact})`);
  if (others === 0) await forgetAddress(tx, services.seal, contact);
}
