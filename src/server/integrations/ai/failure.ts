export type AiFailureCode =
  | 'not_configured'
  | 'refused_key'
  | 'rate_limited'
  | 'timeout'
  | 'unreachable'
  | 'address_refused'
  | 'bad_answer'
  | 'provider_error';

const words: Record<AiFailureCode, string> = {
  not_configured: 'The language model is not set up: its model or key is missing.',
  refused_key: 'The provider of the language model refused the key.',
  rate_limited: 'The provider of the language model takes no more calls for now.',
  timeout: 'The language model did not answer in time.',
  unreachable: 'The language model could not be reached.',
  address_refused:
    'The address of the language model lies inside a private network and is not used. The operator can allow it with HUB_ALLOW_PRIVATE_HOSTS=1.',
  bad_answer: 'The language model answered in a form that cannot be used. Nothing of it was kept.',
  provider_error: 'The provider of the language model reported an error.',
};

/** Why a language model gave no answer, in the hub's own words: what the provider said may hold the prompt or the key. */
export class AiFailure extends Error {
  readonly code: AiFailureCode;
  readonly usage: { in: number; out: number };

  constructor(code: AiFailureCode, usage = { in: 0, out: 0 }) {
    super(words[code]);
    this.code = code;
    this.usage = usage;
  }
}
