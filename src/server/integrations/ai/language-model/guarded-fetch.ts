import { fetchThrough } from '#server/integrations/fetch-through.ts';
import { httpClient } from '#server/integrations/http-client.ts';
import { AiFailure } from '../failure.ts';

/** A longer answer of a provider is cut off, bytes. */
const answerLimit = 2 * 1024 * 1024;
/** Above AI_TIMEOUT_MS, which ends a call before. */
const totalMs = 150_000;

/**
 * The one HTTP client as a `fetch` for the libraries of the providers. Throws AiFailure for a refused address, a redirect
 * (the key would go along) or too long an answer.
 */
export function guardedFetch(allowPrivate: boolean): typeof fetch {
  return fetchThrough(httpClient({ allowPrivate }), {
    totalMs,
    maxBytes: answerLimit,
    failure: ({ kind }) => {
      if (kind === 'blocked') return new AiFailure('address_refused');
      if (kind === 'redirected') return new AiFailure('provider_error');
      return new AiFailure(kind === 'too_long' ? 'bad_answer' : 'unreachable');
    },
  });
}
