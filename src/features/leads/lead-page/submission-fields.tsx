import desk from '#content/desk.yaml';
import forms from '#content/forms.yaml';
import { isFormName, type FormName } from '#src/features/leads/records/form-names.ts';
import { isTimeField, pickedTimeRows } from '#src/features/leads/records/picked-time.ts';
import type { Entries } from '#src/platform/check-fields.ts';
import styles from './submission-fields.module.css';

const { hidden, notGiven, empty, rest } = desk.lead;

type Field = { readonly label: string; readonly options?: readonly { value: string; label: string }[] };

function Row({ label, value, none }: { label: string; value: string; none: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd dir="auto" data-empty={value === '' || undefined}>
        {value === '' ? none : value}
      </dd>
    </div>
  );
}

/** Everything that came with a submission, as typed: what the form asks for, and behind it what it sends along. */
export function SubmissionFields({ form, fields }: { readonly form: FormName; readonly fields: Entries }) {
  // What a form of a newer version asks for is not known here.
  const known: Readonly<Record<string, Field>> = isFormName(form) ? forms[form].fields : {};
  const asked = Object.entries(known);
  const others = Object.entries(fields).filter(
    ([name]) => !Object.hasOwn(known, name) && !Object.hasOwn(hidden, name) && !isTimeField(name),
  );
  const valueOf = (name: string) => (Object.hasOwn(fields, name) ? (fields[name] ?? '') : '');
  return (
    <>
      <dl className={styles.fields}>
        {asked.map(([name, { label, options = [] }]) => {
          const value = valueOf(name);
          const chosen = value === '' ? undefined : options.find((option) => option.value === value);
          return <Row key={name} label={label} value={chosen?.label ?? value} none={notGiven} />;
        })}
        {pickedTimeRows(fields).map(({ label, value }) => (
          <Row key={label} label={label} value={value} none={notGiven} />
        ))}
        {Object.entries(hidden).map(([name, label]) => (
          <Row key={name} label={label} value={valueOf(name)} none={empty} />
        ))}
      </dl>
      {others.length > 0 && (
        <details className={styles.rest}>
          <summary>{rest}</summary>
          <dl className={styles.fields}>
            {others.map(([name, value]) => (
              <Row key={name} label={name} value={value} none={empty} />
            ))}
          </dl>
        </details>
      )}
    </>
  );
}
