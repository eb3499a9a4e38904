import { SelectField, TextAreaField, TextField } from '#web/ui/field.tsx';
import type { useForm } from '#web/ui/use-form.ts';
import { consentBases, consentBasisNames } from '../consent.ts';
import { consentLimits, type ProspectField, prospectFieldLimits, prospectFieldNames } from '../contract.ts';
import { countryOptions } from './country-name.ts';
import type { ProspectValues } from './prospect-values.ts';

const bases = [
  { value: '', label: 'None recorded' },
  ...consentBases.map((basis) => ({ value: basis, label: consentBasisNames[basis] })),
];

interface ProspectFieldsetProps {
  form: Pick<ReturnType<typeof useForm<ProspectValues>>, 'field' | 'values'>;
  /** Two columns in a dialog, one in the narrow column of an open prospect. */
  columns: 1 | 2;
}

/** The fields of a prospect, for a new one and for a change. */
export function ProspectFieldset({ form, columns }: ProspectFieldsetProps) {
  const wide = columns === 2 ? { className: 'sm:col-span-2' } : {};
  const wiring = (name: ProspectField) => ({
    ...form.field(name),
    label: prospectFieldNames[name],
    maxLength: prospectFieldLimits[name],
    dir: 'auto' as const,
  });
  const { basis, country } = form.values;
  return (
    <div className={columns === 2 ? 'grid gap-4 sm:grid-cols-2' : 'grid gap-3'}>
      <TextField {...wiring('businessName')} {...wide} required />
      <TextField {...wiring('address')} {...wide} />
      <TextField {...wiring('contactEmail')} type="email" />
      <TextField {...wiring('contactPhone')} type="tel" />
      <TextField {...wiring('industry')} {...wide} />
      <TextAreaField {...wiring('summary')} {...wide} rows={3} hint="What an email to them may refer to." />
      <TextAreaField {...wiring('notes')} {...wide} rows={2} hint="Only your team sees this." />
      <fieldset className={columns === 2 ? 'contents' : 'grid gap-3 border-t border-border pt-3'}>
        <legend className="sr-only">Consent</legend>
        <SelectField {...form.field('basis')} {...wide} label="Why they may be written to" options={bases} />
        {basis === '' ? null : (
          <TextField
            {...form.field('source')}
            {...wide}
            label="Where that comes from"
            hint="Such as the page, the form or the conversation."
            maxLength={consentLimits.source}
            dir="auto"
          />
        )}
        <SelectField
          {...form.field('country')}
          {...wide}
          label="Country whose rules apply"
          options={[{ value: '', label: 'From the address, else yours' }, ...countryOptions(country)]}
        />
      </fieldset>
    </div>
  );
}
