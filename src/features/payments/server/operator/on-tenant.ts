import { asTenant, deliverMails, type TenantTx } from '#features/notifications/server/public.ts';
import { findTenant, type TenantRow } from '#features/organization/server/public.ts';
import type { Context } from '#server/context.ts';
import { writeAudit } from '#server/organization-context.ts';

/** What a change of the operator is called in both audit logs, and what it comes to. */
export interface Done<Answer> {
  action: string;
  details?: Record<string, unknown>;
  /** Account mails that leave after the commit. */
  mails?: readonly string[];
  answer: Answer;
}

/** Who acts, in the tenant's own log: its people do not know the operator's staff. */
export const operatorName = 'Platform operator';

/**
 * Runs a change of a tenant in one transaction, which also writes it into the audit logs of the platform and of the
 * tenant. `tx` has the tenant's id. The platform's own organization is no tenant.
 * @throws AppError not_found
 */
export async function onTenant<Answer>(
  { services, session, requestId, address, userAgent }: Context,
  organizationId: string,
  reason: string,
  work: (tx: TenantTx, tenant: TenantRow, now: Date) => Promise<Done<Answer>>,
): Promise<Answer> {
  const { answer, mails = [] } = await services.asPlatform(reason, async (platform) => {
    const tenant = await findTenant(platform, organizationId);
    const done = await work(asTenant(platform, tenant.id), tenant, services.clock.now());
    const { action, details = {} } = done;
    await writeAudit(
      platform.db,
      session.organizationId,
      { action, subject: tenant.slug, details: { ...details, organizationId: tenant.id } },
      { name: session.actor, id: session.userId, about: { requestId, address, userAgent } },
    );
    await writeAudit(
      platform.db,
      tenant.id,
      { action, subject: tenant.slug, details },
      { name: operatorName, id: null, about: null },
    );
    return done;
  });
  deliverMails(services, organizationId, mails);
  return answer;
}
