import type { IncomingHttpHeaders } from 'node:http';

export const legacyCookie = 'hub_legacy';

/** Of the token kinds only the internal area's goes as a cookie. */
const pattern = new RegExp(`(?:^|;\\s*)${legacyCookie}=([A-Za-z0-9_-]{10,300})(?:;|$)`);

/** The internal area's cookie. A bearer header, even a bad one, switches it off (shapes section 19). */
export function legacyCookieOf(headers: IncomingHttpHeaders): string | null {
  if (headers.authorization !== undefined) return null;
  return pattern.exec(headers.cookie ?? '')?.[1] ?? null;
}

/** Whether a page of the same host asks. Not a browser (no Origin and no fetch metadata) is nobody's page. */
export function isSameOrigin(headers: IncomingHttpHeaders): boolean {
  const { origin, host } = headers;
  if (origin === undefined) {
    const site = headers['sec-fetch-site'];
    return site === undefined || site === 'same-origin' || site === 'none';
  }
  return URL.canParse(origin) && new URL(origin).host === host;
}
