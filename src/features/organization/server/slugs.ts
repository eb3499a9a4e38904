/** The slug of the platform's own organization; the slug rule does not allow underscores, so nobody can sign up as it. */
export const platformSlug = 'saas_platform_org';

const reserved = new Set([
  'www',
  'api',
  'app',
  'admin',
  'mail',
  'static',
  'status',
  'help',
  'docs',
  'demo',
  platformSlug,
]);

/** Names that no tenant may take (contract section 4). */
export function isReservedSlug(slug: string): boolean {
  return reserved.has(slug);
}
