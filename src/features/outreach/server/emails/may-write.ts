import { judgeConsent } from '#features/outreach/consent.ts';
import type { OrganizationContext } from '#server/context.ts';
import { AppError } from '#shared/errors.ts';
import { countryOf, type StoredProspect } from '../prospect-row.ts';
import type { StoredSettings } from '../settings/stored-settings.ts';

/** Why an email may not go to a prospect now. */
export type HeldWhy =
  | 'no_address'
  | 'changed'
  | 'suppressed'
  | 'needs_basis'
  | 'blocked'
  | 'postal_address'
  | 'paused'
  | 'limit'
  | 'duplicate'
  | 'tenant';

/** An obstacle: to a person it is said as an error, of bulk mail it is the reason why it is held. */
export interface Obstacle {
  why: HeldWhy;
  error: AppError;
}

function obstacle(why: HeldWhy, code: AppError['code'], message: string): Obstacle {
  return { why, error: new AppError(code, message) };
}

/** Whether and on what ground a prospect may be written to. */
export interface Permission {
  obstacle: Obstacle | null;
  /** To be recorded with the email; null where a basis stands. */
  warning: string | null;
}

/**
 * Holds an email against consent (contract section 8): one that a person read may go without a basis, with a warning
 * on record; bulk mail may not, nor any where the organization says so, nor one on a basis that the country forbids.
 */
export async function judgeProspect(
  context: Pick<OrganizationContext, 'db' | 'organizationId'>,
  prospect: StoredProspect,
  mode: 'person' | 'bulk',
  { requireConsentBasis }: Pick<StoredSettings, 'requireConsentBasis'>,
): Promise<Permission> {
  const basis = prospect.consent?.basis ?? null;
  const country = await countryOf(context, prospect);
  const verdict = judgeConsent(country, basis);
  const { state, reason } = verdict;
  if (state === 'sendable' && (basis !== null || !requireConsentBasis))
    return { obstacle: null, warning: null };
  if (requireConsentBasis) {
    const message = `Your organization asks for a recorded basis of consent before any email. ${state === 'sendable' ? 'Record it at the prospect.' : reason}`;
    return { obstacle: obstacle('needs_basis', 'consent_missing', message), warning: null };
  }
  const why = state === 'blocked' ? 'blocked' : 'needs_basis';
  if (mode === 'bulk' || (state === 'blocked' && basis !== null))
    return { obstacle: obstacle(why, 'consent_missing', reason), warning: null };
  return { obstacle: null, warning: `Sent by a person without a recorded basis of consent. ${reason}` };
}

/** What of the organization stands in the way: the pause, or an address that the law asks for and that is not there. */
export function organizationObstacle(
  settings: Pick<StoredSettings, 'pausedAt' | 'pausedBy' | 'pauseReason'>,
  { leaves, postalAddress }: { leaves: boolean; postalAddress: string },
): Obstacle | null {
  if (settings.pausedAt !== null) return obstacle('paused', 'conflict', pausedWords(settings));
  if (leaves && postalAddress.trim() === '')
    return obstacle(
      'postal_address',
      'postal_address_missing',
      'Emails to prospects must show where you are. An admin enters the postal address in Admin, Integrations, Email.',
    );
  return null;
}

/** Why nothing leaves, for people. */
export function pausedWords({
  pausedBy,
  pauseReason,
}: Pick<StoredSettings, 'pausedBy' | 'pauseReason'>): string {
  const because = pauseReason ? `: ${pauseReason.replace(/[.\s]+$/, '')}` : '';
  return `Outreach was paused by ${pausedBy ?? 'somebody'}${because}. An admin can resume it in the settings of Outreach.`;
}
