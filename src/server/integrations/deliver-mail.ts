import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { JobContext, OrganizationContext, Tx } from '../context.ts';
import { outgoingMail } from '../db/tables.ts';
import { type Job, job } from '../jobs/job.ts';
import { scheduledJob } from '../jobs/scheduled-job.ts';
import { notNow, unwantedBecause } from './admit-mail.ts';
import { composeMail, senderAddress } from './compose-mail.ts';
import type { GateOptions, MailHold, OutgoingRow } from './gate-options.ts';
import type { Handover, SmtpServer } from './mailer.ts';
import { nextTry, refusalWords } from './send-rules.ts';
import { type Outcome, settling } from './settle-mail.ts';

/** Binds the text of an account mail to its column. */
export const sealPurpose = 'outgoing_mail.body';

const payload = z.object({ id: z.uuid() });

/** Hands over a mail whose time has come. The row decides, so that a job that comes twice does nothing. */
export const deliverMail = job<typeof payload, JobContext>({
  name: 'hub.deliver-mail',
  scope: 'organization',
  payload,
  run: async ({ organization, services }, { id }) => {
    if (organization) await services.gate.deliver(organization.organizationId, id);
  },
});

/** Nothing waits for ever: what a stopped process left, and mail whose next try is due. */
export const sweepMail = scheduledJob({
  name: 'hub.sweep-mail',
  cron: '* * * * *',
  retries: 0,
  run: ({ services }) => services.gate.sweep({ all: false }),
});

export const mailJobs: readonly Job<z.ZodType, JobContext>[] = [deliverMail, sweepMail];

/** A mail in hand, with the server that takes it. */
export interface Claimed {
  row: OutgoingRow;
  /** Null: it stays in the local outbox. */
  server: SmtpServer | null;
}

/** Takes a due mail in hand. Null when it is not due, not wanted any more, or in other hands. */
export function claim(options: GateOptions, organizationId: string, id: string): Promise<Claimed | null> {
  const now = options.now();
  const mine = eq(outgoingMail.id, id);
  return settling(options, organizationId, async (context, tx, settle) => {
    const [row] = await tx.db.select().from(outgoingMail).where(mine).for('update');
    if (row?.state !== 'queued' || (row.sendAt && row.sendAt > now)) return null;
    const inHand = { state: 'sending' as const, attempts: row.attempts + 1, claimedAt: now };
    if (row.purpose === 'account') {
      await tx.db.update(outgoingMail).set(inHand).where(mine);
      return { row: { ...row, attempts: row.attempts + 1 }, server: options.platformServer };
    }
    const sender = await options.readSender(tx);
    const check = { seal: options.seal, sender, now };
    const unwanted = await unwantedBecause(tx, check, row.purpose, row.envelope?.to ?? []);
    if (unwanted) {
      // Without its bytes: nothing lets it go again.
      await settle(row, { state: 'held', reason: `Held because: ${unwanted.message}`, bytes: null });
      return null;
    }
    const hold = (await notNow(tx, { sender, now }, row)) ?? (await keptBack(context, tx, row));
    if (hold) {
      await settle(row, heldColumns(hold));
      if ('until' in hold) await tx.enqueue(deliverMail, { id: row.id }, { startAfter: hold.until });
      return null;
    }
    const server = sender.account ?? options.platformServer;
    if (!server) {
      await settle(row, {
        state: 'kept',
        reason: 'Kept in the local outbox: no mail account is connected, so it has reached nobody.',
        leftAt: now,
      });
      return null;
    }
    await tx.db.update(outgoingMail).set(inHand).where(mine);
    return { row: { ...row, attempts: row.attempts + 1 }, server };
  });
}

/** Whether a feature keeps a due mail back. */
async function keptBack(context: OrganizationContext, tx: Tx, row: OutgoingRow): Promise<MailHold | null> {
  for (const guard of context.services.beforeMail) {
    const hold = await guard(context, tx, row);
    if (hold) return hold;
  }
  return null;
}

function heldColumns(hold: MailHold): Outcome {
  if ('until' in hold) return { state: 'queued', reason: hold.reason, sendAt: hold.until };
  return { state: 'held', reason: hold.held, ...(hold.forGood ? { bytes: null } : {}) };
}

/** Gives a claimed mail to its server. Outside any transaction. */
export async function handOver(options: GateOptions, { row, server }: Claimed): Promise<Handover> {
  if (!server) return { outcome: 'refused', words: 'No mail server is set up.', code: null };
  const { messageId, subject } = row;
  if (row.body === null) {
    if (!row.envelope || !row.bytes) throw new Error(`The outgoing mail ${row.id} has no content.`);
    const { envelope, bytes } = row;
    const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return options.mailer.send(server, { messageId, subject, envelope, bytes: whole });
  }
  const from = senderAddress(options.from);
  const bytes = await composeMail({
    from,
    replyTo: null,
    to: [{ name: null, address: row.recipient }],
    cc: [],
    subject,
    text: options.seal.open(row.body, sealPurpose),
    html: null,
    attachments: [],
    calendar: null,
    messageId,
    inReplyTo: null,
    references: [],
    headers: {},
    date: options.now(),
  });
  const envelope = { from: from.address, to: [row.recipient] };
  return options.mailer.send(server, { messageId, subject, envelope, bytes });
}

/** Writes what came of a hand-over, and tells the features. */
export async function record(
  options: GateOptions,
  organizationId: string,
  { row, server }: Claimed,
  result: Handover,
): Promise<void> {
  const now = options.now();
  if (result.outcome !== 'taken') options.report(new Error(result.words), 'a mail could not be sent');
  await settling(options, organizationId, async (_context, tx, settle) => {
    const [current] = await tx.db
      .select({ state: outgoingMail.state })
      .from(outgoingMail)
      .where(eq(outgoingMail.id, row.id))
      .for('update');
    // A report that came back faster than this record says more.
    if (current?.state === 'bounced') return;
    await settle(row, outcomeColumns(row, server?.host ?? '', result, now));
  });
}

function outcomeColumns(row: OutgoingRow, host: string, result: Handover, now: Date): Outcome {
  switch (result.outcome) {
    case 'taken': {
      const refused = result.refused.map(({ address, words }) => `${address} was refused: “${words}”.`);
      const taken = `Taken by the mail server ${host}.`;
      return { state: 'sent', reason: [taken, ...refused].join(' '), leftAt: now, bytes: null };
    }
    case 'refused':
      return { state: 'failed', reason: refusalWords(result.code, result.words) };
    case 'later': {
      const at = nextTry(row.attempts, now);
      if (at === null)
        return {
          state: 'failed',
          reason: `The mail server could not take it, also after ${row.attempts} tries: “${result.words}”.`,
        };
      return {
        state: 'queued',
        reason: `The mail server could not take it yet: “${result.words}”. It is tried again by itself.`,
        sendAt: at,
      };
    }
    case 'unknown':
      return {
        state: 'unconfirmed',
        reason: `The connection to the mail server was lost before it confirmed (${result.words}). Whether the mail arrived is not known; it is not sent again by itself.`,
      };
  }
}
