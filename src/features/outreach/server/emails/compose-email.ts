import { eq } from 'drizzle-orm';
import { organizations } from '#features/organization/server/tables.ts';
import type { OrganizationContext } from '#server/context.ts';
import { newId } from '#server/ids.ts';
import type { ComposedMail } from '#server/integrations/outgoing-mail.ts';
import { findProspect } from '../prospect-row.ts';
import { postalAddressOf } from '../settings/postal-address.ts';
import { storedSettings } from '../settings/stored-settings.ts';
import type { Actor } from './contact-record.ts';
import { outreachHeaders, outreachText } from './mail-text.ts';
import { unsubscribeLink } from './unsubscribe-link.ts';

/** An email to one prospect, before the gate has seen it. */
export interface OutreachWriting {
  prospectId: string;
  /** `person`: somebody read it and pressed for it. `bulk`: a sequence sends it; it needs consent and keeps to the gate's window. */
  mode: 'person' | 'bulk';
  /** One line. */
  subject: string;
  /** Without signature, identity and way out, which the hub adds. */
  content: string;
  /** Engine that wrote it; null = a person or a template. */
  engine: string | null;
  issues?: readonly string[];
  actor: Actor;
  /** So long it can be taken back, seconds. */
  undoSeconds?: number;
  /** Step of a sequence, from 1: it is one email, whatever is repeated. */
  step?: { enrolmentId: string; number: number };
  /** The draft that becomes this email, with its id as the email's. */
  draftId?: string;
  /** The email of the hub that this one follows in the same conversation. */
  follows?: { messageId: string; references: readonly string[] };
}

/** The bytes of an email, anew under the ids of one that was sent before where they are given. */
export async function composeOutreach(
  context: OrganizationContext,
  {
    writing,
    ids,
  }: {
    writing: Omit<OutreachWriting, 'engine'>;
    ids?: { mailId: string; messageId: string };
  },
): Promise<{ mail: ComposedMail; recipient: string; postalAddress: string }> {
  const { gate } = context.services;
  const prospect = await findProspect(context, writing.prospectId);
  const [organization] = await context.db
    .select({ name: organizations.name })
    .from(organizations)
    .where(eq(organizations.id, context.organizationId));
  const organizationName = organization?.name ?? '';
  const { signature } = await storedSettings(context);
  const postalAddress = await postalAddressOf(context);
  const id = ids?.mailId ?? newId();
  const link = unsubscribeLink(context, id);
  const { subject, content, follows, step, mode } = writing;
  const mail = await gate.compose(context, {
    id,
    ...(ids ? { messageId: ids.messageId } : {}),
    purpose: 'outreach',
    to: [{ name: prospect.businessName.replaceAll(/\p{Cc}+/gu, ' '), address: prospect.contactEmail }],
    subject,
    text: outreachText(content, { signature, organizationName, postalAddress, unsubscribeLink: link }),
    comparedText: content,
    headers: outreachHeaders(link, mode),
    inReplyTo: follows?.messageId ?? null,
    references: follows ? [...follows.references, follows.messageId] : [],
    by: writing.actor.name,
    automatic: mode === 'bulk',
    orThrow: true,
    callerKey: step ? `outreach:${step.enrolmentId}:${step.number}` : `outreach:${writing.draftId ?? id}`,
    undoSeconds: writing.undoSeconds ?? 0,
  });
  return { mail, recipient: prospect.contactEmail, postalAddress };
}
