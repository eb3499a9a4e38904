import { eq } from 'drizzle-orm';
import { deletionEvent } from '#features/deletion/contract.ts';
import { ownersMail, type TenantTx, tellOwners } from '#features/notifications/server/public.ts';
import { organizations } from '#features/organization/server/tables.ts';
import { tellOperator } from '#features/payments/server/public.ts';
import { prettyInstant } from '#server/format.ts';
import type { Services } from '#server/services.ts';

export type Step = 'asked' | 'asked_by_operator' | 'undone' | 'week_before' | 'day_before';

interface Told {
  step: Step;
  dueAt: Date;
  requestedAt: Date;
  reason: string | null;
}

/**
 * Puts a mail and a notification for each active owner into the transaction, and has every screen read again.
 * @returns the mails, to be delivered after the commit
 */
export async function tellDeletion(tx: TenantTx, services: Services, told: Told): Promise<string[]> {
  const [organization] = await tx.db
    .select({ name: organizations.name, timezone: organizations.timezone })
    .from(organizations)
    .where(eq(organizations.id, tx.organizationId));
  if (!organization) return [];
  const words = wordsOf(told, organization.name, prettyInstant(told.dueAt, organization.timezone));
  const key = `deletion:${told.step}:${told.requestedAt.toISOString()}`;
  const mail = ownersMail(words, {
    organization: organization.name,
    place: 'Admin, Security:',
    link: `${services.config.publicUrl}/tenant/admin?tab=security`,
  });
  const mails = await tellOwners(tx, services, { kind: 'deletion', ...words, key }, mail);
  tx.emit(deletionEvent, {});
  return mails;
}

/** Tells the platform's owners that owners of a tenant asked for its deletion, or undid that. After the commit. */
export async function tellOperatorOfDeletion(
  services: Services,
  { organizationId, requestedAt, dueAt }: { organizationId: string; requestedAt: Date; dueAt: Date },
  step: 'asked' | 'undone',
): Promise<void> {
  await services.asPlatform('the platform’s owners are told of a deletion', (platform) =>
    tellOperator(platform, services.clock.now(), {
      tenantId: organizationId,
      key: `deletion:${step}:${organizationId}:${requestedAt.toISOString()}`,
      words: (name) =>
        step === 'asked'
          ? {
              title: `${name} is going to be deleted`,
              text: `An owner of ${name} asked for it. It begins on ${prettyInstant(dueAt, 'UTC')} and can be undone until then. Nothing more is charged by card: a subscription at Stripe ends with what is paid for.`,
            }
          : {
              title: `${name} is not going to be deleted`,
              text: `An owner of ${name} undid the deletion. A subscription at Stripe that has not ended yet goes on; one that has is to be set up again.`,
            },
    }),
  );
}

function wordsOf({ step, reason }: Told, name: string, when: string): { title: string; text: string } {
  const what = `On ${when} everything of ${name} is deleted: people, leads, mail, posts, prospects, invoices and files.`;
  const byOperator = reason !== null;
  const undo = byOperator
    ? 'Only the operator of this platform can undo it. Export what you need before then.'
    : 'Until then everything works while it is paid for, nothing more is charged by card, and any owner can undo it under Admin, Security.';
  const why = byOperator ? ` Reason given: ${reason}` : '';
  switch (step) {
    case 'asked':
      return { title: 'Your organization will be deleted', text: `An owner asked for it. ${what} ${undo}` };
    case 'asked_by_operator':
      return {
        title: 'Your organization will be deleted',
        text: `The operator of this platform asked for it.${why} ${what} ${undo}`,
      };
    case 'undone':
      return {
        title: 'Your organization stays',
        text: `The deletion of ${name} was undone. Nothing is deleted, and nothing else has changed.`,
      };
    case 'week_before':
      return { title: 'Your organization will be deleted in a week', text: `${what} ${undo}` };
    case 'day_before':
      return { title: 'Your organization will be deleted tomorrow', text: `${what} ${undo}` };
  }
}
