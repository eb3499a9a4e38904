import { eq, sql } from 'drizzle-orm';
import type { OrganizationContext, Tx } from '../context.ts';
import { repeatOnDeadlock, wasInTheWay } from '../db/repeat-on-deadlock.ts';
import { outgoingMail } from '../db/tables.ts';
import { toAppError } from '../http/errors.ts';
import type { GateOptions, MailReaction, OutgoingRow } from './gate-options.ts';

/** Where a mail has come to. */
export type Outcome = Partial<OutgoingRow> & Pick<OutgoingRow, 'state' | 'reason'>;

/** Writes where a locked mail has come to, and tells the features. */
export type Settle = (row: OutgoingRow, values: Outcome) => Promise<void>;

type Tell = (tx: Tx, react: () => Promise<void>) => Promise<void>;

/** A feature could not follow a mail; carries why through the rollback. */
class ReactionFault extends Error {}

/**
 * Runs a transaction of the gate that moves mails on, and again when another one stood in its way. What features do about
 * it belongs to it. Where one of them fails by a fault of ours, the ledger is right all the same: the transaction is done
 * once more without what that feature does, and the fault is reported. Else a mail that has left would count as in hand
 * for ever, and nobody could say of it what is true. `work` changes nothing outside the transaction.
 * @throws what `work` throws by itself, and any fault of a database that does not answer
 */
export async function settling<T>(
  options: GateOptions,
  organizationId: string,
  work: (context: OrganizationContext, tx: Tx, settle: Settle) => Promise<T>,
): Promise<T> {
  const context = options.organization(organizationId);
  const run = (tell: Tell): Promise<T> =>
    repeatOnDeadlock(() =>
      context.tx((tx) => work(context, tx, (row, values) => settle(context, tx, row, values, tell))),
    );
  try {
    return await run(together);
  } catch (error) {
    if (!(error instanceof ReactionFault) || toAppError(error).code === 'unavailable') throw error;
    return run(eachAlone((fault) => options.report(fault, 'a feature could not follow a mail')));
  }
}

async function settle(
  context: OrganizationContext,
  tx: Tx,
  row: OutgoingRow,
  values: Outcome,
  tell: Tell,
): Promise<void> {
  // A link of an account mail is its reader's alone once it has left.
  const read = values.state === 'sent' && row.purpose === 'account' ? { body: null } : {};
  await tx.db
    .update(outgoingMail)
    .set({ ...values, ...read })
    .where(eq(outgoingMail.id, row.id));
  const { id, messageId, purpose } = row;
  const progress: Parameters<MailReaction>[2] = { id, messageId, purpose, state: values.state };
  for (const react of context.services.onMail) await tell(tx, () => react(context, tx, progress));
}

const together: Tell = async (_tx, react) => {
  try {
    await react();
  } catch (error) {
    throw new ReactionFault('A feature could not follow a mail.', { cause: error });
  }
};

/** What a failed reaction has written is taken back, and nothing else. */
function eachAlone(report: (fault: unknown) => void): Tell {
  return async (tx, react) => {
    await tx.db.execute(sql`savepoint reaction`);
    try {
      await react();
      await tx.db.execute(sql`release savepoint reaction`);
    } catch (error) {
      // The whole transaction is repeated.
      if (wasInTheWay(error)) throw error;
      await tx.db.execute(sql`rollback to savepoint reaction`);
      report(error);
    }
  };
}
