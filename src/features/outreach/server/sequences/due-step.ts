import { and, desc, eq, isNotNull } from 'drizzle-orm';
import type { OrganizationContext } from '#server/context.ts';
import { organizationCountry } from '../prospect-row.ts';
import { zoneOfRecipient } from '../recipient-zone.ts';
import { outreachEmails, outreachEnrolments, outreachSequences } from '../sending-tables.ts';
import { prospects } from '../tables.ts';

export type EnrolmentRow = typeof outreachEnrolments.$inferSelect;

/** What the next step of an enrolment is made from. */
export interface DueStep {
  enrolment: EnrolmentRow;
  sequence: typeof outreachSequences.$inferSelect;
  prospect: Pick<
    typeof prospects.$inferSelect,
    'id' | 'businessName' | 'industry' | 'summary' | 'address' | 'country' | 'contactEmail'
  >;
  /** Emails of this enrolment that are more than drafts, the last step first. */
  before: (typeof outreachEmails.$inferSelect)[];
}

/** Null when the enrolment is gone. */
export async function readDueStep(
  { db }: Pick<OrganizationContext, 'db'>,
  id: string,
): Promise<DueStep | null> {
  const [row] = await db
    .select({
      enrolment: outreachEnrolments,
      sequence: outreachSequences,
      prospect: {
        id: prospects.id,
        businessName: prospects.businessName,
        industry: prospects.industry,
        summary: prospects.summary,
        address: prospects.address,
        country: prospects.country,
        contactEmail: prospects.contactEmail,
      },
    })
    .from(outreachEnrolments)
    .innerJoin(outreachSequences, eq(outreachSequences.id, outreachEnrolments.sequenceId))
    .innerJoin(prospects, eq(prospects.id, outreachEnrolments.prospectId))
    .where(eq(outreachEnrolments.id, id));
  if (!row) return null;
  if (row.enrolment.stepsDone === 0) return { ...row, before: [] };
  const before = await db
    .select()
    .from(outreachEmails)
    .where(and(eq(outreachEmails.enrolmentId, id), isNotNull(outreachEmails.mailId)))
    .orderBy(desc(outreachEmails.step));
  return { ...row, before };
}

/** The zone in which the prospect reads mail. */
export async function zoneOf(
  context: Pick<OrganizationContext, 'db' | 'organizationId'>,
  prospect: Pick<DueStep['prospect'], 'address' | 'country'>,
  timezone: string,
): Promise<string> {
  return zoneOfRecipient(prospect, { timezone, country: await organizationCountry(context) });
}

/** The emails of the enrolment so far as one conversation; undefined before the first. */
export function threadOf({ before }: DueStep): { messageId: string; references: string[] } | undefined {
  const ids = before.toReversed().flatMap(({ messageId }) => messageId ?? []);
  const last = ids.at(-1);
  return last === undefined ? undefined : { messageId: last, references: ids.slice(0, -1) };
}
