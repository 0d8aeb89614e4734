import words from '#content/forms.yaml';
import { TextField } from '#src/ui/field.tsx';
import type { FormName } from '../form-names.ts';
import { controlOf, type FormState } from './form-frame.tsx';

type Props = { readonly form: FormName; readonly state: FormState; readonly isWide?: boolean };

export function NameField({ form, state, isWide = false }: Props) {
  const { label } = words[form].fields.name;
  return (
    <TextField
      {...controlOf(form, 'name', state)}
      label={label}
      required
      autoComplete="name"
      isWide={isWide}
    />
  );
}

export function EmailField({ form, state, isWide = false }: Props) {
  const { label } = words[form].fields.email;
  return (
    <TextField
      {...controlOf(form, 'email', state)}
      label={label}
      type="email"
      required
      autoComplete="email"
      isWide={isWide}
    />
  );
}

/** The sender's name and address, the first fields of every form. */
export function PersonFields(props: Props) {
  return (
    <>
      <NameField {...props} />
      <EmailField {...props} />
    </>
  );
}
