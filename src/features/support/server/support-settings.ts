import { organizations } from '#features/organization/server/tables.ts';
import type {
  SupportSettings,
  SupportSettingsInput,
  supportSettingsApi,
} from '#features/support/widget-contract.ts';
import type { Context, OrganizationContext } from '#server/context.ts';
import type { Input } from '#shared/endpoint.ts';
import { AppError } from '#shared/errors.ts';
import { supportSettings } from './conversation-tables.ts';
import { isMember } from './is-member.ts';

type Update = (typeof supportSettingsApi)['endpoints']['update'];

/** What holds until somebody sets something. */
export const usualSupportSettings: SupportSettingsInput = {
  origins: [],
  colour: '#0f766e',
  side: 'right',
  greeting: '',
  hours: null,
  awayText: '',
  alertEmail: null,
};

export type StoredSettings = typeof supportSettings.$inferSelect;

/** The settings of a row that may not be there yet. */
export function settingsOf(row: StoredSettings | null | undefined): SupportSettingsInput {
  if (!row) return usualSupportSettings;
  const { origins, colour, side, greeting, hours, awayText, alertEmail } = row;
  return { origins, colour, side, greeting, hours, awayText, alertEmail };
}

async function settingsOut(context: OrganizationContext, row: StoredSettings | null | undefined) {
  const [organization] = await context.db
    .select({ slug: organizations.slug, timezone: organizations.timezone })
    .from(organizations);
  const { publicUrl } = context.services.config;
  const slug = organization?.slug ?? '';
  return {
    ...settingsOf(row),
    timezone: organization?.timezone ?? 'UTC',
    embedCode: `<script src="${publicUrl}/widget.js" data-organization="${slug}" async></script>`,
    demoUrl: `${publicUrl}/widget-demo?organization=${slug}`,
  };
}

export async function readSupportSettings(context: Context): Promise<SupportSettings> {
  const [row] = await context.db.select().from(supportSettings);
  return settingsOut(context, row);
}

export async function updateSupportSettings(
  context: Context,
  { body }: Input<Update>,
): Promise<SupportSettings> {
  const row = await context.tx(async (tx) => {
    const [before] = await tx.db.select().from(supportSettings).for('update');
    const values = {
      ...settingsOf(before),
      ...Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)),
      updatedAt: context.services.clock.now(),
    };
    const [after] = await tx.db
      .insert(supportSettings)
      .values(values)
      .onConflictDoUpdate({ target: supportSettings.organizationId, set: values })
      .returning();
    if (body.alertEmail && !(await isMember(tx, body.alertEmail)))
      throw new AppError('invalid', 'Only who can sign in here is told of visitors by email.', {
        issues: [
          { path: 'alertEmail', message: 'Enter the address of an active member of your organization.' },
        ],
      });
    await tx.audit({ action: 'support.settings', details: { changed: Object.keys(body) } });
    return after;
  });
  return settingsOut(context, row);
}
