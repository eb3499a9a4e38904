import { useNavigate } from '@tanstack/react-router';
import { createContext, type ReactNode, useContext } from 'react';
import { can, type Permission, permissions } from '#shared/access.ts';
import type { ModuleType } from '#shared/modules.ts';
import { call } from './api.ts';
import { isLegacyPath, markLegacyClosed } from './legacy-area.ts';
import { leaveLegacy, logout, type Me } from './shell/feature-calls.ts';
import { chooseTheme, readTheme } from './theme.ts';
import { toast } from './toast.ts';
import { removeToken } from './token.ts';
import { useNow } from './ui/use-now.ts';

const Session = createContext<Me | null>(null);
const Legacy = createContext(false);

interface SessionProviderProps {
  me: Me;
  /** Whether this is the internal area, in which no person is signed in. */
  legacy?: boolean;
  children: ReactNode;
}

export function SessionProvider({ me, legacy = false, children }: SessionProviderProps) {
  return (
    <Legacy value={legacy}>
      <Session value={me}>{children}</Session>
    </Legacy>
  );
}

/** Whether the screen stands in the internal area. */
export function useIsLegacy(): boolean {
  return useContext(Legacy);
}

/** Where the dashboard of this part of the application is. */
export function useDashboardPath(): '/tenant/dashboard' | '/legacy/dashboard' {
  return useIsLegacy() ? '/legacy/dashboard' : '/tenant/dashboard';
}

/** The signed-in user with organization, subscription and modules. Only inside the signed-in part. */
export function useMe(): Me {
  const me = useContext(Session);
  if (!me) throw new Error('useMe is used outside the signed-in part.');
  return me;
}

/** What is paused for everyone when the account has ended: its buttons go, so that nobody types for nothing. */
const paused: ReadonlySet<Permission> = new Set<Permission>([
  'leads.write',
  'leads.delete',
  'mail.ingest',
  'social.write',
  'outreach.write',
  'outreach.delete',
]);

/** Whether a button may be shown; the server decides again. */
export function useCan(permission: Permission): boolean {
  const me = useMe();
  const now = useNow();
  const legacy = useIsLegacy();
  const allowed = can(me.user.role, permission) && (!legacy || permissions[permission].legacy);
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
  return me.writesUntil !== null && new Date(me.writesUntil) <= now ? 'trial_ended' : null;
}

/** A trial that ends is named on every screen from so many days before. */
const trialNoticeDays = 7;
const dayMs = 86_400_000;

/** What ends soon or is overdue, for whoever can do something about it; null where everything is well. */
export function comingEnd(me: Me, now: Date): { kind: 'trial_ends' | 'period_ended'; at: string } | null {
  const { subscription, user } = me;
  if (!subscription || !can(user.role, 'billing.add-module')) return null;
  const { status, trialEndsAt, currentPeriodEnd } = subscription;
  if (status === 'trial' && trialEndsAt !== null) {
    // Who has set up a card goes on without doing anything.
    if (me.writesUntil !== null && me.writesUntil > trialEndsAt) return null;
    const left = new Date(trialEndsAt).getTime() - now.getTime();
    return left > 0 && left <= trialNoticeDays * dayMs ? { kind: 'trial_ends', at: trialEndsAt } : null;
  }
  if (status !== 'active' || me.renews || currentPeriodEnd === null || new Date(currentPeriodEnd) > now)
    return null;
  return { kind: 'period_ended', at: currentPeriodEnd };
}

/** Signs out and goes to the sign-in page. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    if (isLegacyPath(location.pathname)) {
      await leaveInternalArea();
      await navigate({ to: '/tenant-login' });
      return;
    }
    await navigate({ to: '/tenant-login' });
    await signOut();
  };
}

/** Closes the internal area; who is signed in with a token in this browser stays so. */
async function leaveInternalArea(): Promise<void> {
  try {
    await call(leaveLegacy);
  } catch {
    // The cookie ends by itself after its hours; this tab forgets it now.
  }
  markLegacyClosed();
  toast({ title: 'Logged out' });
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
  markLegacyClosed();
  toast({ title: 'Logged out' });
}
