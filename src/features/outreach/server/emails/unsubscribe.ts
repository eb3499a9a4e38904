import { and, eq } from 'drizzle-orm';
import { organizations } from '#features/organization/server/tables.ts';
import type { UnsubscribePage } from '#features/outreach/unsubscribe-contract.ts';
import type { LinkContext } from '#server/context.ts';
import { repeatOnDeadlock } from '#server/db/repeat-on-deadlock.ts';
import { outgoingMail } from '#server/db/tables.ts';
import { suppressedOf } from '#server/integrations/suppressions.ts';
import { AppError } from '#shared/errors.ts';
import { stopOutreach } from './stop-outreach.ts';
import { mailOfUnsubscribeToken } from './unsubscribe-link.ts';

/** Whom the mail of a link went to. @throws AppError not_found for a link that we did not make */
async function addressOf(context: LinkContext): Promise<string> {
  const mailId = mailOfUnsubscribeToken(context, context.token);
  const [mail] =
    mailId === null
      ? []
      : await context.db
          .select({ recipient: outgoingMail.recipient, envelope: outgoingMail.envelope })
          .from(outgoingMail)
          .where(and(eq(outgoingMail.id, mailId), eq(outgoingMail.purpose, 'outreach')));
  if (!mail) throw new AppError('not_found', 'This link is not right, or no longer works.');
  return mail.envelope?.to[0] ?? mail.recipient;
}

/** What the page shows. Opening it changes nothing: mail programs open links by themselves. */
export async function openUnsubscribe(context: LinkContext): Promise<UnsubscribePage> {
  return page(context, await addressOf(context));
}

/**
 * Stops outreach to the address of the link's mail, at once (RFC 8058). It needs nothing but the link, and works also
 * after the prospect was deleted and while the organization may not send.
 */
export async function actUnsubscribe(context: LinkContext): Promise<UnsubscribePage> {
  const address = await addressOf(context);
  // Whoever pressed is gone, and a mail program does not ask again.
  await repeatOnDeadlock(() =>
    context.tx((tx) =>
      stopOutreach(context, tx, [address], {
        cause: 'unsubscribe',
        reason: 'Unsubscribed by the link in an email.',
        recordedBy: 'The recipient',
      }),
    ),
  );
  return page(context, address);
}

async function page(context: LinkContext, address: string): Promise<UnsubscribePage> {
  const { db, organizationId, services } = context;
  const [organization] = await db
    .select({ name: organizations.name })
    .from(organizations)
    .where(eq(organizations.id, organizationId));
  const [stopped] = await suppressedOf({ db }, services.seal, [address], ['unsubscribe']);
  return {
    organization: organization?.name ?? '',
    address: masked(address),
    unsubscribedAt: stopped?.createdAt.toISOString() ?? null,
  };
}

/** So that who holds the link by chance does not read the address: `j…@example.com`. */
function masked(address: string): string {
  const at = address.lastIndexOf('@');
  const [first = ''] = address;
  return `${at > 1 ? first : ''}…${address.slice(at)}`;
}
