import { eq } from 'drizzle-orm';
import type { outreachEmailApi, SendAnswer } from '#features/outreach/email-contract.ts';
import type { Context } from '#server/context.ts';
import { outgoingMail } from '#server/db/tables.ts';
import { Reply } from '#server/http/route.ts';
import type { OutgoingRow } from '#server/integrations/gate-options.ts';
import type { Input } from '#shared/endpoint.ts';
import { AppError } from '#shared/errors.ts';
import { findProspect } from '../prospect-row.ts';
import type { Actor } from './contact-record.ts';
import { type OutreachEmailRow, placeOutreach, prepareOutreach } from './write-email.ts';

type Send = (typeof outreachEmailApi)['endpoints']['send'];

/** How long a person waits for the mail server; the sending goes on behind. */
const waitedMs = 10_000;

export function actorOf({ session }: Pick<Context, 'session'>): Actor {
  return { name: session.actor, id: session.userId ?? session.id };
}

/**
 * Sends one email that a person has read (contract section 8). Without a time to take it back it is handed over at
 * once, and the answer says how that ended.
 * @throws AppError invalid (another address), not_found, suppressed, consent_missing, postal_address_missing, conflict,
 * upstream_failed with the mail server's reason
 */
export async function sendEmail(context: Context, { body }: Input<Send>): Promise<Reply<SendAnswer>> {
  const prospect = await findProspect(context, body.prospectId);
  assertOwnAddress(prospect.contactEmail, body.to);
  const undoSeconds = body.undoSeconds ?? 0;
  const prepared = await prepareOutreach(context, {
    prospectId: body.prospectId,
    mode: 'person',
    subject: body.subject.trim(),
    content: body.content,
    engine: body.engine ?? null,
    actor: actorOf(context),
    undoSeconds,
  });
  const placed = await context.tx((tx) => placeOutreach(context, tx, prepared));
  if (placed.held) throw new AppError('conflict', placed.held.reason);
  const { email, mail } = placed;
  if (undoSeconds > 0) return answer(email, mail);
  return answer(email, await handedOver(context, mail));
}

/** The recipient comes from the record, never from the request (contract section 8). */
function assertOwnAddress(contactEmail: string, to: string): void {
  if (contactEmail !== '' && to.toLowerCase() === contactEmail.toLowerCase()) return;
  const message =
    contactEmail === ''
      ? 'This prospect has no email address. Add one first.'
      : 'An email goes to the address of its prospect only. Change it at the prospect first.';
  throw new AppError('invalid', message, { issues: [{ path: 'to', message }] });
}

/** Hands a mail over and waits for how it ends, not for ever. @throws AppError upstream_failed when it was refused */
export async function handedOver(context: Context, mail: Pick<OutgoingRow, 'id'>): Promise<OutgoingRow> {
  await context.services.gate.deliverNow(context.organizationId, mail.id, waitedMs);
  const [row] = await context.db.select().from(outgoingMail).where(eq(outgoingMail.id, mail.id));
  if (!row) throw new Error('A mail is gone from the ledger.');
  if (row.state === 'failed')
    throw new AppError('upstream_failed', row.reason, { details: { state: row.state } });
  return row;
}

function answer({ id }: OutreachEmailRow, mail: OutgoingRow): Reply<SendAnswer> {
  const state = answered[mail.state];
  return new Reply(
    {
      id,
      state,
      sendAt: mail.sendAt?.toISOString() ?? null,
      reason: mail.reason.slice(0, 2000),
      messageId: mail.messageId,
    },
    { status: state === 'sent' ? 200 : 202 },
  );
}

/** Shapes section 9. What lies in the local outbox has left; of what is not confirmed `reason` says so. */
const answered: Record<OutgoingRow['state'], SendAnswer['state']> = {
  queued: 'queued',
  sending: 'sending',
  unconfirmed: 'sending',
  sent: 'sent',
  kept: 'sent',
  bounced: 'sent',
  held: 'held',
  cancelled: 'held',
  failed: 'held',
};
