import { useState } from 'react';
import { ApiError, messageOf } from './api.ts';

/** Why an engine gave nothing; `builtin` when the built-in engine can do it instead. */
export interface AiFailure {
  message: string;
  builtin: boolean;
}

export interface Ai<Answer> {
  busy: boolean;
  /** Of the last try. */
  failure: AiFailure | null;
  /** The answer, or null when there is none and `failure` says why. */
  make: (engine?: 'builtin') => Promise<Answer | null>;
}

/**
 * Has an engine make something when a person asks for it.
 * @param ask makes the call, with the built-in engine where that is asked for
 * @param otherwise what is said of a failure without words
 */
export function useAi<Answer>(ask: (engine?: 'builtin') => Promise<Answer>, otherwise: string): Ai<Answer> {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<AiFailure | null>(null);

  async function make(engine?: 'builtin'): Promise<Answer | null> {
    setBusy(true);
    setFailure(null);
    try {
      return await ask(engine);
    } catch (error) {
      const builtin = error instanceof ApiError && error.code === 'ai_failed';
      setFailure({ message: messageOf(error, otherwise), builtin });
      return null;
    } finally {
      setBusy(false);
    }
  }

  return { busy, failure, make };
}
