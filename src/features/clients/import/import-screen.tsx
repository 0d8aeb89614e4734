import words from '#content/desk-clients.yaml';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { fill } from '#src/platform/fill.ts';
import { numberText } from '#src/studio/locale.ts';
import { Button } from '#src/ui/button.tsx';
import { Tick } from '#src/ui/choice.tsx';
import { SelectField, TextAreaField, TextField } from '#src/ui/field.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { Panel } from '#src/ui/panel.tsx';
import table from '#src/workspace/desk-table.module.css';
import { DeskTitle } from '#src/workspace/desk-title.tsx';
import form from '../client-form.module.css';
import { mailsPerMinute } from './import-clients.ts';
import { importPath } from '../clients-feature.ts';
import { sizeText, type ImportStep, outcomeText } from './import-requests.ts';
import styles from './import-screen.module.css';
import { rowsOf, type PlannedRow } from './plan-import.ts';
import { mostRows, carriedTextOf } from './source-rows.ts';

const { import: text, list, may } = words;

function Columns() {
  return (
    <div className={form.intro}>
      <p>{text.intro}</p>
      <p>{fill(text.limits, { rows: numberText(mostRows), size: sizeText })}</p>
      <ul className={styles.columns}>
        {Object.values(text.columns).map((column) => (
          <li key={column} className="small">
            {column}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Choose({ refused }: { readonly refused: RefusedAction | null }) {
  const { entries = {}, errors = {} } = refused ?? {};
  return (
    <>
      <Columns />
      <form
        className={form.form}
        method="post"
        action={`${importPath}?do=preview`}
        encType="multipart/form-data"
        aria-label={text.title}
        noValidate
      >
        <TextField
          id="file"
          name="file"
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
          label={text.file}
          hint={text.fileHint}
          error={errors['file']}
        />
        <SelectField
          id="encoding"
          name="encoding"
          label={text.encoding}
          hint={text.encodingHint}
          options={Object.entries(text.encodings).map(([value, label]) => ({ value, label }))}
        />
        <TextAreaField
          id="pasted"
          name="pasted"
          label={text.pasted}
          defaultValue={entries['pasted'] ?? ''}
          error={errors['pasted']}
          rows={8}
          dir="auto"
          spellCheck={false}
          autoComplete="off"
        />
        <div>
          <Button type="submit" label={text.preview} />
        </div>
      </form>
    </>
  );
}

/** Renders the import page: selecting a table, then the preview of its rows. */
export function ImportScreen({ step }: { readonly step: ImportStep }) {
  return (
    <div className={`wrap ${form.screen}`}>
      <DeskTitle title={text.title} back={{ href: '/desk/clients', label: list.title }} />
      {step.step === 'choose' ? <Choose refused={step.refused} /> : <ImportPreview shown={step} />}
    </div>
  );
}

type Shown = { readonly shown: Extract<ImportStep, { readonly step: 'preview' }> };

/** Rows that need attention come first. */
const kinds = ['bad', 'duplicate', 'joining', 'new'] as const;

function Row({ planned }: { readonly planned: PlannedRow }) {
  const { row } = planned;
  const isBad = planned.kind === 'bad';
  const right = 'person' in planned ? may[planned.person.permission] : row.may;
  return (
    <tr data-outcome={planned.kind}>
      <th scope="row" className={styles.line}>
        <span className={styles.heading}>{text.rows.line} </span>
        {row.line}
      </th>
      <td>
        <span className={isBad ? styles.bad : undefined} dir="auto">
          {outcomeText(planned)}
        </span>
      </td>
      <td dir="auto">{row.company}</td>
      <td dir="auto">{row.name}</td>
      <td dir="auto">{row.email}</td>
      <td>{right}</td>
    </tr>
  );
}

function Group({ kind, rows }: { readonly kind: PlannedRow['kind']; readonly rows: readonly PlannedRow[] }) {
  if (rows.length === 0) return null;
  const { line, what, company, name, email, may: right } = text.rows;
  return (
    <Panel id={kind} title={text.groups[kind]} isUrgent={kind === 'bad'}>
      <table className={`${table.table} ${styles.rows}`}>
        <thead>
          <tr>
            {[line, what, company, name, email, right].map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((planned) => (
            <Row key={planned.row.line} planned={planned} />
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

/** Returns the label of the button that imports this many people and skips this many rows. */
function submitText(people: number, left: number): string {
  const counted = (count: number, [one, many]: readonly [string, string]) =>
    count === 1 ? one : fill(many, { count: String(count) });
  return counted(people, text.submit) + (left > 0 ? counted(left, text.submitRest) : '');
}

function Confirm({ shown: { rows, plan, isInviting, ignored } }: Shown) {
  const people = rowsOf(plan, 'new').length + rowsOf(plan, 'joining').length;
  const left = plan.rows.length - people;
  return (
    <form
      className={styles.confirm}
      method="post"
      action={`${importPath}?do=import`}
      encType="multipart/form-data"
      aria-label={text.title}
    >
      <input type="hidden" name="rows" value={carriedTextOf(rows)} />
      <input type="hidden" name="seen" value={plan.hash} />
      <input type="hidden" name="ignored" value={ignored} />
      {people === 0 ? (
        <p>{text.nothing}</p>
      ) : (
        <Tick
          name="invite"
          label={text.invite}
          hint={fill(text.inviteHint, { count: String(mailsPerMinute) })}
          isChosen={isInviting}
        />
      )}
      <div className={styles.acts}>
        {people > 0 && <Button type="submit" label={submitText(people, left)} />}
        {left > 0 && (
          <Button
            type="submit"
            label={text.download}
            variant="secondary"
            formAction={`${importPath}/left-out.csv`}
          />
        )}
        <a href={importPath}>{text.again}</a>
      </div>
    </form>
  );
}

/** Renders what will happen to each row, and the button that imports them. */
function ImportPreview({ shown }: Shown) {
  const { plan, isGuessed, isChanged, ignored } = shown;
  return (
    <div className={styles.preview}>
      {isChanged && (
        <Notice kind="error" role="alert">
          {text.changed}
        </Notice>
      )}
      {isGuessed && <Notice kind="error">{text.guessed}</Notice>}
      {ignored && <Notice kind="error">{ignored}</Notice>}
      <ul className={styles.sums}>
        {kinds.map((kind) => {
          const { length } = rowsOf(plan, kind);
          const said = fill(text.sums[kind], { count: String(length) });
          return (
            <li key={kind} className="num">
              {length > 0 ? <a href={`#${kind}`}>{said}</a> : said}
            </li>
          );
        })}
      </ul>
      <Confirm shown={shown} />
      {kinds.map((kind) => (
        <Group key={kind} kind={kind} rows={rowsOf(plan, kind)} />
      ))}
    </div>
  );
}
