import { formLimits } from '#features/leads/ingest-contract.ts';
import { AppError } from '#shared/errors.ts';
import { emailAddress, text } from '#shared/text.ts';

/** A submitted form, checked. An empty field is null. */
export interface FormFields {
  name: string | null;
  email: string | null;
  phone: string | null;
  company: string | null;
  message: string | null;
  /** Further fields in the order of the form. */
  more: [string, string][];
  /** Filled in by machines only: people do not see this field. */
  trap: boolean;
}

/** Name of the field that a form hides from people. */
export const trapField = '_gotcha';
const known = ['name', 'email', 'phone', 'company', 'message'] as const;

function valueOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : JSON.stringify(value);
}

/** @throws AppError 400 for what is no form, is too long, or says nothing about anybody */
export function readForm(body: unknown): FormFields {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new AppError('invalid', 'Send the fields of the form as a JSON object or URL-encoded.');
  const given = Object.entries(body).map(([name, value]): [string, string] => [name.trim(), valueOf(value)]);
  if (given.length > formLimits.fields)
    throw new AppError('invalid', `Send at most ${formLimits.fields} fields.`);
  for (const [name, value] of given) {
    const wrong =
      text(formLimits.name).safeParse(name).error ?? text(formLimits.value).safeParse(value).error;
    if (wrong) {
      const message = wrong.issues[0]?.message ?? 'This field is not valid.';
      throw new AppError('invalid', message, { issues: [{ path: name.slice(0, 100), message }] });
    }
  }
  const of = (name: string) => given.find(([key]) => key.toLowerCase() === name)?.[1] || null;
  const fields: FormFields = {
    name: of('name')?.slice(0, 200) ?? null,
    email: of('email'),
    phone: of('phone')?.slice(0, 60) ?? null,
    company: of('company')?.slice(0, 200) ?? null,
    message: of('message'),
    more: given.filter(
      ([name, value]) =>
        value !== '' && name !== trapField && !known.some((one) => one === name.toLowerCase()),
    ),
    trap: of(trapField) !== null,
  };
  if (fields.email !== null && !emailAddress().safeParse(fields.email).success)
    throw new AppError('invalid', 'Invalid email address', {
      issues: [{ path: 'email', message: 'Invalid email address' }],
    });
  if (!fields.name && !fields.email && !fields.phone && !fields.message)
    throw new AppError('invalid', 'Send at least a name, an email, a phone number or a message.');
  return fields;
}
