import { createHash } from 'node:crypto';
import { and, eq, gt, notInArray, sql } from 'drizzle-orm';
import { AppError } from '#shared/errors.ts';
import { modules } from '#shared/modules.ts';
import type { Tx } from '../context.ts';
import { outgoingMail } from '../db/tables.ts';
import { moduleActive, refuseEnded } from '../http/serve.ts';
import type { OutgoingRow } from './gate-options.ts';
import type { Seal } from './seal.ts';
import type { ComposedMail } from './send-gate.ts';
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
    mail.text,
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
  if (rules.counted && sender.dailyLimit !== null && (await leftToday(tx, sender)) >= sender.dailyLimit) {
    const message = `Today's limit of ${sender.dailyLimit} mails is reached. It was set under Integrations and begins anew at midnight.`;
    return { held: new AppError('conflict', message) };
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

async function leftToday(tx: Tx, { timezone }: Sender): Promise<number> {
  const [row] = await tx.db
    .select({ count: sql<number>`count(*)::int` })
    .from(outgoingMail)
    .where(
      and(
        gt(outgoingMail.createdAt, sql`date_trunc('day', now(), ${timezone})`),
        sql`${outgoingMail.purpose} <> 'account'`,
        notInArray(outgoingMail.state, [...notLeaving]),
      ),
    );
  return row?.count ?? 0;
}
