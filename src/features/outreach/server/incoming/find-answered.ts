import { and, eq, inArray, lt } from 'drizzle-orm';
import type { Tx } from '#server/context.ts';
import type { OutreachEmailRow } from '../emails/write-email.ts';
import { outreachEmails } from '../sending-tables.ts';

/** States in which an email may have reached somebody. */
const arrived = ['sending', 'sent', 'kept', 'unconfirmed', 'bounced'] as const;

/** The email of the organization that one of these Message-IDs names, the first of them that does. */
export async function findAnswered(
  { db }: Pick<Tx, 'db'>,
  answers: readonly string[],
): Promise<OutreachEmailRow | null> {
  if (answers.length === 0) return null;
  const rows = await db
    .select()
    .from(outreachEmails)
    .where(and(inArray(outreachEmails.messageId, [...answers]), inArray(outreachEmails.state, [...arrived])));
  return answers.map((id) => rows.find(({ messageId }) => messageId === id)).find((row) => row) ?? null;
}

/** The emails of the sequence before this one, and itself, the first one first. */
export async function emailsUpTo(
  { db }: Pick<Tx, 'db'>,
  email: OutreachEmailRow,
): Promise<OutreachEmailRow[]> {
  if (email.enrolmentId === null || email.step === null) return [email];
  const before = await db
    .select()
    .from(outreachEmails)
    .where(
      and(
        eq(outreachEmails.enrolmentId, email.enrolmentId),
        lt(outreachEmails.step, email.step),
        inArray(outreachEmails.state, [...arrived]),
      ),
    )
    .orderBy(outreachEmails.step);
  return [...before, email];
}
