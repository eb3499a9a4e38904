import { Eye, EyeOff } from 'lucide-react';
import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
  useState,
} from 'react';
import { cx } from './cx.ts';

interface FrameProps {
  label: string;
  /** Read aloud only; for fields whose place says what they are. */
  labelHidden?: boolean;
  hint?: ReactNode;
  error?: string | undefined;
  className?: string | undefined;
}

interface Wiring {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/** Label above, control, then what is wrong or what helps. */
function Frame(props: FrameProps & { children: (wiring: Wiring) => ReactNode }) {
  const { label, labelHidden, hint, error, className, children } = props;
  const id = useId();
  const note = error ?? hint;
  return (
    <div className={cx('min-w-0', className)}>
      <label htmlFor={id} className={cx('mb-1.5 block text-sm font-medium', labelHidden && 'sr-only')}>
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': note ? `${id}-note` : undefined,
      })}
      {note ? (
        <p id={`${id}-note`} className={cx('mt-1.5 text-sm', error ? 'text-danger-text' : 'text-muted')}>
          {note}
        </p>
      ) : null}
    </div>
  );
}

export type TextFieldProps = FrameProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'className'> & {
    /** Fixed text at the end of the box, such as a domain. */
    suffix?: string | undefined;
  };

export function TextField({ label, labelHidden, hint, error, className, suffix, ...input }: TextFieldProps) {
  return (
    <Frame {...{ label, hint, error, className }} labelHidden={labelHidden ?? false}>
      {(wiring) =>
        suffix ? (
          <div className="flex">
            <input {...wiring} {...input} className="control field-box min-w-0 rounded-r-none" />
            <span className="flex items-center rounded-r-md border border-l-0 border-border-strong bg-sunken px-3 text-sm text-muted">
              {suffix}
            </span>
          </div>
        ) : (
          <input {...wiring} {...input} className="control field-box" />
        )
      }
    </Frame>
  );
}

export type TextAreaFieldProps = FrameProps & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className'>;

/** Several lines of text. */
export function TextAreaField({ label, labelHidden, hint, error, className, ...area }: TextAreaFieldProps) {
  return (
    <Frame {...{ label, hint, error, className }} labelHidden={labelHidden ?? false}>
      {(wiring) => <textarea {...wiring} {...area} className="field-box w-full px-3 py-2" />}
    </Frame>
  );
}

interface PasswordFieldProps extends TextFieldProps {
  /** Readable to begin with: for a password that was made for the person who fills in the form. */
  shownFirst?: boolean;
}

/** A masked field with a show / hide toggle. */
export function PasswordField(props: PasswordFieldProps) {
  const { label, labelHidden, hint, error, className, shownFirst = false, ...input } = props;
  const [shown, setShown] = useState(shownFirst);
  return (
    <Frame {...{ label, hint, error, className }} labelHidden={labelHidden ?? false}>
      {(wiring) => (
        <div className="relative">
          <input
            {...wiring}
            {...input}
            type={shown ? 'text' : 'password'}
            className="control field-box pr-11"
          />
          <button
            type="button"
            aria-label={shown ? 'Hide what is typed' : 'Show what is typed'}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 right-0 flex w-11 items-center justify-center rounded-md text-muted hover:text-text"
          >
            {shown ? <EyeOff size={16} aria-hidden /> : <Eye size={16} aria-hidden />}
          </button>
        </div>
      )}
    </Frame>
  );
}

export interface Option {
  value: string;
  label: string;
}

export type SelectFieldProps = FrameProps &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, 'className'> & {
    options: readonly Option[];
    /** First, unselectable line, as long as nothing is chosen. */
    placeholder?: string;
  };

/** The platform's own select: the best one on a phone, and it needs no script. */
export function SelectField(props: SelectFieldProps) {
  const { label, labelHidden, hint, error, className, options, placeholder, ...select } = props;
  return (
    <Frame {...{ label, hint, error, className }} labelHidden={labelHidden ?? false}>
      {(wiring) => (
        <select {...wiring} {...select} className="control field-box select-box">
          {placeholder ? (
            <option value="" disabled>
              {placeholder}
            </option>
          ) : null}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Frame>
  );
}

interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  label: ReactNode;
  error?: string | undefined;
}

export function Checkbox({ label, error, className, ...input }: CheckboxProps) {
  const id = useId();
  return (
    <div className={className}>
      <div className="flex items-start gap-2.5">
        <input
          type="checkbox"
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-note` : undefined}
          className="mt-0.5 size-4.5 shrink-0 accent-brand"
          {...input}
        />
        <label htmlFor={id}>{label}</label>
      </div>
      {error ? (
        <p id={`${id}-note`} className="mt-1.5 text-sm text-danger-text">
          {error}
        </p>
      ) : null}
    </div>
  );
}
