import { z } from 'zod';
import { assertStrongPassword, createOrganization } from '#features/organization/server/public.ts';
import type { platformApi } from '#features/platform/contract.ts';
import type { Context } from '#server/context.ts';
import { generatePassword } from '#server/integrations/passwords.ts';
import type { Input, Output } from '#shared/endpoint.ts';

type Setup = (typeof platformApi)['endpoints']['setupCompany'];

/** Makes a company with its first owner in one transaction. The temporary password is in this one answer only. */
export async function setupCompany(context: Context, { body }: Input<Setup>): Promise<Output<Setup>> {
  const tempPassword = body.adminPassword ?? generatePassword();
  await assertStrongPassword(tempPassword, 'adminPassword');
  const passwordHash = await context.services.passwords.hash(tempPassword);
  const { organizationId } = await context.services.asPlatform('the platform owner sets up a company', (tx) =>
    createOrganization(tx, context.services, {
      organization: {
        name: body.name,
        slug: body.slug,
        industry: body.industry,
        size: body.size,
        country: body.country,
        timezone: body.timezone,
        termsAccepted: false,
      },
      owner: {
        firstName: body.adminFirstName,
        lastName: body.adminLastName,
        email: body.adminEmail,
        passwordHash,
        temporary: true,
      },
      plan: body.plan,
      modules: body.modules,
    }),
  );
  await context.tx((tx) =>
    tx.audit({ action: 'company.set-up', subject: body.slug, details: { organizationId } }),
  );
  return { organizationId, adminEmail: body.adminEmail, tempPassword };
}

/** A repeat under the same Idempotency-Key: the same company, without the password, which was not kept. */
export async function replaySetup(_context: Context, remembered: unknown): Promise<Output<Setup>> {
  const kept = z.object({ organizationId: z.string(), adminEmail: z.string() }).parse(remembered);
  return { ...kept, tempPassword: null };
}
