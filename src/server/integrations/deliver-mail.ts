import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { JobContext, OrganizationContext, Tx } from '../context.ts';
import { outgoingMail } from '../db/tables.ts';
import { type Job, job } from '../jobs/job.ts';
import { scheduledJob } from '../jobs/scheduled-job.ts';
import { unwantedBecause } from './admit-mail.ts';
import { composeMail, senderAddress } from './compose-mail.ts';
import type { GateOptions, OutgoingRow } from './gate-options.ts';
import type { Handover, SmtpServer } from './mailer.ts';
import { nextTry, refusalWords } from './send-rules.ts';

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

/** A mail that was in hand for longer than this, minutes, has been lost with its process. Longer than any hand-over takes. */
const lostMinutes = 15;
/** Mail without a time of its own that still waits after this long, seconds, has lost its process. */
const overdueSeconds = 30;
const sweptAtOnce = 200;

/** Takes a due mail in hand. Null when it is not due, not wanted any more, or in other hands. */
export async function claim(
  options: GateOptions,
  organizationId: string,
  id: string,
): Promise<Claimed | null> {
  const context = options.organization(organizationId);
  const now = options.now();
  const mine = eq(outgoingMail.id, id);
  return context.tx(async (tx) => {
    const [row] = await tx.db.select().from(outgoingMail).where(mine).for('update');
    if (row?.state !== 'queued' || (row.sendAt && row.sendAt > now)) return null;
    if (row.purpose === 'account') {
      await tx.db
        .update(outgoingMail)
        .set({ state: 'sending', attempts: row.attempts + 1, claimedAt: now })
        .where(mine);
      return { row: { ...row, attempts: row.attempts + 1 }, server: options.platformServer };
    }
    const sender = await options.readSender(tx);
    const check = { seal: options.seal, sender, now };
    const unwanted = await unwantedBecause(tx, check, row.purpose, row.envelope?.to ?? []);
    if (unwanted) {
      await settle(context, tx, row, { state: 'held', reason: `Held because: ${unwanted.message}` });
      return null;
    }
    const server = sender.account ?? options.platformServer;
    if (!server) {
      await settle(context, tx, row, {
        state: 'kept',
        reason: 'Kept in the local outbox: no mail account is connected, so it has reached nobody.',
        leftAt: now,
      });
      return null;
    }
    await tx.db
      .update(outgoingMail)
      .set({ state: 'sending', attempts: row.attempts + 1, claimedAt: now })
      .where(mine);
    return { row: { ...row, attempts: row.attempts + 1 }, server };
  });
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
  const context = options.organization(organizationId);
  if (result.outcome !== 'taken') options.report(new Error(result.words), 'a mail could not be sent');
  await context.tx(async (tx) => {
    const [current] = await tx.db
      .select({ state: outgoingMail.state })
      .from(outgoingMail)
      .where(eq(outgoingMail.id, row.id))
      .for('update');
    // A report that came back faster than this record says more.
    if (current?.state === 'bounced') return;
    await settle(context, tx, row, outcomeColumns(row, server?.host ?? '', result, now));
  });
}

type Outcome = Partial<OutgoingRow> & Pick<OutgoingRow, 'state' | 'reason'>;

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

async function settle(
  context: OrganizationContext,
  tx: Tx,
  row: OutgoingRow,
  values: Outcome,
): Promise<void> {
  await tx.db.update(outgoingMail).set(values).where(eq(outgoingMail.id, row.id));
  const { id, messageId, purpose } = row;
  for (const react of context.services.onMail)
    await react(context, tx, { id, messageId, purpose, state: values.state });
}

/**
 * Marks what lost its process as unconfirmed and names the mail that is due. `all`: at the start of the only process,
 * when nobody can have a mail in hand.
 */
export async function settleLost(
  options: GateOptions,
  all: boolean,
): Promise<{ organizationId: string; id: string }[]> {
  const now = options.now();
  const lostBefore = new Date(now.getTime() - (all ? 0 : lostMinutes * 60_000)).toISOString();
  const overdue = new Date(now.getTime() - overdueSeconds * 1000).toISOString();
  const found = await options.database.asPlatform(
    'mail that lost its process is looked for',
    async ({ db }) => {
      const columns = { organizationId: outgoingMail.organizationId, id: outgoingMail.id };
      const lost = await db
        .select(columns)
        .from(outgoingMail)
        .where(
          and(
            eq(outgoingMail.state, 'sending'),
            sql`coalesce(claimed_at, created_at) <= ${lostBefore}::timestamptz`,
          ),
        )
        .limit(sweptAtOnce);
      const due = await db
        .select(columns)
        .from(outgoingMail)
        .where(
          and(
            eq(outgoingMail.state, 'queued'),
            sql`(send_at <= ${now.toISOString()}::timestamptz or (send_at is null and created_at <= ${overdue}::timestamptz))`,
          ),
        )
        .orderBy(outgoingMail.createdAt)
        .limit(sweptAtOnce);
      return { lost, due };
    },
  );
  for (const { organizationId, id } of found.lost) await markLost(options, organizationId, id);
  return found.due;
}

async function markLost(options: GateOptions, organizationId: string, id: string): Promise<void> {
  const context = options.organization(organizationId);
  await context.tx(async (tx) => {
    const [row] = await tx.db.select().from(outgoingMail).where(eq(outgoingMail.id, id)).for('update');
    if (row?.state !== 'sending') return;
    await settle(context, tx, row, {
      state: 'unconfirmed',
      reason:
        'AI Hub stopped while it handed this mail over. Whether it arrived is not known; it is not sent again by itself.',
    });
  });
}
