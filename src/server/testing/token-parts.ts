/**
 * What a token (`newToken`) is made of. Its organization and its secret part are base64url, which has `_` among its
 * letters too, so they are told by their lengths. An empty `bits` for a text that is no token.
 */
export function tokenParts(token: string): { kind: string; organization: string; bits: string } {
  const [, kind = '', organization = '', bits = ''] = /^([a-z]+)_(.{22})_(.{43})$/.exec(token) ?? [];
  return { kind, organization, bits };
}
