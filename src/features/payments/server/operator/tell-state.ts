import { eq } from 'drizzle-orm';
import { ownersMail, type TenantTx, tellOwners } from '#features/notifications/server/public.ts';
import { organizations } from '#features/organization/server/tables.ts';
import type { Services } from '#server/services.ts';

interface StateChange {
  to: 'suspended' | 'reactivated' | 'cancelled';
  /** Why, as the operator wrote it; empty for what needs no reason. */
  reason: string;
}

/**
 * Tells each active owner behind the bell and by account mail that the operator stopped the subscription or let it go on.
 * Answers the mails, which are delivered after the commit.
 */
export async function tellState(tx: TenantTx, services: Services, change: StateChange): Promise<string[]> {
  const [organization] = await tx.db
    .select({ name: organizations.name })
    .from(organizations)
    .where(eq(organizations.id, tx.organizationId));
  if (!organization) return [];
  const words = wordsOf(change, organization.name);
  const key = `subscription:${change.to}:${services.clock.now().toISOString()}`;
  const mail = ownersMail(words, {
    organization: organization.name,
    place: 'Billing of your company:',
    link: `${services.config.publicUrl}/tenant/billing`,
  });
  return tellOwners(tx, services, { kind: 'billing', ...words, key }, mail);
}

function wordsOf({ to, reason }: StateChange, name: string): { title: string; text: string } {
  const why = reason.trim() === '' ? '' : ` Reason given: ${reason.trim()}`;
  switch (to) {
    case 'suspended':
      return {
        title: 'Your subscription is suspended',
        text: `The operator of this platform suspended the subscription of ${name}. Everyone can read and export everything, but changing, sending and AI are paused until it is reactivated.${why}`,
      };
    case 'cancelled':
      return {
        title: 'Your subscription is cancelled',
        text: `The operator of this platform cancelled the subscription of ${name}. Everyone can read and export everything, but changing, sending and AI are switched off.${why}`,
      };
    case 'reactivated':
      return {
        title: 'Your subscription is reactivated',
        text: `The operator of this platform reactivated the subscription of ${name}. It goes on where it was stopped: with what is left of the trial or of what was paid for.`,
      };
  }
}
