import type { InputHTMLAttributes, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react';
import { Icon } from './icon.tsx';
import styles from './field.module.css';

interface FieldProps {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  /** Word shown beside the label of a field that may stay empty ("optional"). */
  readonly optionalMark?: string | undefined;
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
  /** Spans every column of the form's grid. */
  readonly isWide?: boolean;
}

function Frame({
  id,
  label,
  optionalMark,
  error,
  hint,
  isWide,
  children,
}: Omit<FieldProps, 'name'> & { readonly children: React.ReactNode }) {
  return (
    <div
      className={styles.field}
      data-field={id}
      data-wide={isWide || undefined}
      data-invalid={error ? '' : undefined}
    >
      <label id={`${id}-label`} htmlFor={id}>
        {label}
        {optionalMark && <span className="italic dim"> {optionalMark}</span>}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="small dim">
          {hint}
        </p>
      )}
      {/* Always present, so that scripts can fill it and screen readers know it. */}
      <p id={`${id}-error`} className={styles.error} data-error-for={id} hidden={!error}>
        <Icon name="warning" />
        <span>{error}</span>
      </p>
    </div>
  );
}

const describe = ({ id, error, hint }: Pick<FieldProps, 'id' | 'error' | 'hint'>) => ({
  id,
  className: styles.control,
  // Also named by id: a checker reports the label of a field in a closed section as missing.
  'aria-labelledby': `${id}-label`,
  'aria-invalid': error ? true : undefined,
  'aria-describedby': [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined,
});

type Own = keyof FieldProps | 'className' | 'children';

/** A one-line text control with its label, hint and error. */
export function TextField({
  id,
  label,
  optionalMark,
  error,
  hint,
  isWide = false,
  ...rest
}: FieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, Own>) {
  return (
    <Frame {...{ id, label, optionalMark, error, hint, isWide }}>
      <input {...describe({ id, error, hint })} {...rest} />
    </Frame>
  );
}

/** A text control of several lines. */
export function TextAreaField({
  id,
  label,
  optionalMark,
  error,
  hint,
  isWide = false,
  ...rest
}: FieldProps & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, Own>) {
  return (
    <Frame {...{ id, label, optionalMark, error, hint, isWide }}>
      <textarea {...describe({ id, error, hint })} {...rest} />
    </Frame>
  );
}

export interface Option {
  readonly value: string;
  readonly label: string;
}

/** A choice from a list; the first option usually is the empty one. */
export function SelectField({
  id,
  label,
  optionalMark,
  error,
  hint,
  isWide = false,
  options,
  ...rest
}: FieldProps & { readonly options: readonly Option[] } & Omit<
    SelectHTMLAttributes<HTMLSelectElement>,
    Own
  >) {
  return (
    <Frame {...{ id, label, optionalMark, error, hint, isWide }}>
      <select {...describe({ id, error, hint })} {...rest}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Frame>
  );
}
