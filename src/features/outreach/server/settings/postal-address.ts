import { emailSettings } from '#features/organization/server/tables.ts';
import type { OrganizationContext } from '#server/context.ts';

/** The address at the end of every email to a prospect, as set under Integrations; '' when none is. */
export async function postalAddressOf({ db }: Pick<OrganizationContext, 'db'>): Promise<string> {
  const [settings] = await db.select({ postalAddress: emailSettings.postalAddress }).from(emailSettings);
  return settings?.postalAddress ?? '';
}
