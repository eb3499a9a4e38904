import { createHash } from 'node:crypto';
import { and, eq, gt, inArray, ne, notInArray, or, sql } from 'drizzle-orm';
import { AppError } from '#shared/errors.ts';
import { modules } from '#shared/modules.ts';
import { addDays, zonedDate, zonedInstant } from '#shared/zoned-time.ts';
import type { Tx } from '../context.ts';
import { outgoingMail } from '../db/tables.ts';
import { moduleActive, refuseEnded } from '../http/serve.ts';
import type { OutgoingRow } from './gate-options.ts';
import type { ComposedMail } from './outgoing-mail.ts';
import type { Seal } from './seal.ts';
import { type MailPurpose, nextOpening, purposeRules } from './send-rules.ts';
import type { Sender } from './sender.ts';
import { suppressedOf } from './suppressions.ts';

/** The same mail to the same people within this long is one too many, seconds. */
const duplicateSeconds = 120;

/** One mail of an organization at a time passes, so that limits and duplicates are counted right. */
export async function lockGate(tx: Tx): Promise<void> {
  await tx.db.execute(
    sql`select pg_advisory_xact_lock(hashtext('send-gate'), hashtext(${tx.organizationId}))`,
  );
}

/** A mail that was given under this name before, which is then the same one. */
export async function sentBefore(tx: Tx, callerKey: string | null): Promise<OutgoingRow | null> {
  if (callerKey === null) return null;
  const [row] = await tx.db.select().from(outgoingMail).where(eq(outgoingMail.callerKey, callerKey));
  return row ?? null;
}

interface Admission {
  seal: Seal;
  sender: Sender;
  now: Date;
}

/** Why a mail may not leave at all: state of the tenant, module, or a recipient that gets no more mail. */
export async function unwantedBecause(
  { db }: Pick<Tx, 'db'>,
  { seal, sender, now }: Admission,
  purpose: MailPurpose,
  to: readonly string[],
): Promise<AppError | null> {
  const rules = purposeRules[purpose];
  const refused = refusalOf(() => {
    refuseEnded(sender, now);
    if (rules.module !== null && !moduleActive(sender, rules.module, now)) {
      throw new AppError(
        'module_inactive',
        `${modules[rules.module].name} is not part of your subscription.`,
      );
    }
  });
  if (refused) return refused;
  const [stopped] = await suppressedOf({ db }, seal, to, rules.stoppedBy);
  if (!stopped) return null;
  return new AppError('suppressed', `No mail goes to ${stopped.address}: ${stopped.reason}`, {
    details: { address: stopped.address },
  });
}

/** What two mails are compared by to find a duplicate. */
export function contentDigest(seal: Seal, { mail, envelope }: ComposedMail): string {
  const files = mail.attachments?.map(({ bytes }) => createHash('sha256').update(bytes).digest('hex'));
  const parts = [
    mail.purpose,
    envelope.to.toSorted(),
    mail.subject,
    mail.comparedText ?? mail.text,
    mail.calendar ?? null,
    files ?? [],
  ];
  return seal.digest(JSON.stringify(parts), 'outgoing_mail.content_digest');
}

/** Why a mail does not leave now: held for good, or until an instant. Null when nothing stands in its way. */
export type Hold = { held: AppError } | { until: Date; words: string } | null;

/**
 * Checks everything that may hold a mail: module and state of the tenant, suppression, duplicates, the daily limit and,
 * for mail that no person pressed for, the send window. Under `lockGate`.
 */
export async function admit(
  tx: Tx,
  { seal, sender, now }: Admission,
  composed: ComposedMail,
  digest: string,
): Promise<Hold> {
  const { mail, envelope } = composed;
  const rules = purposeRules[mail.purpose];
  const unwanted = await unwantedBecause(tx, { seal, sender, now }, mail.purpose, envelope.to);
  if (unwanted) return { held: unwanted };
  if (await isDuplicate(tx, digest, now)) {
    const message = 'Exactly this mail went to the same people a moment ago. It was not sent again.';
    return { held: new AppError('conflict', message) };
  }
  if (
    rules.counted &&
    sender.dailyLimit !== null &&
    (await countedToday(tx, sender, now, 'all')) >= sender.dailyLimit
  ) {
    const message = `Today's limit of ${sender.dailyLimit} mails is reached. It was set under Integrations and begins anew at midnight.`;
    return { held: new AppError('conflict', message, { details: { dailyLimit: sender.dailyLimit } }) };
  }
  if (mail.automatic && sender.sendWindow) {
    const until = nextOpening(sender.sendWindow, sender.timezone, now);
    if (until && until > now) return { until, words: 'waits for the hours in which your organization sends' };
  }
  return null;
}

function refusalOf(check: () => void): AppError | null {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

const notLeaving = ['cancelled', 'held', 'failed'] as const;

async function isDuplicate(tx: Tx, digest: string, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - duplicateSeconds * 1000);
  const rows = await tx.db
    .select({ id: outgoingMail.id })
    .from(outgoingMail)
    .where(
      and(
        eq(outgoingMail.contentDigest, digest),
        gt(outgoingMail.createdAt, since),
        notInArray(outgoingMail.state, [...notLeaving]),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

const hasLeft = ['sending', 'sent', 'kept', 'unconfirmed', 'bounced'] as const;

/**
 * Mails that the day's limit counts: by the day on which they left or were taken in hand, and those that wait for today.
 * `pressed`: of the waiting ones only those that a person pressed for, whose place was taken at the press.
 */
function countedToday(
  tx: Tx,
  { timezone }: Pick<Sender, 'timezone'>,
  now: Date,
  waiting: 'all' | 'pressed',
): Promise<number> {
  const today = zonedDate(now, timezone);
  const begins = zonedInstant(today, 0, timezone).toISOString();
  const ends = zonedInstant(addDays(today, 1), 0, timezone).toISOString();
  // One statement, which sees one instant: a mail that leaves meanwhile is in one part or in the other.
  return tx.db.$count(
    outgoingMail,
    and(
      ne(outgoingMail.purpose, 'account'),
      or(
        and(
          inArray(outgoingMail.state, [...hasLeft]),
          sql`coalesce(left_at, claimed_at, created_at) >= ${begins}::timestamptz`,
        ),
        and(
          eq(outgoingMail.state, 'queued'),
          sql`coalesce(send_at, created_at) < ${ends}::timestamptz`,
          waiting === 'pressed' ? eq(outgoingMail.isAutomatic, false) : undefined,
        ),
      ),
    ),
  );
}

/**
 * What makes a due mail wait that nobody pressed for: the hours in which the organization sends, and the day's limit.
 * Both hold when it leaves, however long it was kept back. A person's mail was counted at the press. Locks the count of
 * the organization, after the mail.
 */
export async function notNow(
  tx: Tx,
  { sender, now }: Pick<Admission, 'sender' | 'now'>,
  { isAutomatic, purpose }: Pick<OutgoingRow, 'isAutomatic' | 'purpose'>,
): Promise<{ until: Date; reason: string } | null> {
  if (!isAutomatic) return null;
  const { sendWindow, timezone, dailyLimit } = sender;
  const opening = (at: Date) => (sendWindow ? (nextOpening(sendWindow, timezone, at) ?? at) : at);
  const until = opening(now);
  if (until > now) return { until, reason: 'Waits for the hours in which your organization sends.' };
  if (dailyLimit === null || !purposeRules[purpose].counted) return null;
  await tx.db.execute(
    sql`select pg_advisory_xact_lock(hashtext('daily-limit'), hashtext(${tx.organizationId}))`,
  );
  if ((await countedToday(tx, sender, now, 'pressed')) < dailyLimit) return null;
  const tomorrow = zonedInstant(addDays(zonedDate(now, timezone), 1), 0, timezone);
  return {
    until: opening(tomorrow),
    reason: `Waits until tomorrow: today's limit of ${dailyLimit} mails, set under Integrations, is reached.`,
  };
}
