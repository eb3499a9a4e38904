import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import { organizations } from '#features/organization/server/tables.ts';
import type { Context, PublicContext, Tx } from '#server/context.ts';
import type { Services } from '#server/services.ts';
import type { Input, Output } from '#shared/endpoint.ts';
import {
  nothingSet,
  type PlatformSettings,
  type PlatformSettingsInput,
  type platformSettingsApi,
} from '../settings-contract.ts';
import { stateOf } from './settings-state.ts';
import { platformSettings } from './settings-tables.ts';

type Endpoints = (typeof platformSettingsApi)['endpoints'];
type Stored = PlatformSettingsInput & { updatedAt: Date | null };
type Given = Input<Endpoints['update']>['body'];

/** Sent when the settings change: what was written from them is out of date. */
export const settingsNotice = 'platform-settings';

const shipped: Stored = { ...nothingSet, updatedAt: null };

function storedOf(row: typeof platformSettings.$inferSelect | undefined): Stored {
  if (!row) return shipped;
  const { organizationId: _organization, ...stored } = row;
  return stored;
}

function out(stored: Stored, services: Services): PlatformSettings {
  return { ...stored, updatedAt: stored.updatedAt?.toISOString() ?? null, state: stateOf(services) };
}

/** The operator's texts and addresses, and what of the installation is set up. */
export async function readSettings({ db, services }: Context): Promise<PlatformSettings> {
  const [row] = await db.select().from(platformSettings);
  return out(storedOf(row), services);
}

/** Changes what is given and differs; each change is an entry in the audit log. */
export async function updateSettings(
  context: Context,
  { body }: Input<Endpoints['update']>,
): Promise<PlatformSettings> {
  const { services } = context;
  return context.tx(async (tx) => {
    // The row comes into being with the first change; locked, so that each entry says what really was before.
    await tx.db.insert(platformSettings).values({}).onConflictDoNothing();
    const [row] = await tx.db.select().from(platformSettings).for('update');
    const before = storedOf(row);
    const after = { ...before, ...defined(body), updatedAt: services.clock.now() };
    const changed = changes(before, after);
    if (changed.length === 0) return out(before, services);
    await tx.db.update(platformSettings).set(after);
    for (const change of changed) await audit(tx, change);
    tx.notify({ kind: settingsNotice });
    return out(after, services);
  });
}

function defined(body: Given): Partial<PlatformSettingsInput> {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
}

interface Change {
  name: string;
  from: unknown;
  to: unknown;
}

function changes(before: Stored, after: Stored): Change[] {
  const { updatedAt: _was, ...old } = before;
  const { updatedAt: _is, ...next } = after;
  const values = new Map<string, unknown>(Object.entries(old));
  return Object.entries(next).flatMap(([name, to]) => {
    const from = values.get(name);
    return isDeepStrictEqual(from, to) ? [] : [{ name, from, to }];
  });
}

/** A legal text is too long for the log: how long it was and is says enough to find the change. */
async function audit(tx: Tx, { name, from, to }: Change): Promise<void> {
  const brief = (value: unknown) =>
    typeof value === 'string' && value.length > 500 ? `${value.length} characters` : value;
  await tx.audit({
    action: 'platform-settings.changed',
    subject: name,
    details: { from: brief(from), to: brief(to) },
  });
}

/** The settings as pages for everyone are written from them. */
export function publicSettings(services: Pick<Services, 'asPlatform'>): Promise<PlatformSettingsInput> {
  return services.asPlatform('pages for everyone show what the operator has set', async (tx) => {
    const [row] = await tx.db
      .select({ settings: platformSettings })
      .from(platformSettings)
      .innerJoin(organizations, eq(organizations.id, platformSettings.organizationId))
      .where(eq(organizations.isPlatform, true));
    const { updatedAt: _updated, ...settings } = storedOf(row?.settings);
    return settings;
  });
}

/** What everyone may know of the operator's settings. */
export async function readSite({ services }: PublicContext): Promise<Output<Endpoints['site']>> {
  const { salesAddress } = await publicSettings(services);
  return { salesAddress };
}
