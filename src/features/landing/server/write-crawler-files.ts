import { legalTexts } from '#features/legal/templates.ts';
import { html } from '#server/http/html.ts';
import type { PageTools } from '#server/http/written-pages.ts';

/** What everyone may read without signing in. */
const publicPaths = ['/landing', '/signup', '/tenant-login', legalTexts.terms.path, legalTexts.privacy.path];

/** The sitemap (https://www.sitemaps.org/protocol.html). */
export async function writeSitemap({ services }: PageTools): Promise<string> {
  const { publicUrl } = services.config;
  const entries = publicPaths.map((path) => html`<url><loc>${publicUrl}${path}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${html`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries}</urlset>`.markup}\n`;
}

/** What crawlers may visit (RFC 9309): nothing behind the sign-in, no call. */
export async function writeRobots({ services }: PageTools): Promise<string> {
  return [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /platform/',
    'Disallow: /tenant/',
    `Sitemap: ${services.config.publicUrl}/sitemap.xml`,
    '',
  ].join('\n');
}
