import delivery from '#content/delivery.yaml';
import sound from '#content/sound.yaml';
import { fileLabelOf } from '#src/features/recordings/files/file-label.ts';
import { FileName } from '#src/features/recordings/files/file-name.tsx';
import { ArrowLink } from '#src/ui/arrow-link.tsx';
import { Empty } from '#src/ui/empty.tsx';
import { DeliveryCheck } from './delivery-check.tsx';
import { Notes, Rows } from './delivery-sheet.tsx';
import styles from './delivery-sheet.module.css';
import { summaryRows, totalRows } from './delivery-summary.ts';
import type { Delivery } from './find-delivery.ts';

const { delivery: texts } = delivery.words;

/** The delivery sheet of several files of a project, ready to print. */
export function DeliveryPage({
  found,
  side,
  query,
}: {
  readonly found: Delivery;
  readonly side: 'portal' | 'desk';
  /** Leads to the same files checked against the same. */
  readonly query: string;
}) {
  const { project, specification, parts } = found;
  const chosen = new URLSearchParams(query);
  const isNamed = chosen.has('file');
  const isApproved = !isNamed && chosen.get('of') === 'approved';
  const path = `/portal/projects/${project.id}/delivery`;
  const check = specification ? `?check=${specification.key}` : '';
  return (
    <div className={styles.page}>
      <p className={styles.above}>
        <ArrowLink label={sound.sheet.back} icon="arrow-left" href={`/${side}/projects/${project.id}`} />
      </p>
      <article className={styles.sheet} id="sheet" data-live>
        <header>
          <p className="italic small dim">{texts.title}</p>
          <h1 className={styles.name} dir="auto">
            {project.name}
          </h1>
        </header>
        <ul className={styles.choices}>
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
            <Rows title={texts.all} rows={totalRows(found)} />
            <DeliveryCheck query={query} path={path} chosen={specification} check={null} />
            {parts.map(({ sheet: { file }, record }) => (
              <section key={file.id} className={styles.checks} aria-labelledby={`file-${file.id}`}>
                <h2 id={`file-${file.id}`} className={styles.part}>
                  <a href={`/portal/files/${file.id}/report${check}`}>
                    <FileName name={fileLabelOf(file)} />
                  </a>
                </h2>
                <Rows title={sound.sheet.measured} rows={summaryRows(record)} />
                {record.measures && <Notes measures={record.measures} />}
              </section>
            ))}
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
