import { useNavigate } from '@tanstack/react-router';
import { createContext, type ReactNode, useContext } from 'react';
import { can, type Permission } from '#shared/access.ts';
import type { ModuleType } from '#shared/modules.ts';
import { call } from './api.ts';
import { logout, type Me } from './shell/feature-calls.ts';
import { chooseTheme, readTheme } from './theme.ts';
import { toast } from './toast.ts';
import { removeToken } from './token.ts';
import { useNow } from './ui/use-now.ts';

const Session = createContext<Me | null>(null);

export function SessionProvider({ me, children }: { me: Me; children: ReactNode }) {
  return <Session value={me}>{children}</Session>;
}

/** The signed-in user with organization, subscription and modules. Only inside the signed-in part. */
export function useMe(): Me {
  const me = useContext(Session);
  if (!me) throw new Error('useMe is used outside the signed-in part.');
  return me;
}

/** What is paused for everyone when the account has ended: its buttons go, so that nobody types for nothing. */
const paused: ReadonlySet<Permission> = new Set<Permission>(['leads.write', 'leads.delete', 'mail.ingest']);

/** Whether a button may be shown; the server decides again. */
export function useCan(permission: Permission): boolean {
  const me = useMe();
  const now = useNow();
  const allowed = can(me.user.role, permission);
  return allowed && !(paused.has(permission) && standing(me, now) !== null);
}

export function useZone(): string {
  return useMe().organization.timezone;
}

export function isPlatformOwner(me: Me): boolean {
  return me.organization.isPlatform && me.user.role === 'owner';
}

export function hasModule(me: Me, module: ModuleType): boolean {
  return me.modules.some((entry) => entry.moduleType === module && entry.isActive);
}

/** Why people's writes are refused, or null while everything works (contract section 5). */
export function standing(me: Me, now: Date): 'trial_ended' | 'suspended' | 'cancelled' | null {
  const subscription = me.subscription;
  if (!subscription) return null;
  if (subscription.status === 'suspended' || subscription.status === 'cancelled') return subscription.status;
  const over = subscription.trialEndsAt !== null && new Date(subscription.trialEndsAt) <= now;
  return subscription.status === 'trial' && over ? 'trial_ended' : null;
}

/** Signs out and goes to the sign-in page. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    await navigate({ to: '/tenant-login' });
    await signOut();
  };
}

/** Ends the session here and on the server; the token goes even when the server cannot be told. */
async function signOut(): Promise<void> {
  // The answer has the browser clear what this site stored. The appearance belongs to the person at this browser.
  const theme = readTheme();
  try {
    await call(logout);
  } catch {
    // The session ends by itself after its idle time; this browser forgets it now.
  }
  chooseTheme(theme);
  removeToken();
  toast({ title: 'Logged out' });
}
