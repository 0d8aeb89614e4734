import delivery from '#content/delivery.yaml';
import { fill } from '#src/platform/fill.ts';
import { StateMark } from '#src/ui/state-mark.tsx';
import { failsText, type Specification, type Verdict } from './check-delivery.ts';
import styles from './delivery-sheet.module.css';
import type { SheetRecord } from './sheet-rows.ts';

const { words, specifications } = delivery;

const shapes = { pass: 'full', fail: 'signal', unknown: 'empty' } as const satisfies Record<Verdict, string>;

/** Each rule of a specification with what was measured. */
export function CheckedTable({ check }: { readonly check: NonNullable<SheetRecord['check']> }) {
  const { specification: name, source, isAdvice, rules: checked } = check;
  const { rule, asked, measured, verdict } = words.columns;
  return (
    <>
      <table className={`${styles.rows} ${styles.check}`}>
        <caption className="italic small dim">{fill(words.current, { name })}</caption>
        <thead>
          <tr>
            {[rule, asked, measured, verdict].map((column) => (
              <th key={column} scope="col" className="small dim">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {checked.map((row) => (
            <tr key={row.label}>
              <th scope="row">{row.label}</th>
              <td className="num" data-label={asked}>
                {row.asked}
              </td>
              <td className="num" data-label={measured}>
                {row.measured}
              </td>
              <td>
                <StateMark shape={shapes[row.verdict]} label={words.verdicts[row.verdict]} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>{failsText(checked)}</p>
      <p className="small dim">
        {fill(words.source, { source })}
        {isAdvice && ` ${words.advice}`}
      </p>
    </>
  );
}

function withCheck(query: string, key: string): string {
  const all = new URLSearchParams(query);
  all.set('check', key);
  return `?${all.toString()}`;
}

/** Offers the specifications to check a recording against, and shows each rule of the chosen one. */
export function DeliveryCheck({
  path,
  query = '',
  chosen,
  check,
}: {
  /** The path of the sheet. */
  readonly path: string;
  /** The rest of the sheet's query. */
  readonly query?: string;
  readonly chosen: Specification | null;
  readonly check: SheetRecord['check'];
}) {
  return (
    <section id="check" className={styles.checks} aria-labelledby="check-title">
      <h2 id="check-title" className="italic small dim">
        {words.title}
      </h2>
      <ul className={styles.choices}>
        {specifications.map(({ key, name }) => (
          <li key={key}>
            <a
              href={`${path}${withCheck(query, key)}#check`}
              aria-current={chosen?.key === key ? 'true' : undefined}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
      {check && <CheckedTable check={check} />}
    </section>
  );
}
