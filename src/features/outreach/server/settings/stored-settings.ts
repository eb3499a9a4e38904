import type { OrganizationContext, Tx } from '#server/context.ts';
import { outreachSettings } from '../sending-tables.ts';

export type StoredSettings = Omit<typeof outreachSettings.$inferSelect, 'organizationId' | 'updatedAt'>;

/** What holds while an organization has set nothing: no cap, no hours, no demand for a basis from a person. */
export const defaultSettings: StoredSettings = {
  requireConsentBasis: false,
  tone: 'friendly',
  length: 'short',
  approvedSentences: [],
  signature: '',
  dailyCap: null,
  hourlyCap: null,
  rampUp: null,
  rampFrom: null,
  window: null,
  spread: true,
  dkimSelector: null,
  pausedAt: null,
  pausedBy: null,
  pauseReason: null,
  isPausedByHub: false,
  bouncesSince: null,
  dnsItems: null,
  dnsDomain: null,
  dnsCheckedAt: null,
};

/** How the organization does outreach. */
export async function storedSettings({ db }: Pick<OrganizationContext, 'db'>): Promise<StoredSettings> {
  const [row] = await db.select().from(outreachSettings);
  if (!row) return defaultSettings;
  const { organizationId: _organization, updatedAt: _updated, ...settings } = row;
  return settings;
}

type Change = { [Column in keyof StoredSettings]?: StoredSettings[Column] | undefined };

/** Changes columns of the organization's settings, whose row comes into being with the first change. */
export async function writeSettings(tx: Tx, values: Change, now: Date): Promise<void> {
  await tx.db
    .insert(outreachSettings)
    .values({ ...values, updatedAt: now })
    .onConflictDoUpdate({ target: outreachSettings.organizationId, set: { ...values, updatedAt: now } });
}
