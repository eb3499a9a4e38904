import {
  consentBases,
  consentBasis,
  consentBasisNames,
  judgeConsent,
  rulesOf,
  type Verdict,
} from '#features/outreach/consent.ts';
import { consentLimits } from '#features/outreach/contract.ts';
import { useMe } from '#web/session.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { VerdictBadge } from '../verdict-badge.tsx';
import { changeImportDraft, type ImportDraft } from './import-draft.ts';

export interface ConsentErrors {
  basis?: string;
  source?: string;
}

/** What is missing in the answers about consent. */
export function consentErrors({ basis, source }: ImportDraft): ConsentErrors {
  if (basis === null) return { basis: 'Choose one. “I cannot say yet” is an answer too.' };
  if (basis === 'unknown' || source.trim() !== '') return {};
  return { source: 'Say where the consent comes from, such as a page or a form.' };
}

/** Of what was refused at the press of the button, what is still missing: nothing new is asked for while people answer. */
export function stillRefused(refused: ConsentErrors, draft: ImportDraft): ConsentErrors {
  const missing = consentErrors(draft);
  return {
    ...(refused.basis && missing.basis ? { basis: missing.basis } : {}),
    ...(refused.source && missing.source ? { source: missing.source } : {}),
  };
}

interface ConsentFieldsProps {
  id: string;
  draft: ImportDraft;
  errors: ConsentErrors;
}

/** Asked once for the whole file: on what basis these businesses may be written to, and where that comes from. */
export function ConsentFields({ id, draft, errors }: ConsentFieldsProps) {
  const country = useMe().organization.country;
  const { basis, source } = draft;
  return (
    <section aria-label="Consent">
      <h4 className="font-semibold">May these businesses be written to?</h4>
      <p className="mt-0.5 mb-2 text-sm text-muted">
        A business that “needs a basis” gets no bulk mail and no sequence until one is recorded that the law
        of its country takes.
      </p>
      <SelectField
        label="Basis"
        labelHidden
        name="basis"
        value={basis ?? ''}
        placeholder="Choose a basis"
        error={errors.basis}
        onChange={(event) => {
          const chosen = consentBasis.safeParse(event.target.value);
          changeImportDraft(id, { basis: chosen.success ? chosen.data : 'unknown' });
        }}
        options={[
          ...consentBases.map((one) => ({ value: one, label: consentBasisNames[one] })),
          { value: 'unknown', label: 'I cannot say yet' },
        ]}
      />
      {basis === null || basis === 'unknown' ? null : (
        <TextField
          className="mt-3"
          label="Where it comes from"
          name="source"
          value={source}
          maxLength={consentLimits.source}
          placeholder="Such as the sign-up form at our stand in May"
          dir="auto"
          error={errors.source}
          onChange={(event) => changeImportDraft(id, { source: event.target.value })}
        />
      )}
      {basis === null ? null : (
        <Judgement country={country} verdict={judgeConsent(country, basis === 'unknown' ? null : basis)} />
      )}
    </section>
  );
}

function Judgement({ country, verdict }: { country: string | null; verdict: Verdict }) {
  return (
    <div aria-live="polite" className="mt-3 rounded-md bg-sunken px-3 py-2.5 text-sm">
      <p className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-medium">{rulesOf(country).name}</span>
        <VerdictBadge state={verdict.state} />
      </p>
      <p className="mt-1">{verdict.reason}</p>
      <p className="mt-1 text-muted">
        {verdict.source}. A business whose address names another country goes by that country’s law.
      </p>
    </div>
  );
}
