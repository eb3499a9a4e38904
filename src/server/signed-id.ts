import { timingSafeEqual } from 'node:crypto';
import type { OrganizationContext } from './context.ts';
import { tokenOf } from './ids.ts';

type Signing = Pick<OrganizationContext, 'organizationId'> & {
  services: Pick<OrganizationContext['services'], 'seal'>;
};

const idBytes = 16;
/** Of 32 bytes in base64url. */
const bitsLength = 43;

/**
 * A token that names one row for whoever holds it. Its 32 bytes are the row's id and 128 bits of a keyed digest of
 * organization and id: nobody without the installation's secret can make one, it is the same each time, and nothing of
 * it is stored. `purpose` keeps the tokens of one kind of link from opening another.
 */
export function signedIdToken({ organizationId, services }: Signing, purpose: string, id: string): string {
  const digest = services.seal.digest(`${organizationId} ${id}`, purpose);
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex');
  const bits = Buffer.concat([bytes, Buffer.from(digest, 'base64url').subarray(0, idBytes)]);
  return tokenOf('hubl', organizationId, bits.toString('base64url'));
}

/** The id that a token was made for, or null for a token that we did not make for this purpose. */
export function idOfSignedToken(context: Signing, purpose: string, token: string): string | null {
  const bits = Buffer.from(token.slice(-bitsLength), 'base64url');
  const hex = bits.subarray(0, idBytes).toString('hex');
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const right = Buffer.from(signedIdToken(context, purpose, id));
  const given = Buffer.from(token);
  return right.length === given.length && timingSafeEqual(right, given) ? id : null;
}
