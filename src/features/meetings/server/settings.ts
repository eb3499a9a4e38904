import { type MeetingSettings, type meetingsApi, usualSettings } from '#features/meetings/contract.ts';
import type { Context, OrganizationContext } from '#server/context.ts';
import type { Input } from '#shared/endpoint.ts';
import { meetingSettings } from './tables.ts';

type Update = (typeof meetingsApi)['endpoints']['updateSettings'];

/** What the organization set, or what is usual. */
export async function readSettings({ db }: Pick<OrganizationContext, 'db'>): Promise<MeetingSettings> {
  const [row] = await db.select().from(meetingSettings);
  if (!row) return usualSettings;
  const { workingHours, durationMinutes, bufferMinutes, noticeHours, link } = row;
  return { workingHours, durationMinutes, bufferMinutes, noticeHours, link };
}

export function updateSettings(context: Context, { body }: Input<Update>): Promise<MeetingSettings> {
  return context.tx(async (tx) => {
    const values = { ...body, updatedAt: context.services.clock.now() };
    await tx.db
      .insert(meetingSettings)
      .values(values)
      .onConflictDoUpdate({ target: meetingSettings.organizationId, set: values });
    await tx.audit({ action: 'meeting-settings.updated', details: { workingHours: body.workingHours } });
    return body;
  });
}
