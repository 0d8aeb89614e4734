import words from '#content/handover.yaml';
import { fileLabelOf, FileName } from '#src/features/files/file-name.tsx';
import { fileSizeText } from '#src/features/files/file-size.ts';
import { fill } from '#src/platform/fill.ts';
import { ArrowLink } from '#src/ui/arrow-link.tsx';
import { ButtonLink } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { StateMark } from '#src/ui/state-mark.tsx';
import { momentDayText } from '#src/workspace/time-text.ts';
import styles from './delivered-panel.module.css';
import type { Delivered } from './find-delivered.ts';

const { delivered: texts } = words;

type Final = Delivered['finals'][number];

/** Renders a link to download a file, with its format, length and size. */
const FileLink = ({ file, format, length }: Omit<Final, 'formats'>) => (
  <div>
    <a className={styles.name} href={`/portal/files/${file.id}`} download>
      <span className="sr-only">{texts.download} </span>
      <FileName name={fileLabelOf(file)} />
      <Icon name="download" />
    </a>
    <p className="small dim num">
      {[format, length, fileSizeText(file.sizeBytes)].filter((text) => text !== '').join(', ')}
    </p>
  </div>
);

const FinalRow = ({ formats, ...final }: Final) => (
  <li className={styles.file}>
    <div className={styles.links}>
      <FileLink {...final} />
      {formats.map((format) => (
        <FileLink key={format.file.id} {...format} />
      ))}
    </div>
    {final.file.approvedAt && <StateMark shape="full" label={texts.approved} />}
  </li>
);

/** Renders the final files of a delivered project, with their download and delivery report, at the top of its page. */
export function DeliveredPanel({ projectId, deliveredAt, finals }: Delivered) {
  const files = finals.flatMap(({ file, formats }) => [file, ...formats.map((format) => format.file)]);
  const query = `?${new URLSearchParams(files.map(({ id }) => ['file', id]))}`;
  const path = `/portal/projects/${projectId}`;
  const size = fileSizeText(files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0));
  const [one, several] = texts.downloadAll;
  return (
    <Panel
      id="delivered"
      title={texts.title}
      className={styles.panel}
      aside={
        deliveredAt && (
          <span className="italic dim small">{fill(texts.on, { day: momentDayText(deliveredAt) })}</span>
        )
      }
    >
      <div className={styles.body}>
        <p className="small dim">{texts.text}</p>
        <ul className={styles.files} aria-label={texts.table}>
          {finals.map((final) => (
            <FinalRow key={final.file.id} {...final} />
          ))}
        </ul>
        <div className={styles.acts}>
          <ButtonLink
            label={fill(files.length === 1 ? one : several, { count: String(files.length), size })}
            href={`${path}/files.zip${query}`}
            size="small"
            download
          />
          <ArrowLink label={texts.report} href={`${path}/delivery${query}`} />
          <a className={styles.link} href={`${path}/delivery.pdf${query}`}>
            {texts.reportPdf}
          </a>
        </div>
      </div>
    </Panel>
  );
}
