import { z } from 'zod';

/** Why a business may be written to, as the one who records it says. */
export const consentBases = [
  'express',
  'existing_relationship',
  'published_address',
  'corporate_subscriber',
  'purchased_list',
] as const;
export const consentBasis = z.enum(consentBases);
export type ConsentBasis = z.infer<typeof consentBasis>;

export const consentBasisNames: Record<ConsentBasis, string> = {
  express: 'They agreed to get such mail',
  existing_relationship: 'They are a customer or deal with us already',
  published_address: 'The address is published for business enquiries',
  corporate_subscriber: 'The address belongs to a company, not to a sole trader or a partnership',
  purchased_list: 'The list was bought or rented',
};

export interface Verdict {
  /** `needs_basis`: sendable once a basis that the country takes is recorded. */
  state: 'sendable' | 'needs_basis' | 'blocked';
  /** Why, in a sentence for people. */
  reason: string;
  /** The rule that says so. */
  source: string;
}

export const verdictNames: Record<Verdict['state'], string> = {
  sendable: 'May be written to',
  needs_basis: 'Needs a basis',
  blocked: 'Blocked',
};

interface Rule {
  reason: string;
  source: string;
}

/** What a country's law makes of each basis, as data: a change of law is a change of one line. */
export interface CountryRules {
  name: string;
  sendable: Partial<Record<ConsentBasis, Rule>>;
  blocked: Partial<Record<ConsentBasis, Rule>>;
  /** Without a basis, and for the bases named in neither list. */
  otherwise: Verdict;
}

const spamAct = 'Spam Act 2003 (Cth)';
const canSpam = 'CAN-SPAM Act, 15 U.S.C. 7704';
const pecr = 'Privacy and Electronic Communications Regulations 2003 (UK)';
const ePrivacy = 'Directive 2002/58/EC, article 13';

const australia: CountryRules = {
  name: 'Australia',
  sendable: {
    express: { reason: 'Express consent is recorded.', source: `${spamAct}, schedule 2, clause 2` },
    existing_relationship: {
      reason: 'Consent may be inferred from conduct and an existing business relationship.',
      source: `${spamAct}, schedule 2, clause 2`,
    },
    published_address: {
      reason:
        'The address is conspicuously published: write only about what concerns that role, and not where the page says that it wants no such mail.',
      source: `${spamAct}, schedule 2, clause 4`,
    },
  },
  blocked: {
    purchased_list: {
      reason:
        'A bought list proves no consent in Australia: the sender must be able to show it for each address.',
      source: `${spamAct}, section 16`,
    },
  },
  otherwise: {
    state: 'needs_basis',
    reason: 'Australia asks for consent before the first mail: record how this business gave it.',
    source: `${spamAct}, section 16`,
  },
};

const optOut: Rule = {
  reason: 'The United States ask for no consent, but for a postal address and a way out in every mail.',
  source: canSpam,
};

const unitedStates: CountryRules = {
  name: 'United States',
  sendable: {
    express: optOut,
    existing_relationship: optOut,
    published_address: optOut,
    corporate_subscriber: optOut,
    purchased_list: optOut,
  },
  blocked: {},
  otherwise: { state: 'sendable', ...optOut },
};

const unitedKingdom: CountryRules = {
  name: 'United Kingdom',
  sendable: {
    express: { reason: 'Consent is recorded.', source: `${pecr}, regulation 22(2)` },
    existing_relationship: {
      reason: 'An existing customer may be told of similar products and services.',
      source: `${pecr}, regulation 22(3)`,
    },
    corporate_subscriber: {
      reason: 'Companies may be written to without consent; whoever objects must never get another mail.',
      source: `${pecr}, regulation 22(1); UK GDPR, article 21`,
    },
  },
  blocked: {},
  otherwise: {
    state: 'needs_basis',
    reason:
      'Sole traders and partnerships count as individuals in the United Kingdom: record consent, a customer relationship, or that this is a company.',
    source: `${pecr}, regulation 22`,
  },
};

const europeanUnion: CountryRules = {
  name: 'European Union',
  sendable: {
    express: { reason: 'Consent is recorded.', source: `${ePrivacy}(1)` },
    existing_relationship: {
      reason: 'An existing customer may be told of similar products and services.',
      source: `${ePrivacy}(2)`,
    },
  },
  blocked: {},
  otherwise: {
    state: 'blocked',
    reason:
      'The rules for such mail differ between the states of the European Union, so it is off until consent or a customer relationship is recorded.',
    source: `${ePrivacy}(5)`,
  },
};

const elsewhere: CountryRules = {
  name: 'Other countries',
  sendable: {
    express: { reason: 'Consent is recorded.', source: 'Rule of this hub' },
    existing_relationship: { reason: 'A customer relationship is recorded.', source: 'Rule of this hub' },
  },
  blocked: {},
  otherwise: {
    state: 'needs_basis',
    reason: 'The rules of this country are not known here: record consent or a customer relationship.',
    source: 'Rule of this hub',
  },
};

const union = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');

const packs: ReadonlyMap<string, CountryRules> = new Map([
  ['AU', australia],
  ['US', unitedStates],
  ['GB', unitedKingdom],
  ...union.map((code) => [code, europeanUnion] as const),
]);

/** The rules of a country; `country` is an ISO 3166-1 alpha-2 code or null for one that is not known. */
export function rulesOf(country: string | null): CountryRules {
  return (country === null ? undefined : packs.get(country)) ?? elsewhere;
}

/** Whether mail in bulk or in a sequence may go to a business of this country on this basis (null = none is recorded). */
export function judgeConsent(country: string | null, basis: ConsentBasis | null): Verdict {
  const { sendable, blocked, otherwise } = rulesOf(country);
  const allows = basis === null ? undefined : sendable[basis];
  if (allows) return { state: 'sendable', ...allows };
  const forbids = basis === null ? undefined : blocked[basis];
  if (forbids) return { state: 'blocked', ...forbids };
  return otherwise;
}
