import type { FastifyInstance } from 'fastify';

/**
 * Scripts only from our own files, no inline ones, and no text that becomes markup: Trusted Types refuse every
 * assignment to a script or HTML sink, but for the one address of the service worker (web/install). Style elements are made by the dialog library, hence 'unsafe-inline' there.
 *
 * Pictures may come from any https address: a post's picture can lie anywhere, and Google Drive hands over to changing
 * hosts. No HTML of others is ever rendered, so only a picture that a person put into a post is fetched, without a
 * referrer; the pictures in mail are not.
 */
function contentSecurityPolicy(publicUrl: string): string {
  const host = new URL(publicUrl).host;
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' https: data: blob:",
    "font-src 'self'",
    `connect-src 'self' ws://${host} wss://${host}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types service-worker',
  ].join('; ');
}

/** Adds the security headers to every answer, errors and 404 included. */
export function securityHeaders(app: FastifyInstance, publicUrl: string): void {
  const policy = contentSecurityPolicy(publicUrl);
  const secure = publicUrl.startsWith('https:');
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', policy);
    reply.header('x-content-type-options', 'nosniff');
    reply.header('x-frame-options', 'DENY');
    reply.header('referrer-policy', 'strict-origin-when-cross-origin');
    reply.header('cross-origin-opener-policy', 'same-origin');
    if (!reply.hasHeader('cross-origin-resource-policy'))
      reply.header('cross-origin-resource-policy', 'same-origin');
    reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=()');
    if (secure) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
  });
}
