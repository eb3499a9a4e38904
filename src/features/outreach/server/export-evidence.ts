import { consentBasisNames, judgeConsent, verdictNames } from '#features/outreach/consent.ts';
import type { prospectsApi } from '#features/outreach/contract.ts';
import { countryOfAddress } from '#features/outreach/country.ts';
import type { Context } from '#server/context.ts';
import { csvHeader, csvRows } from '#server/csv.ts';
import { statement } from '#server/db/statement.ts';
import type { Download } from '#server/http/route.ts';
import type { Input } from '#shared/endpoint.ts';
import { wallClock } from '#shared/zoned-time.ts';
import { csvDownload, recordExport, selectedPages } from './export-csv.ts';
import { organizationCountry, type StoredProspect } from './prospect-row.ts';

type Evidence = (typeof prospectsApi)['endpoints']['exportEvidence'];

/** Whoever recorded the consent that holds now, by hand or with a file that updated the prospect. */
const recorders = statement(
  'outreach.consent-recorders',
  `select a.prospect_id, a.actor from prospect_activity a
   join prospects p on p.organization_id = $1 and p.id = a.prospect_id and p.consent_at = a.at
   where a.organization_id = $1 and a.prospect_id = any($2::uuid[]) and a.action in ('consent', 'import_updated')`,
  { prepare: false },
);

const countryNames = new Intl.DisplayNames('en-AU', { type: 'region' });

/**
 * Why each prospect of a selection may be written to, as CSV, to be shown to whoever asks: the one who sends has to be
 * able to prove consent (Spam Act 2003 (Cth), section 16(5); GDPR, article 7(1)). Times are UTC and the organization's
 * wall clock.
 */
export async function exportEvidence(context: Context, { body }: Input<Evidence>): Promise<Download> {
  await recordExport(context, 'prospects.evidence-exported', body);
  return csvDownload(context, 'consent-evidence', file(context, body));
}

async function* file(context: Context, body: Input<Evidence>['body']): AsyncGenerator<string> {
  const { timezone } = context.session;
  const own = await organizationCountry(context);
  yield csvHeader([
    'Business Name',
    'Contact Email',
    'Country',
    'Country from',
    'Basis',
    'Source',
    'Recorded (UTC)',
    `Recorded (${timezone})`,
    'Recorded by',
    'Verdict for bulk mail',
    'Rule',
    'Source of the rule',
  ]);
  for await (const page of selectedPages(context, body)) {
    const rows = await context.run(recorders, [page.map(({ id }) => id)]);
    const actors = new Map(rows.map((row) => [String(row.prospect_id), String(row.actor)]));
    yield csvRows(page.map((one) => cells(one, { own, timezone, actors })));
  }
}

interface Around {
  /** The organization's own country. */
  own: string | null;
  timezone: string;
  actors: ReadonlyMap<string, string>;
}

function cells(prospect: StoredProspect, { own, timezone, actors }: Around): (string | null)[] {
  const { consent } = prospect;
  const { code, from } = countryOf(prospect, own);
  const verdict = judgeConsent(code, consent?.basis ?? null);
  // Consent that came with the prospect has no entry of its own.
  const creator = consent?.recordedAt === prospect.createdAt ? prospect.createdBy : null;
  return [
    prospect.businessName,
    prospect.contactEmail,
    code === null ? null : `${countryNames.of(code) ?? code} (${code})`,
    from,
    consent === null ? 'None recorded' : consentBasisNames[consent.basis],
    consent?.source ?? null,
    consent?.recordedAt ?? null,
    consent === null ? null : wallClock(new Date(consent.recordedAt), timezone).replace('T', ' '),
    consent === null ? null : (actors.get(prospect.id) ?? creator),
    verdictNames[verdict.state],
    verdict.reason,
    verdict.source,
  ];
}

function countryOf(
  { country, address }: StoredProspect,
  own: string | null,
): { code: string | null; from: string | null } {
  if (country !== null) return { code: country, from: 'Set by a person' };
  const read = countryOfAddress(address);
  if (read !== null) return { code: read, from: 'The address' };
  return own === null ? { code: null, from: null } : { code: own, from: 'Our own country' };
}
