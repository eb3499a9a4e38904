import { createHmac } from 'node:crypto';
import type { MetaStep } from './fake-meta.ts';
import type { FakeReply, Routed, SeenRequest } from './fake-server.ts';
import { metaError, parametersOf } from './meta-shapes.ts';

export const app = { appId: '1029384756', appSecret: 'fake-app-secret' };

type Parameters = Map<string, string | Buffer>;

/** A call with its token and the parameters that it may have, each in its form. */
export function strictCall(
  step: MetaStep,
  seen: SeenRequest,
  token: string,
  allowed: Record<string, RegExp>,
  act: (given: (name: string) => string, all: Parameters) => FakeReply,
): Routed<MetaStep> {
  return {
    step,
    act: async () => {
      const all = await parametersOf(seen);
      const refused = refusal(seen, all, token, allowed);
      return refused ?? act((name) => String(all.get(name) ?? ''), all);
    },
  };
}

/** What the Graph API says of an id that it does not show. */
export function nothing(): FakeReply {
  return metaError(400, 100, 'Unsupported get request. Object does not exist or cannot be loaded', 33);
}

/** What is wrong with a call before it is looked at: token, proof, a parameter that the edge does not have. */
function refusal(
  seen: SeenRequest,
  all: Parameters,
  token: string,
  allowed: Record<string, RegExp>,
): FakeReply | null {
  const given = /^Bearer (.+)$/.exec(seen.headers['authorization'] ?? '')?.[1] ?? all.get('access_token');
  if (given === undefined)
    return metaError(400, 104, 'An access token is required to request this resource.');
  if (given !== token) return metaError(401, 190, 'Invalid OAuth access token - Cannot parse access token');
  const proof = createHmac('sha256', app.appSecret).update(token).digest('hex');
  if (all.get('appsecret_proof') !== proof)
    return metaError(400, 100, 'Invalid appsecret_proof provided in the API argument');
  for (const [name, value] of all) {
    if (name === 'access_token' || name === 'appsecret_proof') continue;
    const form = allowed[name];
    if (!form) return metaError(400, 100, `(#100) Tried accessing nonexisting field (${name})`);
    if (!form.test(value.toString('latin1'))) return metaError(400, 100, `(#100) Param ${name} is not valid`);
  }
  return null;
}
