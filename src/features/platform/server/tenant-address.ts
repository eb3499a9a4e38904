import { eq } from 'drizzle-orm';
import { withOwnPassword } from '#features/auth/server/public.ts';
import {
  exchangeSlug,
  findTenant,
  refuseTakenSlug,
  slugTaken,
} from '#features/organization/server/public.ts';
import { organizations } from '#features/organization/server/tables.ts';
import { onTenant } from '#features/payments/server/public.ts';
import type { Context } from '#server/context.ts';
import { constraintOf, sqlState } from '#server/http/errors.ts';
import type { Input } from '#shared/endpoint.ts';
import { AppError } from '#shared/errors.ts';
import type { addressApi, TenantAddress } from '../address-contract.ts';

type Endpoints = (typeof addressApi)['endpoints'];

export function readAddress(context: Context, { params }: Input<Endpoints['read']>): Promise<TenantAddress> {
  return context.services.asPlatform('the platform owner reads where a tenant signs in', async (tx) => {
    const { slug, domain } = await findTenant(tx, params.organizationId);
    return { slug, domain };
  });
}

/**
 * Changes where a tenant signs in, at once. The former subdomain stays the tenant's: the chat in its websites and the
 * reports of its automation go on with it, and nobody else can take it. @throws AppError invalid for a wrong password; slug_taken; conflict for a domain that another tenant has
 */
export async function changeAddress(
  context: Context,
  { params, body }: Input<Endpoints['change']>,
): Promise<TenantAddress> {
  await withOwnPassword(context, body.currentPassword);
  const { slug, domain } = body;
  try {
    return await onTenant(
      context,
      params.organizationId,
      'a tenant’s address is changed',
      async (tx, tenant) => {
        if (slug !== tenant.slug) await refuseTakenSlug(tx, slug, tenant.id);
        await tx.db.update(organizations).set({ slug, domain }).where(eq(organizations.id, tenant.id));
        const now = context.services.clock.now();
        await exchangeSlug(tx, { organizationId: tenant.id, from: tenant.slug, to: slug, now });
        tx.notify({ kind: 'organization', o: tenant.id });
        const from = { slug: tenant.slug, domain: tenant.domain };
        return {
          action: 'organization.address',
          details: { from, to: { slug, domain } },
          answer: { slug, domain },
        };
      },
    );
  } catch (error) {
    throw asConflict(error);
  }
}

/** What the fields say; the unique indexes decide, also between two changes at once. */
function asConflict(error: unknown): unknown {
  const isState = sqlState(error) === '23505';
  if (isState && constraintOf(error) === 'organizations_one_domain')
    return refusal('conflict', 'Another tenant has this domain.', 'domain');
  if (isState || (error instanceof AppError && error.code === 'slug_taken'))
    return refusal('slug_taken', slugTaken().message, 'slug');
  return error;
}

function refusal(code: 'conflict' | 'slug_taken', message: string, path: string): AppError {
  return new AppError(code, message, { issues: [{ path, message }] });
}
