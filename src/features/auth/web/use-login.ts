import { useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError, call, messageOf } from '#web/api.ts';
import { toast } from '#web/toast.ts';
import { saveToken } from '#web/token.ts';
import { slugHint } from '../slug-hint.ts';
import { loadContract } from './contract.lazy.ts';
import { loadConfig } from './use-config.ts';

interface Credentials {
  email: string;
  password: string;
  totp: string;
}

export interface Choice {
  name: string;
  slug: string;
}

function choicesOf(error: unknown): Choice[] {
  const found = error instanceof ApiError ? error.details.organizations : null;
  if (!Array.isArray(found)) return [];
  return found.flatMap((entry: unknown) =>
    typeof entry === 'object' &&
    entry !== null &&
    'name' in entry &&
    'slug' in entry &&
    typeof entry.name === 'string' &&
    typeof entry.slug === 'string'
      ? [{ name: entry.name, slug: entry.slug }]
      : [],
  );
}

async function hintFor(email: string): Promise<string | null> {
  try {
    const { domainSuffix, platformSlug } = await loadConfig();
    return slugHint({ host: location.hostname, suffix: domainSuffix, email, platformSlug });
  } catch {
    // A hint is only a hint: without it the server looks the email up everywhere.
    return null;
  }
}

/** Signing in, with its two detours: a second factor, and one email in several organizations. */
export function useLogin() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [choices, setChoices] = useState<Choice[]>([]);
  const [asksTotp, setAsksTotp] = useState(false);

  async function login({ email, password, totp }: Credentials, chosen?: string): Promise<void> {
    const { authApi } = await loadContract();
    const organizationSlug = chosen ?? (await hintFor(email));
    const body = {
      email,
      password,
      ...(organizationSlug === null ? {} : { organizationSlug }),
      ...(totp === '' ? {} : { totp }),
    };
    const answer = await call(authApi.endpoints.login, { body });
    saveToken(answer.token);
    toast({ title: 'Welcome back!', description: `Logged in to ${answer.organization.name}` });
    // At a page that asked for a sign-in, that page opens now; from the sign-in page the dashboard does.
    if (['/tenant-login', '/login', '/landing'].includes(pathname))
      await navigate({ to: '/dashboard', replace: true });
  }

  function failed(error: unknown): void {
    const code = error instanceof ApiError ? error.code : '';
    if (code === 'choose_organization') {
      setChoices(choicesOf(error));
      return;
    }
    if (code === 'totp_required' && !asksTotp) {
      setAsksTotp(true);
      return;
    }
    toast({ title: 'Login Failed', description: messageOf(error, 'Login failed'), tone: 'danger' });
  }

  return { login, failed, choices, asksTotp, forgetChoices: () => setChoices([]) };
}
