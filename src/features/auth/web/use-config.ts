import { useEffect, useState } from 'react';
import { readPublic } from '#web/api.ts';
import type { Config } from '../contract.ts';

function isSignIn(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['role', 'email', 'password'].every((key) => key in value && typeof Reflect.get(value, key) === 'string')
  );
}

/** The contract's schema says the same, but would bring Zod into the first load of the sign-in page. */
function isConfig(value: unknown): value is Config {
  if (typeof value !== 'object' || value === null) return false;
  const has = (key: keyof Config, type: string) => typeof Reflect.get(value, key) === type;
  return (
    has('demo', 'boolean') &&
    has('legacyEnabled', 'boolean') &&
    has('outboxOnly', 'boolean') &&
    has('domainSuffix', 'string') &&
    has('platformSlug', 'string') &&
    'demoSignIns' in value &&
    Array.isArray(value.demoSignIns) &&
    value.demoSignIns.every(isSignIn)
  );
}

let loaded: Promise<Config> | null = null;

async function load(): Promise<Config> {
  const answer = await readPublic('/api/config');
  if (!isConfig(answer)) throw new TypeError('The configuration is not understood.');
  return answer;
}

export function loadConfig(): Promise<Config> {
  loaded ??= load().catch((error: unknown) => {
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
