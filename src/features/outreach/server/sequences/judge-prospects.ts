import { z } from 'zod';
import { consentBasis, judgeConsent } from '#features/outreach/consent.ts';
import { countryOfAddress } from '#features/outreach/country.ts';
import { prospectStatus, settledStatuses } from '#features/outreach/prospect-status.ts';
import type { LeftOutReason } from '#features/outreach/sequence-contract.ts';
import type { OrganizationContext } from '#server/context.ts';
import { statement } from '#server/db/statement.ts';
import { suppressionCauses } from '#server/integrations/send-rules.ts';
import { suppressedOf } from '#server/integrations/suppressions.ts';
import { companyOf } from './company.ts';

export interface Candidate {
  prospectId: string;
  company: string | null;
}

export interface Judgement {
  taken: Candidate[];
  leftOut: Record<LeftOutReason, number>;
}

const read = statement(
  'outreach.candidates',
  `select p.id, p.address, p.country, p.contact_email, p.match_email, p.status, p.consent_basis,
          exists (select from outreach_enrolments e where e.organization_id = $1 and e.prospect_id = p.id
                   and e.state in ('active', 'approval', 'paused')) as is_enrolled,
          exists (select from prospects o join outreach_enrolments e on e.organization_id = $1 and e.prospect_id = o.id
                   where o.organization_id = $1 and o.match_email = p.match_email and o.id <> p.id
                     and e.state in ('active', 'approval', 'paused')) as is_address_enrolled
   from prospects p where p.organization_id = $1 and p.id = any($2::uuid[]) order by p.name_key collate "C", p.id`,
  { prepare: false },
);

const row = z.object({
  id: z.string(),
  address: z.string(),
  country: z.string().nullable(),
  contact_email: z.string(),
  match_email: z.string().nullable(),
  status: prospectStatus,
  consent_basis: consentBasis.nullable(),
  is_enrolled: z.boolean(),
  is_address_enrolled: z.boolean(),
});

/** Addresses looked up at once. */
const chunk = 2000;

/**
 * Who of these prospects may be taken into a sequence now, and why others may not. Everything is looked at again when a
 * mail is about to leave.
 * @param country the organization's, for prospects whose own is not known
 */
export async function judgeProspects(
  context: Pick<OrganizationContext, 'run' | 'db' | 'services'>,
  ids: readonly string[],
  country: string | null,
): Promise<Judgement> {
  const rows = z.array(row).parse(await context.run(read, [ids]));
  const suppressed = await suppressedAmong(
    context,
    rows.flatMap((one) => one.contact_email || []),
  );
  const leftOut: Judgement['leftOut'] = {
    needs_basis: 0,
    blocked: 0,
    suppressed: 0,
    no_address: 0,
    same_address: 0,
    enrolled: 0,
    contacted_already: 0,
  };
  const seen = new Set<string>();
  const taken: Candidate[] = [];
  for (const one of rows) {
    const reason = reasonOf(one, { suppressed, seen, country });
    if (reason !== null) {
      leftOut[reason] += 1;
      continue;
    }
    if (one.match_email !== null) seen.add(one.match_email);
    taken.push({ prospectId: one.id, company: companyOf(one.contact_email) });
  }
  return { taken, leftOut };
}

function reasonOf(
  one: z.infer<typeof row>,
  { suppressed, seen, country }: { suppressed: Set<string>; seen: Set<string>; country: string | null },
): LeftOutReason | null {
  if (one.match_email === null) return 'no_address';
  if (suppressed.has(one.contact_email)) return 'suppressed';
  if (one.is_enrolled) return 'enrolled';
  if (one.is_address_enrolled || seen.has(one.match_email)) return 'same_address';
  if (settledStatuses.has(one.status)) return 'contacted_already';
  const { state } = judgeConsent(one.country ?? countryOfAddress(one.address) ?? country, one.consent_basis);
  return state === 'sendable' ? null : state;
}

async function suppressedAmong(
  { db, services }: Pick<OrganizationContext, 'db' | 'services'>,
  addresses: readonly string[],
): Promise<Set<string>> {
  const found = new Set<string>();
  for (let from = 0; from < addresses.length; from += chunk) {
    const part = addresses.slice(from, from + chunk);
    const stopped = await suppressedOf({ db }, services.seal, part, suppressionCauses);
    for (const { address } of stopped) found.add(address);
  }
  return found;
}
