import { eq } from 'drizzle-orm';
import { organizations } from '#features/organization/server/tables.ts';
import { consentBasis } from '#features/outreach/consent.ts';
import type { Prospect } from '#features/outreach/contract.ts';
import { countryOfAddress } from '#features/outreach/country.ts';
import { prospectStatus } from '#features/outreach/prospect-status.ts';
import type { OrganizationContext, Tx } from '#server/context.ts';
import type { Row } from '#server/db/database.ts';
import { statement } from '#server/db/statement.ts';
import { suppressionCauses } from '#server/integrations/send-rules.ts';
import { suppressedOf } from '#server/integrations/suppressions.ts';
import { notFound } from '#shared/errors.ts';

/** Columns of a prospect, in one fixed order; `p` is the table. */
export const prospectColumns = [
  'p.id',
  'p.business_name',
  'p.address',
  'p.contact_email',
  'p.contact_phone',
  'p.industry',
  'p.summary',
  'p.notes',
  'p.status',
  'p.created_at',
  'p.updated_at',
  'p.last_contacted_at',
  'p.country',
  'p.consent_basis',
  'p.consent_source',
  'p.consent_at',
  'p.created_by',
  'p.import_id',
].join(', ');

export type StoredProspect = Omit<Prospect, 'suppressed'> & {
  updatedAt: string;
  country: string | null;
  createdBy: string;
  importId: string | null;
};

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function instantOf(value: unknown): string | null {
  return typeof value === 'string' ? new Date(value).toISOString() : null;
}

/** A row of `prospectColumns`. */
export function storedProspect(row: Row): StoredProspect {
  const basis = consentBasis.safeParse(row.consent_basis);
  return {
    id: String(row.id),
    businessName: String(row.business_name),
    address: String(row.address),
    contactEmail: String(row.contact_email),
    contactPhone: String(row.contact_phone),
    industry: String(row.industry),
    summary: String(row.summary),
    notes: String(row.notes),
    status: prospectStatus.parse(row.status),
    createdAt: instantOf(row.created_at) ?? '',
    updatedAt: instantOf(row.updated_at) ?? '',
    lastContactedAt: instantOf(row.last_contacted_at),
    country: text(row.country),
    consent: basis.success
      ? {
          basis: basis.data,
          source: text(row.consent_source) ?? '',
          recordedAt: instantOf(row.consent_at) ?? '',
        }
      : null,
    createdBy: String(row.created_by),
    importId: text(row.import_id),
  };
}

type Reading = Pick<OrganizationContext, 'db' | 'services'>;

/** Prospects as the wire shows them, with one query for the addresses that get no outreach: every cause stops it. */
export async function prospectsOut(
  { db, services }: Reading,
  stored: readonly StoredProspect[],
): Promise<Prospect[]> {
  const addresses = [...new Set(stored.flatMap(({ contactEmail }) => contactEmail || []))];
  const stopped = await suppressedOf({ db }, services.seal, addresses, suppressionCauses);
  const suppressed = new Set(stopped.map(({ address }) => address));
  return stored.map((prospect) => ({
    id: prospect.id,
    businessName: prospect.businessName,
    address: prospect.address,
    contactEmail: prospect.contactEmail,
    contactPhone: prospect.contactPhone,
    industry: prospect.industry,
    summary: prospect.summary,
    notes: prospect.notes,
    status: prospect.status,
    createdAt: prospect.createdAt,
    lastContactedAt: prospect.lastContactedAt,
    consent: prospect.consent,
    suppressed: suppressed.has(prospect.contactEmail),
  }));
}

export async function prospectOut(context: Reading, stored: StoredProspect): Promise<Prospect> {
  const [out] = await prospectsOut(context, [stored]);
  if (!out) throw new Error('A prospect was lost.');
  return out;
}

const readOne = statement(
  'outreach.one',
  `select ${prospectColumns} from prospects p where p.organization_id = $1 and p.id = $2`,
);
const lockOne = statement(
  'outreach.lock',
  `select ${prospectColumns} from prospects p where p.organization_id = $1 and p.id = $2 for update`,
);

/** @throws AppError not_found */
export async function findProspect(
  context: Pick<OrganizationContext, 'run'>,
  id: string,
): Promise<StoredProspect> {
  const [row] = await context.run(readOne, [id]);
  if (!row) throw notFound('prospect');
  return storedProspect(row);
}

/** The same, locked until the end of the transaction. @throws AppError not_found */
export async function lockProspect(tx: Pick<Tx, 'run'>, id: string): Promise<StoredProspect> {
  const prospect = await lockProspectIfThere(tx, id);
  if (!prospect) throw notFound('prospect');
  return prospect;
}

/** The same for what happens by itself, to which a prospect that was deleted meanwhile is no failure. */
export async function lockProspectIfThere(tx: Pick<Tx, 'run'>, id: string): Promise<StoredProspect | null> {
  const [row] = await tx.run(lockOne, [id]);
  return row ? storedProspect(row) : null;
}

/** The organization's own country, as ISO code; null when it has none. */
export async function organizationCountry({
  db,
  organizationId,
}: Pick<OrganizationContext, 'db' | 'organizationId'>): Promise<string | null> {
  const [row] = await db
    .select({ country: organizations.country })
    .from(organizations)
    .where(eq(organizations.id, organizationId));
  const country = row?.country ?? null;
  return country !== null && /^[A-Z]{2}$/.test(country) ? country : null;
}

/** Whose rules apply to a prospect: the country that a person set, that of its address, or else the organization's own. */
export async function countryOf(
  context: Pick<OrganizationContext, 'db' | 'organizationId'>,
  { country, address }: Pick<StoredProspect, 'country' | 'address'>,
): Promise<string | null> {
  return country ?? countryOfAddress(address) ?? (await organizationCountry(context));
}
