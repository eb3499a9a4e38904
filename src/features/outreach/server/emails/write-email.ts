import { and, eq } from 'drizzle-orm';
import { outreachEmailsChanged } from '#features/outreach/email-contract.ts';
import type { OrganizationContext, Tx } from '#server/context.ts';
import { newId } from '#server/ids.ts';
import type { OutgoingRow } from '#server/integrations/gate-options.ts';
import type { ComposedMail } from '#server/integrations/outgoing-mail.ts';
import { AppError } from '#shared/errors.ts';
import { lockProspect, type StoredProspect } from '../prospect-row.ts';
import { outreachEmails } from '../sending-tables.ts';
import { storedSettings } from '../settings/stored-settings.ts';
import { composeOutreach, type OutreachWriting } from './compose-email.ts';
import { markContacted } from './contact-record.ts';
import { type HeldWhy, judgeProspect, type Obstacle, organizationObstacle } from './may-write.ts';

export type OutreachEmailRow = typeof outreachEmails.$inferSelect;

export interface PreparedOutreach {
  writing: OutreachWriting;
  composed: ComposedMail;
  /** As it was when the bytes were made. */
  recipient: string;
  postalAddress: string;
}

/** Why bulk mail was not placed. Nothing was written; `forGood`: asking again later gives the same answer. */
export interface Held {
  why: HeldWhy;
  reason: string;
  forGood: boolean;
}

export type Placed =
  | { held: Held }
  | { held: null; email: OutreachEmailRow; mail: OutgoingRow; repeated: boolean };

const forGood: ReadonlySet<HeldWhy> = new Set([
  'no_address',
  'suppressed',
  'needs_basis',
  'blocked',
  'duplicate',
]);

/**
 * Makes the bytes of an email to a prospect: outside any transaction, before `placeOutreach`.
 * @throws AppError not_found
 */
export async function prepareOutreach(
  context: OrganizationContext,
  writing: OutreachWriting,
): Promise<PreparedOutreach> {
  const { mail: composed, ...about } = await composeOutreach(context, { writing });
  return { writing, composed, ...about };
}

/**
 * Lets an email to a prospect through, or not: one row of `outreach_emails` and one of the gate's ledger, which leave
 * together or not at all. Nothing has left yet: call `deliverPlaced` after the commit. Takes the gate's lock and then the
 * prospect's; whoever locks prospects or mail in the same transaction takes `gate.lock` before.
 * @throws AppError not_found; in mode `person` also what a person must put right: suppressed, consent_missing,
 * postal_address_missing, conflict (paused, changed, duplicate, daily limit), 402, 403. Bulk mail is held instead.
 */
export async function placeOutreach(
  context: OrganizationContext,
  tx: Tx,
  prepared: PreparedOutreach,
): Promise<Placed> {
  const { gate, clock } = context.services;
  const { writing, composed } = prepared;
  await gate.lock(tx);
  const prospect = await lockProspect(tx, writing.prospectId);
  const settings = await storedSettings(tx);
  const permission = await judgeProspect(tx, prospect, writing.mode, settings);
  const transport = gate.transportOf(composed.sender);
  const obstacle =
    addressObstacle(prepared, prospect) ??
    (await refusal(context, tx, composed)) ??
    organizationObstacle(settings, {
      leaves: transport !== 'outbox',
      postalAddress: prepared.postalAddress,
    }) ??
    permission.obstacle;
  if (obstacle) return notPlaced(writing, obstacle);
  const sent = await letThrough(context, tx, composed);
  if ('why' in sent) return notPlaced(writing, sent);
  const { row: mail, repeated } = sent;
  if (repeated) {
    const [email] = await tx.db.select().from(outreachEmails).where(eq(outreachEmails.mailId, mail.id));
    if (!email) throw new AppError('conflict', 'This email was sent before and deleted with its prospect.');
    return { held: null, email, mail, repeated };
  }
  const now = clock.now();
  const email = await writeRow(tx, prepared, mail, {
    consentBasis: prospect.consent?.basis ?? null,
    warning: permission.warning,
    createdAt: now,
  });
  // What a person sent counts from the press, as they see it; a sequence's mail when it has left.
  if (writing.mode === 'person') await markContacted(tx, prospect, email.id, writing.actor, now);
  tx.emit(outreachEmailsChanged, { prospectId: prospect.id });
  return { held: null, email, mail, repeated };
}

/** Hands an email over that may leave at once. After the commit. */
export function deliverPlaced(
  { organizationId, services }: Pick<OrganizationContext, 'organizationId' | 'services'>,
  placed: Placed,
): void {
  if (placed.held || placed.mail.state !== 'queued') return;
  const { sendAt, id } = placed.mail;
  if (sendAt === null || sendAt <= services.clock.now()) services.gate.deliverSoon(organizationId, id);
}

function notPlaced({ mode }: OutreachWriting, { why, error }: Obstacle): Placed {
  if (mode === 'person') throw error;
  return { held: { why, reason: error.message, forGood: forGood.has(why) } };
}

function addressObstacle({ recipient }: PreparedOutreach, { contactEmail }: StoredProspect): Obstacle | null {
  if (contactEmail === '') {
    const message = 'This prospect has no email address. Add one first.';
    return {
      why: 'no_address',
      error: new AppError('invalid', message, { issues: [{ path: 'to', message }] }),
    };
  }
  if (contactEmail === recipient) return null;
  const message = 'The address of this prospect was changed a moment ago. Look at it and send again.';
  return { why: 'changed', error: new AppError('conflict', message) };
}

async function refusal(
  { services }: OrganizationContext,
  tx: Tx,
  { sender, envelope }: ComposedMail,
): Promise<Obstacle | null> {
  const error = await services.gate.refusalOf(tx, sender, 'outreach', envelope.to);
  return error && { why: error.code === 'suppressed' ? 'suppressed' : 'tenant', error };
}

async function letThrough(
  { services }: OrganizationContext,
  tx: Tx,
  composed: ComposedMail,
): Promise<{ row: OutgoingRow; repeated: boolean } | Obstacle> {
  try {
    return await services.gate.send(tx, composed);
  } catch (error) {
    // The gate refuses before it writes, so the transaction goes on.
    if (!(error instanceof AppError)) throw error;
    return { why: error.details?.dailyLimit === undefined ? 'duplicate' : 'limit', error };
  }
}

async function writeRow(
  tx: Tx,
  { writing, recipient }: PreparedOutreach,
  mail: OutgoingRow,
  more: Pick<OutreachEmailRow, 'consentBasis' | 'warning' | 'createdAt'>,
): Promise<OutreachEmailRow> {
  const { draftId, step, subject, content } = writing;
  const { createdAt, ...ground } = more;
  const values = {
    ...ground,
    state: mail.state,
    reason: mail.reason,
    recipient,
    subject,
    content,
    mailId: mail.id,
    messageId: mail.messageId,
    sendAt: mail.sendAt,
  };
  const [row] =
    draftId === undefined
      ? await tx.db
          .insert(outreachEmails)
          .values({
            ...values,
            id: newId(),
            prospectId: writing.prospectId,
            enrolmentId: step?.enrolmentId ?? null,
            step: step?.number ?? null,
            engine: writing.engine,
            issues: [...(writing.issues ?? [])],
            createdBy: writing.actor.name,
            createdAt,
          })
          .returning()
      : await tx.db
          .update(outreachEmails)
          .set(values)
          .where(and(eq(outreachEmails.id, draftId), eq(outreachEmails.state, 'draft')))
          .returning();
  if (!row) throw new AppError('conflict', 'This draft was sent or thrown away in the meantime.');
  return row;
}
