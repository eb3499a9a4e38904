import type { OrganizationContext } from '#server/context.ts';
import { idOfSignedToken, signedIdToken } from '#server/signed-id.ts';

type Signing = Pick<OrganizationContext, 'organizationId' | 'services'>;

const purpose = 'outreach.unsubscribe';

/**
 * Where the receiver of a mail stops outreach; the same address stands in the mail's header and text. It names
 * organization and mail by itself (RFC 8058 section 3.1), and works as long as the installation keeps its secret.
 */
export function unsubscribeLink(context: Signing, mailId: string): string {
  return `${context.services.config.publicUrl}/unsubscribe/${signedIdToken(context, purpose, mailId)}`;
}

/** The mail that a token was made for, or null for a token that we did not make. */
export function mailOfUnsubscribeToken(context: Signing, token: string): string | null {
  return idOfSignedToken(context, purpose, token);
}
