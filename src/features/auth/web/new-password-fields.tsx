import type { ComponentProps } from 'react';
import { PasswordField } from '#web/ui/field.tsx';

type FieldProps = Omit<ComponentProps<typeof PasswordField>, 'label' | 'hint' | 'autoComplete'>;

interface NewPasswordFieldsProps {
  label: string;
  password: FieldProps;
  confirm: FieldProps;
}

/** A password that is chosen, and the same once more. */
export function NewPasswordFields({ label, password, confirm }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField {...password} label={label} hint="At least 8 characters" autoComplete="new-password" />
      <PasswordField {...confirm} label="Confirm Password" autoComplete="new-password" />
    </>
  );
}
