import { eq } from 'drizzle-orm';
import { emailLimits, type OutreachEmail, type outreachEmailApi } from '#features/outreach/email-contract.ts';
import type { Context } from '#server/context.ts';
import type { Input } from '#shared/endpoint.ts';
import { findProspect } from '../prospect-row.ts';
import { outreachEmails } from '../sending-tables.ts';
import { readEmails } from './email-row.ts';

type List = (typeof outreachEmailApi)['endpoints']['list'];

/** Emails to a prospect, newest first. @throws AppError not_found */
export async function listEmails(context: Context, { params }: Input<List>): Promise<OutreachEmail[]> {
  await findProspect(context, params.id);
  return readEmails(context, eq(outreachEmails.prospectId, params.id), emailLimits.listed);
}
