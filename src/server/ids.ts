import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto';

/** The millisecond of the newest id, and how many ids it has had. */
let [latestMs, inLatest] = [0, 0];
const mostInOne = 0xfff;

/**
 * Id of a new row: time-ordered, so that indexes grow at one end, and what this process makes one after the other stays
 * in that order also within a millisecond (RFC 9562 section 6.2, method 1); not a secret.
 */
export function newId(): string {
  const now = Date.now();
  if (now > latestMs) [latestMs, inLatest] = [now, 0];
  else if (inLatest < mostInOne) inLatest += 1;
  else [latestMs, inLatest] = [latestMs + 1, 0];
  const time = latestMs.toString(16).padStart(12, '0');
  const count = inLatest.toString(16).padStart(3, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${randomUUIDv7().slice(19)}`;
}

/** Kinds of token by their first letters, so that a leaked one can be recognised. */
export type TokenKind = 'hub' | 'hubk' | 'hubr' | 'hubl' | 'hubi';

/**
 * A bearer token: kind, organization and 256 random bits. The organization in it lets the look-up stay inside one
 * tenant's rows; it is no secret, and the database keeps only the digest of the whole.
 */
export function newToken(kind: TokenKind, organizationId: string): string {
  return tokenOf(kind, organizationId, randomBytes(32).toString('base64url'));
}

/** A token whose 256 bits are given: a keyed digest, for links that must be the same each time they are shown. */
export function tokenOf(kind: TokenKind, organizationId: string, bits: string): string {
  const organization = Buffer.from(organizationId.replaceAll('-', ''), 'hex').toString('base64url');
  return `${kind}_${organization}_${bits}`;
}

/** The organization that a token claims to belong to, or null when it is not one of ours. */
export function organizationOf(token: string, kind: TokenKind): string | null {
  const match = /^([a-z]+)_([A-Za-z0-9_-]{22})_[A-Za-z0-9_-]{43}$/.exec(token);
  if (!match?.[2] || match[1] !== kind) return null;
  const hex = Buffer.from(match[2], 'base64url').toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** What is stored of a token. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
