import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#shared/errors.ts';
import type { Route } from './route.ts';

/** A form of one field, in either encoding, has fewer bytes. */
const bodyLimit = 10_000;

/**
 * Answers the form that mail programs post to the address of a page (RFC 8058 section 3.2), as
 * `application/x-www-form-urlencoded` or `multipart/form-data`: without cookies, without sign-in, without a redirect.
 * `act` does what the link is for.
 */
export function serveOneClick(
  app: FastifyInstance,
  route: Route,
  act: (request: FastifyRequest) => Promise<unknown>,
): void {
  const url = route.endpoint.oneClick;
  if (url === undefined) return;
  app.register((scope, _options, done) => {
    // Of its own, so that nothing here is read as a file.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit }, (_request, body, parsed) =>
      parsed(null, body),
    );
    scope.post(url, { config: { endpoint: route } }, async (request, reply) => {
      if (!isOneClick(request.body))
        throw new AppError('invalid', 'Send List-Unsubscribe=One-Click, or open this address in a browser.');
      await act(request);
      return reply
        .header('cache-control', 'no-store')
        .type('text/plain; charset=utf-8')
        .send('You are unsubscribed. No more of these emails will come.\n');
    });
    done();
  });
}

/** The one field, in either encoding; senders differ in case and in what they put around it. */
function isOneClick(body: unknown): boolean {
  if (typeof body !== 'string') return false;
  const fields = [...new URLSearchParams(body)];
  return (
    fields.some(([name, value]) => isWord(name, 'list-unsubscribe') && isWord(value, 'one-click')) ||
    /name="?list-unsubscribe"?\s[^]{0,300}?\r?\n\r?\n\s*one-click\s*\r?\n/i.test(body)
  );
}

function isWord(text: string, word: string): boolean {
  return text.trim().toLowerCase() === word;
}
