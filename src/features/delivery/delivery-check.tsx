import delivery from '#content/delivery.yaml';
import { fill } from '#src/platform/fill.ts';
import { Button } from '#src/ui/button.tsx';
import { SelectField } from '#src/ui/field.tsx';
import { StateMark } from '#src/ui/state-mark.tsx';
import { verdictOf, verdictText, type Specification, type Verdict } from './check-delivery.ts';
import styles from './delivery-sheet.module.css';
import type { ReportRecord } from './sheet-rows.ts';

const { words, specifications } = delivery;

/** The shape of each verdict, so that none is told by colour alone. */
export const shapes = { pass: 'full', fail: 'diamond', unknown: 'empty' } as const satisfies Record<
  Verdict,
  string
>;

type Check = NonNullable<ReportRecord['check']>;

/** Whether a recording is ready for its specification, and what fails. */
export const CheckVerdict = ({ check: { specification, rules } }: { readonly check: Check }) => (
  <StateMark shape={shapes[verdictOf(rules)]} label={verdictText(specification, rules)} wraps />
);

/** Each rule of a specification with what was measured. */
export function CheckedTable({ check }: { readonly check: Check }) {
  const { specification: name, source, isAdvice, rules: checked } = check;
  const { rule, asked, measured, verdict } = words.columns;
  return (
    <section id="check" className={styles.checks}>
      <table className={`${styles.rows} ${styles.check}`}>
        <caption className="italic small dim">{fill(words.current, { name })}</caption>
        <thead>
          <tr>
            {[verdict, rule, measured, asked].map((column) => (
              <th key={column} scope="col" className="small dim">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {checked.map((row) => (
            <tr key={row.label} data-verdict={row.verdict}>
              <td>
                <StateMark shape={shapes[row.verdict]} label={words.verdicts[row.verdict]} />
              </td>
              <th scope="row">{row.label}</th>
              <td className="num" data-label={measured}>
                {row.measured}
              </td>
              <td className="num" data-label={asked}>
                {row.asked}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="small dim">
        {fill(words.source, { source })}
        {isAdvice && ` ${words.advice}`}
      </p>
    </section>
  );
}

/** Chooses the specification that recordings are checked against. */
export function DeliveryChoice({
  path,
  query = '',
  chosen,
}: {
  /** The path of the report. */
  readonly path: string;
  /** The rest of the report's query. */
  readonly query?: string;
  readonly chosen: Specification | null;
}) {
  const others = [...new URLSearchParams(query)].filter(([name]) => name !== 'check');
  return (
    <form className={styles.choice} method="get" action={path}>
      {others.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <SelectField
        id="specification"
        name="check"
        label={words.title}
        options={[
          { value: '', label: words.choose },
          ...specifications.map(({ key, name }) => ({ value: key, label: name })),
        ]}
        defaultValue={chosen?.key ?? ''}
      />
      <Button type="submit" variant="secondary" size="small" label={words.submit} />
    </form>
  );
}
