import desk from '#content/desk.yaml';
import type { FormName } from '../form-names.ts';
import { isTimeField, pickedTimeRows } from '../picked-time.ts';
import { fieldsOfForm, typedRows } from '../typed-rows.ts';
import type { Entries } from '#src/platform/check-fields.ts';
import styles from './submission-fields.module.css';

const { hidden, notGiven, rest } = desk.lead;

function Row({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd dir="auto" data-empty={value === '' || undefined}>
        {value === '' ? notGiven : value}
      </dd>
    </div>
  );
}

/** Everything that came with a submission, as typed: what the form asks for, and behind it what it sends along. */
export function SubmissionFields({ form, fields }: { readonly form: FormName; readonly fields: Entries }) {
  const known = fieldsOfForm(form);
  const others = Object.entries(fields).filter(
    ([name]) => !Object.hasOwn(known, name) && !Object.hasOwn(hidden, name) && !isTimeField(name),
  );
  const valueOf = (name: string) => (Object.hasOwn(fields, name) ? (fields[name] ?? '') : '');
  return (
    <>
      <dl className={styles.fields}>
        {[...typedRows(form, fields), ...pickedTimeRows(fields)].map(({ label, value }) => (
          <Row key={label} label={label} value={value} />
        ))}
        {Object.entries(hidden).map(([name, label]) => (
          <Row key={name} label={label} value={valueOf(name)} />
        ))}
      </dl>
      {others.length > 0 && (
        <details className={styles.rest}>
          <summary>{rest}</summary>
          <dl className={styles.fields}>
            {others.map(([name, value]) => (
              <Row key={name} label={name} value={value} />
            ))}
          </dl>
        </details>
      )}
    </>
  );
}
