import type { EmailIntegration, organizationApi } from '#features/organization/contract.ts';
import type { Context, OrganizationContext } from '#server/context.ts';
import type { Input } from '#shared/endpoint.ts';
import { emailSettings } from './tables.ts';

type Update = (typeof organizationApi)['endpoints']['updateEmail'];

function out(row: typeof emailSettings.$inferSelect | undefined): EmailIntegration {
  return {
    imap: null,
    smtp: null,
    teamAddresses: row?.teamAddresses ?? [],
    postalAddress: row?.postalAddress ?? '',
    dailyLimit: null,
    sendWindow: null,
    status: { state: 'not_connected', lastSuccessAt: null, lastError: null },
  };
}

export async function readEmail({ db }: OrganizationContext): Promise<EmailIntegration> {
  const [row] = await db.select().from(emailSettings);
  return out(row);
}

/** Replaces the addresses that count as the team's own: mail from them is outbound and makes no leads. */
export function updateEmail(context: Context, { body }: Input<Update>): Promise<EmailIntegration> {
  const teamAddresses = [...new Set(body.teamAddresses.map((address) => address.toLowerCase()))];
  return context.tx(async (tx) => {
    const values = {
      teamAddresses,
      postalAddress: body.postalAddress,
      updatedAt: context.services.clock.now(),
    };
    const [row] = await tx.db
      .insert(emailSettings)
      .values(values)
      .onConflictDoUpdate({ target: emailSettings.organizationId, set: values })
      .returning();
    await tx.audit({ action: 'email-settings.updated', details: { teamAddresses } });
    return out(row);
  });
}
