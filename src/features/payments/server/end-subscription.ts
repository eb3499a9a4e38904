import { withOwnPassword } from '#features/auth/server/public.ts';
import { changeSubscription } from '#features/billing/server/public.ts';
import { deliverMails, ownersMail, tellOwners } from '#features/notifications/server/public.ts';
import { organizations } from '#features/organization/server/tables.ts';
import type { BillingAccount, paymentsApi } from '#features/payments/contract.ts';
import type { Context } from '#server/context.ts';
import { prettyInstant } from '#server/format.ts';
import type { Input } from '#shared/endpoint.ts';
import { AppError } from '#shared/errors.ts';
import { readAccount } from './account.ts';
import { endedByOwner } from './stripe/change-from.ts';
import { tellOperator } from './tell-operator.ts';

type End = (typeof paymentsApi)['endpoints']['end'];

/**
 * Ends the own subscription with the period that is paid for or free, at once where there is none left; what is suspended
 * stays so. Tells the other owners and the operator. Stripe is told within minutes and charges no more.
 * @throws AppError invalid for a wrong password; conflict where it has ended or is going to
 */
export async function endSubscription(context: Context, { body }: Input<End>): Promise<BillingAccount> {
  await withOwnPassword(context, body.currentPassword);
  const { services, session, organizationId } = context;
  if (session.isPlatform) throw new AppError('conflict', 'The platform has no subscription that could end.');
  const now = services.clock.now();
  const { end, mails } = await context.tx(async (tx) => {
    const { subscription } = await changeSubscription(tx, { now, actor: session.actor }, (held) => {
      const { status, currentPeriodEnd, endsAt: ending } = held.subscription;
      if (status === 'cancelled') throw new AppError('conflict', 'This subscription has ended already.');
      if (ending !== null) throw new AppError('conflict', 'This subscription is going to end already.');
      const runs = currentPeriodEnd !== null && currentPeriodEnd > now;
      // A suspension is the operator's: what ends under it stays suspended, so that no payment leads around it.
      if (status === 'suspended')
        return { kind: 'ending', fields: { endsAt: runs ? currentPeriodEnd : now } };
      return runs
        ? { kind: 'ending', fields: { endsAt: currentPeriodEnd } }
        : {
            kind: 'cancelled',
            fields: { status: 'cancelled', stateReason: endedByOwner },
            note: endedByOwner,
          };
    });
    await tx.audit({
      action: 'subscription.ending',
      details: { endsAt: subscription.endsAt?.toISOString() ?? now.toISOString() },
    });
    const [organization] = await tx.db
      .select({ name: organizations.name, timezone: organizations.timezone })
      .from(organizations);
    const later = subscription.endsAt !== null && subscription.endsAt > now ? subscription.endsAt : null;
    const when = later && prettyInstant(later, organization?.timezone ?? 'UTC');
    const isSuspended = subscription.status === 'suspended';
    const words = ownersWords({ actor: session.actor, when, isSuspended });
    const key = `subscription:ending:${now.toISOString()}`;
    const mail = ownersMail(words, {
      organization: organization?.name ?? '',
      place: 'Billing of your company:',
      link: `${services.config.publicUrl}/tenant/billing`,
    });
    const mails = await tellOwners(tx, services, { kind: 'billing', ...words, key }, mail);
    return { end: { when, isSuspended }, mails };
  });
  deliverMails(services, organizationId, mails);
  await services.asPlatform('the platform’s owners are told that a subscription ends', (platform) =>
    tellOperator(platform, now, {
      tenantId: organizationId,
      key: `subscription:ending:${organizationId}:${now.toISOString()}`,
      words: (name) => ({
        title: `${name} ends its subscription`,
        text: `An owner of ${name} ended the subscription. ${forOperator(end)}`,
      }),
    }),
  );
  return readAccount(context);
}

interface HowItEnds {
  /** The day, as people write it; null = at once. */
  when: string | null;
  isSuspended: boolean;
}

function ownersWords({ actor, when, isSuspended }: HowItEnds & { actor: string }): {
  title: string;
  text: string;
} {
  const title = when ? 'Your subscription is going to end' : 'Your subscription has ended';
  const ended = `${actor} ended the subscription.`;
  const after = 'everyone can read and export everything, but not change or send anything.';
  if (isSuspended)
    return {
      title,
      text: `${ended} It stays suspended until the operator of this platform lifts that, and nothing is charged by card any more.`,
    };
  return when
    ? {
        title,
        text: `${ended} Everything works until ${when}; from then on ${after} Until then an owner can keep it under Billing.`,
      }
    : { title, text: `${ended} From now on ${after}` };
}

function forOperator({ when, isSuspended }: HowItEnds): string {
  if (isSuspended)
    return `It stays suspended: reactivated, it ${when ? `works until ${when}` : 'has ended'}. To let it go on, record a payment beyond that day.`;
  return when
    ? `It works until ${when}. Until then it can be kept.`
    : 'Nothing was left of a paid period, so that it has ended.';
}

/** Takes that back until the day has come. @throws AppError conflict where nothing is going to end, or it has ended */
export async function keepSubscription(context: Context): Promise<BillingAccount> {
  const { services, session } = context;
  await context.tx(async (tx) => {
    const now = services.clock.now();
    await changeSubscription(tx, { now, actor: session.actor }, ({ subscription }) => {
      if (subscription.endsAt === null || subscription.endsAt <= now)
        throw new AppError('conflict', 'This subscription is not going to end, or has ended already.');
      return {
        kind: 'kept',
        fields: { endsAt: null, ...(subscription.status === 'suspended' ? {} : { stateReason: null }) },
      };
    });
    await tx.audit({ action: 'subscription.kept' });
  });
  return readAccount(context);
}
