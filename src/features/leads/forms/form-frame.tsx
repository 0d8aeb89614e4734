import words from '#content/forms.yaml';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/field.tsx';
import { Notice } from '#src/ui/notice.tsx';
import type { FormName } from '../form-names.ts';
import styles from './form-frame.module.css';
import { formWordsOf } from './form-words.ts';

/** The state of a rendered form: empty on a first visit, or with typed values and their errors. */
export type FormState = {
  readonly values?: Readonly<Record<string, string>>;
  /** Messages by field. */
  readonly errors?: Readonly<Record<string, string>>;
  /** A UUID on pages rendered per request; on a prerendered page, the script creates one. */
  readonly submissionId?: string | undefined;
  /** Makes ids unique if a page shows a form twice. */
  readonly idPrefix?: string;
  /** A message about the whole form, and more detail about it. */
  readonly notice?: string | null;
  readonly detail?: string | null;
};

/** Returns the props of one control from the form's state. */
export const controlOf = (form: FormName, field: string, { values, errors, idPrefix = form }: FormState) => ({
  id: `${idPrefix}-${field}`,
  name: field,
  defaultValue: values?.[field] ?? '',
  error: errors?.[field],
});

/**
 * Renders a form that works without scripts: fields, hidden fields, button, and the places for its script's messages.
 * `hidden` lists the specification's hidden fields.
 */
export function FormFrame({
  form,
  state,
  hidden,
  className,
  note,
  attributes,
  children,
}: {
  readonly form: FormName;
  readonly state: FormState;
  readonly hidden: Readonly<Record<string, string>>;
  readonly className?: string | undefined;
  readonly note?: string | undefined;
  readonly attributes?: Readonly<Record<`data-${string}`, string>>;
  readonly children: React.ReactNode;
}) {
  const { submit, failure, formSource } = words[form];
  const { notice = null, detail = null, submissionId = '' } = state;
  return (
    <form
      className={[styles.form, className].filter(Boolean).join(' ')}
      action={`/forms/${form}`}
      method="post"
      data-form={form}
      data-words={JSON.stringify(formWordsOf(form))}
      {...attributes}
    >
      <Notice kind="error" role="alert" data-failure hidden={notice === null}>
        {notice ?? failure}
      </Notice>
      <p className="small" role="status" data-detail>
        {detail}
      </p>
      {children}
      <div className={styles.trap} aria-hidden="true">
        <label>
          {words.shared.honeypot}
          <input type="text" name="_gotcha" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      {Object.entries({ ...hidden, form_source: formSource, submission_id: submissionId }).map(
        ([name, value]) => (
          <input key={name} type="hidden" name={name} defaultValue={value} />
        ),
      )}
      <div className={styles.end}>
        {note && <p className="italic">{note}</p>}
        <Button type="submit" label={submit} />
      </div>
      <Notice kind="success" role="status" data-success hidden>
        {null}
      </Notice>
    </form>
  );
}

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

/** Renders name and address, the first fields of every form. */
export function PersonFields(props: Props) {
  return (
    <>
      <NameField {...props} />
      <EmailField {...props} />
    </>
  );
}
