import { Navigate, useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { isLegacyOpen } from '#web/legacy-area.ts';
import { isTenantHost } from '../tenant-host.ts';
import { Screen as LoginScreen } from './login-screen.tsx';
import { loadConfig } from './use-config.ts';

/**
 * What stands in a page's place without a token (contract section 2): the internal area for its flag and for /database,
 * the landing page for / of the public host, else the sign-in form.
 */
export function SignInGate() {
  const { pathname } = useLocation();
  if (isLegacyOpen() && (pathname === '/' || pathname === '/dashboard'))
    return <Navigate to="/legacy/dashboard" replace />;
  if (pathname === '/database') return <Navigate to="/legacy/database" replace />;
  return pathname === '/' ? <Root /> : <LoginScreen />;
}

function Root() {
  const [goes, setGoes] = useState<'landing' | 'login' | null>(null);
  useEffect(() => {
    let wanted = true;
    const decide = (to: 'landing' | 'login') => (wanted ? setGoes(to) : undefined);
    loadConfig().then(
      ({ domainSuffix }) => decide(isTenantHost(location.hostname, domainSuffix) ? 'login' : 'landing'),
      () => decide('login'),
    );
    return () => {
      wanted = false;
    };
  }, []);
  if (goes === 'landing') return <Navigate to="/landing" replace />;
  return goes === 'login' ? <LoginScreen /> : null;
}
