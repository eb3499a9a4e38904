import { useEffect, useState } from 'react';
import { call } from '#web/api.ts';
import type { Config } from '../contract.ts';
import { loadContract } from './contract.lazy.ts';

let loaded: Promise<Config> | null = null;

export function loadConfig(): Promise<Config> {
  loaded ??= loadContract()
    .then(({ authApi }) => call(authApi.endpoints.config))
    .catch((error: unknown) => {
      loaded = null;
      throw error;
    });
  return loaded;
}

/** What the sign-in pages need to know; null until it is there, and they work without it. */
export function useConfig(): Config | null {
  const [config, setConfig] = useState<Config | null>(null);
  useEffect(() => {
    let wanted = true;
    loadConfig().then(
      (found) => (wanted ? setConfig(found) : undefined),
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, []);
  return config;
}
