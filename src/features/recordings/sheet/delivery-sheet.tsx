import words from '#content/sound.yaml';
import { fileLabelOf } from '#src/features/recordings/files/file-label.ts';
import { FileName } from '#src/features/recordings/files/file-name.tsx';
import { momentDayText } from '#src/features/workspace/moment-text.ts';
import { ArrowLink } from '#src/ui/arrow-link.tsx';
import type { Specification } from './check-delivery.ts';
import { DeliveryCheck } from './delivery-check.tsx';
import styles from './delivery-sheet.module.css';
import type { FoundSheet } from './find-sheet.ts';
import { FoundFaults } from './found-faults.tsx';
import { LoudnessCurve } from '#src/features/recordings/measurements/loudness-curve.tsx';
import { fileRows, measuredRows, sheetNotes, soundRows, type SheetRow } from './sheet-rows.ts';

const { sheet: texts, reasons } = words;

function Rows({ title, rows }: { readonly title: string; readonly rows: readonly SheetRow[] }) {
  return (
    <table className={styles.rows}>
      <caption className="italic small dim">{title}</caption>
      <tbody>
        {rows.map(({ label, about, text }) => (
          <tr key={label}>
            <th scope="row">
              {label}
              {about && <span className="small dim">{about}</span>}
            </th>
            <td className="num" dir="auto">
              {text}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** All that was measured of one file, ready to print. */
export function DeliverySheet({
  sheet,
  back,
  specification,
}: {
  readonly sheet: FoundSheet;
  /** The page of its project. */
  readonly back: string;
  /** What it is checked against, if anything. */
  readonly specification: Specification | null;
}) {
  const { file, measurement } = sheet;
  const { measures, measuredAt, reason } = measurement;
  const path = `/portal/files/${file.id}/sheet`;
  const query = specification ? `?check=${specification.key}` : '';
  return (
    <div className={styles.page}>
      <p className={styles.above}>
        <ArrowLink label={texts.back} icon="arrow-left" href={back} />
      </p>
      <article className={styles.sheet} id="sheet" data-live>
        <header>
          <p className="italic small dim">{texts.title}</p>
          <h1 className={styles.name}>
            <FileName name={fileLabelOf(file)} />
          </h1>
        </header>
        <Rows title={texts.file} rows={fileRows(sheet)} />
        {measures ? (
          <>
            <Rows title={texts.sound} rows={soundRows(measures)} />
            <Rows title={texts.measured} rows={measuredRows(measures)} />
            <FoundFaults {...{ file, measures, back }} />
            {sheetNotes(measures).map((note) => (
              <p key={note} className="small">
                {note}
              </p>
            ))}
            {measures.curve.length > 1 && (
              <figure>
                <figcaption className="italic small dim">{texts.curve}</figcaption>
                <LoudnessCurve curve={measures.curve} label={texts.curve} />
              </figure>
            )}
            <DeliveryCheck path={path} chosen={specification} measures={measures} />
            <p className="small dim">
              {texts.about} {measuredAt && momentDayText(measuredAt)}
            </p>
          </>
        ) : (
          <p>{reason ? reasons[reason] : texts.notMeasured}</p>
        )}
      </article>
      <p className={`small dim ${styles.below}`}>
        <a href={`${path}.pdf${query}`}>{texts.pdf}</a> <a href={`${path}.json${query}`}>{texts.data}</a>
      </p>
    </div>
  );
}
