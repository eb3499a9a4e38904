import type { PublishMode } from '#features/social/contract.ts';
import { type Platform, platform, platformRules } from '#features/social/platforms.ts';
import type { ConnectedAccount } from '#features/social/settings-contract.ts';
import type { OrganizationContext } from '#server/context.ts';
import type { PublishRequest } from '#server/integrations/social/provider.ts';
import { socialAccounts, socialSettings } from './tables.ts';

export type SettingsRow = typeof socialSettings.$inferSelect;
export type AccountRow = typeof socialAccounts.$inferSelect;

/** Where sealed secrets belong; one cannot be opened in another's place. */
export const sealedFor = {
  webhook: 'social.webhook',
  token: 'social.token',
  refresh: 'social.refresh',
  attempt: 'social.attempt',
} as const;

/** What stands between a platform and publishing to it. */
export interface ChannelProblem {
  reason: string;
  fix: string;
  /** It may be over at the next try, such as a connection that nobody has made yet (contract section 7). */
  retry: boolean;
}

/** How one platform's posts leave, as things are now. */
export interface ChannelState {
  mode: PublishMode;
  problem: ChannelProblem | null;
  account: AccountRow | null;
}

export interface Channels {
  settings: SettingsRow | null;
  of: Readonly<Record<Platform, ChannelState>>;
}

export async function readChannels({ db }: Pick<OrganizationContext, 'db'>): Promise<Channels> {
  const [settings] = await db.select().from(socialSettings);
  const accounts = await db.select().from(socialAccounts);
  const stateOf = (target: Platform): ChannelState => {
    const mode = settings?.platformModes[target] ?? settings?.mode ?? 'by_hand';
    const account = accounts.find((one) => one.platform === target) ?? null;
    return { mode, account, problem: problemOf(target, mode, settings ?? null, account) };
  };
  return {
    settings: settings ?? null,
    of: { linkedin: stateOf('linkedin'), facebook: stateOf('facebook'), instagram: stateOf('instagram') },
  };
}

function problemOf(
  target: Platform,
  mode: PublishMode,
  settings: SettingsRow | null,
  account: AccountRow | null,
): ChannelProblem | null {
  const { name } = platformRules[target];
  if (mode === 'by_hand') return null;
  if (mode === 'direct') {
    if (!account)
      return {
        reason: `${name} is not connected, so the post could not leave.`,
        fix: `Connect ${name}`,
        retry: true,
      };
    return account.deadReason === null
      ? null
      : { reason: account.deadReason, fix: `Reconnect ${name}`, retry: false };
  }
  if (!settings?.webhookUrl || !settings.webhookSecret)
    return {
      reason: 'The automation webhook has no address or no secret yet, so the post could not leave.',
      fix: 'Set up the webhook',
      retry: true,
    };
  if (settings.webhookStopped !== null)
    return { reason: settings.webhookStopped, fix: 'Check the webhook', retry: false };
  return null;
}

/** Where a publish goes, with its secrets opened; null when the mode is by hand or something is missing. */
export function targetOf(
  { services }: Pick<OrganizationContext, 'services'>,
  { settings, of }: Channels,
  target: Platform,
): PublishRequest['to'] | null {
  const { mode, account, problem } = of[target];
  if (problem) return null;
  if (mode === 'direct' && account)
    return {
      kind: 'account',
      id: account.accountId,
      accessToken: services.seal.open(account.token, sealedFor.token),
    };
  const webhook = mode === 'webhook' ? webhookOf({ services }, settings) : null;
  return webhook ? { kind: 'webhook', ...webhook } : null;
}

/** The webhook with its secrets opened, whether or not it is stopped; null when there is none. */
export function webhookOf(
  { services }: Pick<OrganizationContext, 'services'>,
  settings: SettingsRow | null,
): { url: string; secrets: [string] | [string, string] } | null {
  if (!settings?.webhookUrl || !settings.webhookSecret) return null;
  const current = services.seal.open(settings.webhookSecret, sealedFor.webhook);
  const next =
    settings.webhookSecretNext === null
      ? null
      : services.seal.open(settings.webhookSecretNext, sealedFor.webhook);
  return { url: settings.webhookUrl, secrets: next === null ? [current] : [current, next] };
}

const dayMs = 86_400_000;
/** Days before the end of a connection at which people are told. */
export const warningDays = [14, 7, 2] as const;

export function accountOut(row: AccountRow, now: Date): ConnectedAccount {
  const ends = row.refreshToken === null ? row.expiresAt : row.refreshExpiresAt;
  const expiring = ends !== null && ends.getTime() - now.getTime() <= warningDays[0] * dayMs;
  return {
    id: row.accountId,
    name: row.name,
    state: row.deadReason !== null ? 'dead' : expiring ? 'expiring' : 'connected',
    expiresAt: ends?.toISOString() ?? null,
    lastCheckedAt: row.lastCheckedAt?.toISOString() ?? null,
    lastError: row.deadReason ?? row.lastError,
  };
}

export const everyPlatform = platform.options;
