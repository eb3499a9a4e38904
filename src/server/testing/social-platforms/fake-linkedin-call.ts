import type { LinkedInStep } from './fake-linkedin.ts';
import type { FakeTokens } from './fake-linkedin-sign-in.ts';
import type { FakeReply, Routed, SeenRequest } from './fake-server.ts';
import { linkedInError } from './linkedin-shapes.ts';

export const version = '202607';

/** What is wrong with the token of a call; null when nothing is. */
export function tokenRefusal(seen: SeenRequest, tokens: FakeTokens): FakeReply | null {
  const token = tokens.get(/^Bearer (.+)$/.exec(seen.headers['authorization'] ?? '')?.[1] ?? '');
  if (!token) return linkedInError(401, 'INVALID_ACCESS_TOKEN', 'Invalid access token', 65_600);
  return token.active
    ? null
    : linkedInError(401, 'EXPIRED_ACCESS_TOKEN', 'The token used in the request has expired', 65_602);
}

function versionRefusal(seen: SeenRequest): FakeReply | null {
  const asked = seen.headers['linkedin-version'];
  if (asked === undefined) return linkedInError(400, 'VERSION_MISSING', 'A version must be present.');
  if (asked !== version)
    return linkedInError(426, 'NONEXISTENT_VERSION', `Requested version ${asked} is not active`);
  return seen.headers['x-restli-protocol-version'] === '2.0.0'
    ? null
    : linkedInError(400, 'ILLEGAL_ARGUMENT', 'X-Restli-Protocol-Version must be 2.0.0');
}

/** A call of the versioned API with the parameters that it may have. */
export function restCall(
  step: LinkedInStep,
  seen: SeenRequest,
  tokens: FakeTokens,
  allowed: string[],
  act: () => FakeReply,
): Routed<LinkedInStep> {
  const extra = [...seen.query.keys()].filter((name) => !allowed.includes(name));
  return {
    step,
    act: () => {
      const refused = versionRefusal(seen) ?? tokenRefusal(seen, tokens);
      if (refused) return refused;
      return extra.length > 0
        ? linkedInError(403, 'ACCESS_DENIED', `Unpermitted fields present in PARAMETER: ${extra.join()}`, 100)
        : act();
    },
  };
}

/** The JSON body of a call; null when it does not say that it is one. */
export function json(seen: SeenRequest): unknown {
  return seen.headers['content-type'] === 'application/json' ? JSON.parse(seen.body.toString()) : null;
}
