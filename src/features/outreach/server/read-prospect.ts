import { desc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { judgeConsent } from '#features/outreach/consent.ts';
import {
  type ProspectActivity,
  type ProspectDetail,
  prospectField,
  type prospectsApi,
} from '#features/outreach/contract.ts';
import type { Context } from '#server/context.ts';
import type { Input } from '#shared/endpoint.ts';
import { countryOf, findProspect, prospectOut, type StoredProspect } from './prospect-row.ts';
import { prospectActivity, prospectImports } from './tables.ts';

type Read = (typeof prospectsApi)['endpoints']['read'];

const shownActivity = 199;

/** One prospect with what happened to it and whether bulk mail may go there. */
export async function readProspect(context: Context, { params }: Input<Read>): Promise<ProspectDetail> {
  const stored = await findProspect(context, params.id);
  const country = await countryOf(context, stored);
  return {
    ...(await prospectOut(context, stored)),
    updatedAt: stored.updatedAt,
    country,
    sending: judgeConsent(country, stored.consent?.basis ?? null),
    activity: await activityOf(context, stored),
  };
}

/** What people did, and how the prospect came here, which stands in the prospect itself. */
async function activityOf({ db }: Context, stored: StoredProspect): Promise<ProspectActivity[]> {
  const rows = await db
    .select()
    .from(prospectActivity)
    .where(eq(prospectActivity.prospectId, stored.id))
    .orderBy(desc(prospectActivity.at), prospectActivity.id)
    .limit(shownActivity);
  const [file] =
    stored.importId === null
      ? []
      : await db
          .select({ name: prospectImports.fileName })
          .from(prospectImports)
          .where(eq(prospectImports.id, stored.importId));
  const first: ProspectActivity = {
    id: stored.id,
    at: stored.createdAt,
    actor: stored.createdBy,
    action: stored.importId === null ? 'created' : 'imported',
    field: null,
    from: null,
    to: file?.name ?? null,
  };
  const field = z.union([prospectField, z.null()]);
  const later = rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    actor: row.actor,
    action: row.action,
    field: field.parse(row.field),
    // Of an email its undo needs more than people do.
    from: row.action === 'emailed' ? null : row.fromValue,
    to: row.action === 'emailed' ? null : row.toValue,
  }));
  return [...later, first];
}
