import { TextField } from '#web/ui/field.tsx';
import type { useForm } from '#web/ui/use-form.ts';
import { leadFieldLimits } from '../contract.ts';

export const emptyFields = {
  name: '',
  contact_email: '',
  phone_number: '',
  company: '',
  advertising_goal: '',
  billboard: '',
  budget: '',
  duration: '',
  period: '',
};
export type LeadFields = typeof emptyFields;
type FieldName = keyof LeadFields;

/** Empty boxes are no value; the rest as typed, without the blanks around it. */
export function fieldsBody(values: LeadFields): Record<FieldName, string | null> {
  const kept = (name: FieldName) => values[name].trim() || null;
  return {
    name: kept('name'),
    contact_email: kept('contact_email'),
    phone_number: kept('phone_number'),
    company: kept('company'),
    advertising_goal: kept('advertising_goal'),
    billboard: kept('billboard'),
    budget: kept('budget'),
    duration: kept('duration'),
    period: kept('period'),
  };
}

interface LeadFieldsProps {
  form: Pick<ReturnType<typeof useForm<LeadFields>>, 'field'>;
  /** Two columns in a dialog, one in the narrow column of an open lead. */
  columns: 1 | 2;
}

export function LeadFieldset({ form, columns }: LeadFieldsProps) {
  const field = (name: FieldName, label: string, more: object = {}) => (
    <TextField {...form.field(name)} label={label} maxLength={leadFieldLimits[name]} dir="auto" {...more} />
  );
  const wide = columns === 2 ? { className: 'sm:col-span-2' } : {};
  return (
    <div className={columns === 2 ? 'grid gap-4 sm:grid-cols-2' : 'grid gap-3'}>
      {field('name', 'Name')}
      {field('contact_email', 'Email', { type: 'email', inputMode: 'email' })}
      {field('phone_number', 'Phone', { type: 'tel' })}
      {field('company', 'Company')}
      {field('advertising_goal', 'Advertising Goal', wide)}
      {field('billboard', 'Interested Location', wide)}
      {field('budget', 'Budget', { placeholder: 'for example $12,000' })}
      {field('duration', 'Duration', { placeholder: 'for example 6 weeks' })}
      {field('period', 'Period', { placeholder: 'for example from March' })}
    </div>
  );
}
