import delivery from '#content/delivery.yaml';
import sound from '#content/sound.yaml';
import { fileLabelOf, FileName } from '#src/features/files/file-name.tsx';
import { ArrowLink } from '#src/ui/arrow-link.tsx';
import { Empty } from '#src/ui/panel.tsx';
import { StateMark } from '#src/ui/state-mark.tsx';
import { failedRules } from './check-delivery.ts';
import { DeliveryChoice, shapes, Notes, Rows } from './report-page.tsx';
import filters from '#src/workspace/filter-links.module.css';
import styles from './delivery-report.module.css';
import { fileVerdict, reportNotes, summaryCells } from './delivery-report.ts';
import { failuresFirst, totalRows, type Delivery } from './find-delivery.ts';

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
  const chosen = new URLSearchParams(query);
  const isNamed = chosen.has('file');
  const isApproved = !isNamed && chosen.get('of') === 'approved';
  const path = `/portal/projects/${project.id}/delivery`;
  const check = specification ? `?check=${specification.key}` : '';
  return (
    <div className={`${styles.page} ${styles.wide}`}>
      <p className={styles.above}>
        <ArrowLink label={sound.sheet.back} icon="arrow-left" href={`/${side}/projects/${project.id}`} />
      </p>
      <DeliveryChoice {...{ path, query }} chosen={specification} />
      <article className={styles.sheet} id="sheet" data-live>
        <header>
          <p className="italic small dim">{texts.title}</p>
          <h1 className={`title-1 ${styles.name}`} dir="auto">
            {project.name}
          </h1>
        </header>
        <ul className={filters.links}>
          <li>
            <a href={`${path}${check}`} aria-current={!isNamed && !isApproved ? 'true' : undefined}>
              {texts.newest}
            </a>
          </li>
          <li>
            <a
              href={`${path}?of=approved${check.replace('?', '&')}`}
              aria-current={isApproved ? 'true' : undefined}
            >
              {texts.approved}
            </a>
          </li>
        </ul>
        {parts.length === 0 ? (
          <Empty>{texts.empty}</Empty>
        ) : (
          <>
            <FileTable found={found} check={check} />
            <Rows title={texts.all} rows={totalRows(found)} />
            <Rows
              title={sound.sheet.proof}
              rows={parts.map(({ report: { file }, record }) => ({
                label: fileLabelOf(file),
                about: sound.rows.sha256.label,
                text: record.sha256,
              }))}
            />
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
