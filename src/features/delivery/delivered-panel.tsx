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

function FinalFile({ file, format, length }: Delivered['finals'][number]) {
  return (
    <li className={styles.file}>
      <div>
        <a className={styles.name} href={`/portal/files/${file.id}`} download>
          <span className="sr-only">{texts.download} </span>
          <FileName name={fileLabelOf(file)} />
          <Icon name="download" />
        </a>
        {/* The length is a part of the format to a reader. */}
        <p className="small dim num">
          {[format, length, fileSizeText(file.sizeBytes)].filter((text) => text !== '').join(', ')}
        </p>
      </div>
      {file.approvedAt && <StateMark shape="full" label={texts.approved} />}
    </li>
  );
}

/** Renders the final files of a delivered project, with their download and delivery report, at the top of its page. */
export function DeliveredPanel({ projectId, deliveredAt, finals }: Delivered) {
  const query = `?${new URLSearchParams(finals.map(({ file }) => ['file', file.id]))}`;
  const path = `/portal/projects/${projectId}`;
  const size = fileSizeText(finals.reduce((sum, { file }) => sum + file.sizeBytes, 0));
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
            <FinalFile key={final.file.id} {...final} />
          ))}
        </ul>
        <div className={styles.acts}>
          <ButtonLink
            label={fill(finals.length === 1 ? one : several, { count: String(finals.length), size })}
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
