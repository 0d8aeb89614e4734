import delivery from '#content/delivery.yaml';
import sound from '#content/sound.yaml';
import { fileLabelOf, FileName } from '#src/features/files/file-name.tsx';
import { ArrowLink } from '#src/ui/arrow-link.tsx';
import { Button } from '#src/ui/button.tsx';
import { Empty } from '#src/ui/panel.tsx';
import { StateMark } from '#src/ui/state-mark.tsx';
import { failedRules } from './check-delivery.ts';
import { DeliveryChoice, shapes, Notes, Rows } from './report-page.tsx';
import filters from '#src/workspace/filter-links.module.css';
import styles from './delivery-report.module.css';
import { fileVerdict, reportNotes, summaryCells } from './delivery-report.ts';
import {
  deliveryVerdict,
  failuresFirst,
  proofRowsOf,
  selectionOf,
  selections,
  totalRows,
  type Delivery,
  type Selection,
} from './find-delivery.ts';

const { delivery: texts } = delivery.words;

/** Renders a row for each file, failures first; each links to its own report. */
function FileTable({ found, check }: { readonly found: Delivery; readonly check: string }) {
  const { columns } = texts;
  return (
    <table className={`${styles.rows} ${styles.check} ${styles.files}`}>
      <caption className="italic small dim">{texts.files}</caption>
      <thead>
        <tr>
          {Object.values(columns).map((column) => (
            <th key={column} scope="col" className="small dim">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {failuresFirst(found).map(({ report: { file }, record }) => {
          const verdict = fileVerdict(record);
          return (
            <tr key={file.id} data-verdict={verdict?.verdict}>
              <th scope="row" className={styles.part}>
                <a href={`/portal/files/${file.id}/report${check}`}>
                  <FileName name={fileLabelOf(file)} />
                </a>
                {record.measures && <Notes notes={reportNotes(record.measures)} />}
              </th>
              <td>
                {verdict && (
                  <StateMark
                    shape={shapes[verdict.verdict]}
                    label={record.check ? texts.verdicts[verdict.verdict] : verdict.text}
                    wraps
                  />
                )}
                {record.check && <p className="small dim">{failedRules(record.check.rules)}</p>}
              </td>
              {summaryCells(record).map(({ label, text }) => (
                <td key={label} data-label={label} className="num">
                  {text}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Renders the links to the selections, and the form that chooses single files. */
function FileChoice({
  found,
  path,
  query,
}: {
  readonly found: Delivery;
  readonly path: string;
  readonly query: string;
}) {
  const params = new URLSearchParams(query);
  const selection = selectionOf(params);
  const check = params.get('check');
  const addressOf = (of: Selection) => {
    const own = new URLSearchParams({
      ...(of === 'finals' ? {} : { of }),
      ...(check === null ? {} : { check }),
    });
    return own.size > 0 ? `${path}?${own}` : path;
  };
  return (
    <div className={styles.selection}>
      <ul className={filters.links}>
        {selections.map((each) => (
          <li key={each}>
            <a href={addressOf(each)} aria-current={selection === each ? 'true' : undefined}>
              {texts.selections[each]}
            </a>
          </li>
        ))}
      </ul>
      <details className={styles.choose}>
        <summary>{selection === null ? texts.chosen : texts.choose}</summary>
        <form method="get" action={path} aria-label={texts.choose}>
          {check !== null && <input type="hidden" name="check" value={check} />}
          {/* A checker reports a legend in a closed section as missing. */}
          <fieldset aria-label={texts.files}>
            {found.choices.map(({ id, label, isChosen }) => (
              <label key={id}>
                <input type="checkbox" name="file" value={id} defaultChecked={isChosen} />
                <FileName name={label} />
              </label>
            ))}
          </fieldset>
          <Button type="submit" label={texts.show} size="small" variant="secondary" />
        </form>
      </details>
    </div>
  );
}

/** The delivery report of several files of a project, ready to print. */
export function DeliveryPage({
  found,
  side,
  query,
}: {
  readonly found: Delivery;
  readonly side: 'portal' | 'desk';
  /** A URL for the same files and specification. */
  readonly query: string;
}) {
  const { project, specification, parts } = found;
  const path = `/portal/projects/${project.id}/delivery`;
  const check = specification ? `?check=${specification.key}` : '';
  const verdict = deliveryVerdict(found);
  return (
    <div className={`${styles.page} ${styles.wide}`}>
      <p className={styles.above}>
        <ArrowLink label={sound.sheet.back} icon="arrow-left" href={`/${side}/projects/${project.id}`} />
      </p>
      <DeliveryChoice {...{ path, query }} chosen={specification} />
      <FileChoice {...{ found, path, query }} />
      <article className={styles.sheet} id="sheet" data-live>
        <header>
          <p className="italic small dim">{texts.title}</p>
          <h1 className={`title-1 ${styles.name}`} dir="auto">
            {project.name}
          </h1>
        </header>
        {verdict && (
          <div className={styles.verdict}>
            <StateMark shape={shapes[verdict.verdict]} label={verdict.text} wraps />
          </div>
        )}
        {parts.length === 0 ? (
          <Empty>{texts.empty}</Empty>
        ) : (
          <>
            <FileTable found={found} check={check} />
            <Rows title={texts.all} rows={totalRows(found)} />
            <Rows title={sound.sheet.proof} rows={proofRowsOf(found)} />
          </>
        )}
      </article>
      <p className={`small dim ${styles.below}`}>
        <a href={`${path}.pdf${query}`}>{sound.sheet.pdf}</a>{' '}
        <a href={`${path}.json${query}`}>{sound.sheet.data}</a>
      </p>
    </div>
  );
}
