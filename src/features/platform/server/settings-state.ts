import type { Services } from '#server/services.ts';
import type { PartState, PlatformSettings } from '../settings-contract.ts';

/** What of the installation is set up. Names servers and models, never a user, a password or a key. */
export function stateOf({ config }: Pick<Services, 'config'>): PlatformSettings['state'] {
  return { mail: mailState(config), ai: aiState(config), stripe: stripeState(config) };
}

function mailState({ smtpUrl, mailFrom }: Services['config']): PartState {
  if (smtpUrl === null)
    return {
      configured: false,
      words:
        'SMTP_URL is not set: mail about accounts stays in the outbox, and outreach has no server but a tenant’s own.',
    };
  return { configured: true, words: `Mail leaves through ${new URL(smtpUrl).host}, from ${mailFrom}.` };
}

function aiState({ ai }: Services['config']): PartState {
  if (ai.provider === 'builtin')
    return {
      configured: false,
      words:
        'AI_PROVIDER is builtin: rules of the hub summarise and draft, and no text leaves the installation.',
    };
  return {
    configured: true,
    words: `Texts go to ${ai.provider}${ai.model === null ? '' : `, model ${ai.model}`}, unless a tenant has chosen another.`,
  };
}

function stripeState({ stripe }: Services['config']): PartState {
  return stripe === null
    ? {
        configured: false,
        words: 'STRIPE_SECRET_KEY is not set: payments are recorded by hand, by the owner of the platform.',
      }
    : {
        configured: true,
        words: 'Payments go through Stripe, which reports them to /api/webhooks/stripe.',
      };
}
