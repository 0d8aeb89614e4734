import type { ReactNode } from 'react';
import words from '#content/sound.yaml';
import { RecordingFigure } from '#src/features/files/covers/recording-cover.tsx';
import { fileLabelOf, FileName } from '#src/features/files/file-name.tsx';
import { ArrowLink } from '#src/ui/arrow-link.tsx';
import type { Specification } from './check-delivery.ts';
import { CheckedTable, CheckVerdict, DeliveryChoice } from './delivery-check.tsx';
import styles from './delivery-sheet.module.css';
import type { FoundReport } from './find-sheet.ts';
import { FoundFaults } from './found-faults.tsx';
import { unmeasuredText } from '#src/features/files/measurements/measurement-text.ts';
import { LoudnessCurve } from '#src/features/files/measurements/loudness-curve.tsx';
import {
  fileRows,
  measuredOnText,
  measuredRows,
  proofRows,
  reportNotes,
  reportRecordOf,
  reportTextOf,
  type ReportMeasures,
  type ReportRecord,
  type ReportRow,
} from './sheet-rows.ts';

const { sheet: texts } = words;

/** Labels with their texts. */
export function Rows({ title, rows }: { readonly title: string; readonly rows: readonly ReportRow[] }) {
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

/** What is needed to read the figures. */
export const Notes = ({ measures }: { readonly measures: ReportMeasures }) =>
  reportNotes(measures).map((note) => (
    <p key={note} className="small">
      {note}
    </p>
  ));

/** The report on one file. `children` are further rows of its proof. */
export function ReportBody({
  record,
  file,
  back,
  level = 1,
  cover,
  proof = [],
  children,
}: {
  readonly record: ReportRecord;
  readonly file: FoundReport['file'];
  /** The page of its project. */
  readonly back: string;
  /** The level of its heading. */
  readonly level?: 1 | 2;
  /** The recording's figure. */
  readonly cover?: ReactNode;
  /** Further rows of its proof. */
  readonly proof?: readonly ReportRow[];
  readonly children?: ReactNode;
}) {
  const { measures, measuredAt, reason, check } = record;
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <>
      <header>
        <p className="italic small dim">{texts.title}</p>
        <Heading className={`title-${level} ${styles.name}`}>
          <FileName name={fileLabelOf(file)} />
        </Heading>
      </header>
      {check && (
        <div className={styles.verdict}>
          <CheckVerdict check={check} />
        </div>
      )}
      {measures ? (
        <>
          <Notes measures={measures} />
          {check && <CheckedTable check={check} />}
          <FoundFaults {...{ file, measures, back }} />
          <Rows title={texts.measured} rows={measuredRows(measures)} />
          {measures.curve.length > 1 && (
            <figure className={styles.curve}>
              <figcaption className="italic small dim">{texts.curve}</figcaption>
              <LoudnessCurve curve={measures.curve} label={texts.curve} />
            </figure>
          )}
          {cover && <div className={styles.cover}>{cover}</div>}
        </>
      ) : (
        <p>{reason ? unmeasuredText(reason) : texts.notMeasured}</p>
      )}
      <Rows title={texts.file} rows={fileRows(record)} />
      <Rows title={texts.proof} rows={[...proofRows(record), ...proof]} />
      {measuredAt !== null && <p className="small dim">{measuredOnText(measuredAt)}</p>}
      {children}
    </>
  );
}

/** All that was measured of one file, ready to print. */
export function DeliveryReport({
  sheet,
  back,
  specification,
}: {
  readonly sheet: FoundReport;
  /** The page of its project. */
  readonly back: string;
  /** The specification that it is checked against, if any. */
  readonly specification: Specification | null;
}) {
  const { file, measurement } = sheet;
  const record = reportRecordOf(sheet, specification);
  const path = `/portal/files/${file.id}`;
  const cover = (
    <RecordingFigure
      file={`/portal/files/${file.id}`}
      figureKey={measurement.artefacts.figure}
      pitches={measurement.measures?.pitches}
      label={fileLabelOf(file)}
    />
  );
  const query = specification ? `?check=${specification.key}` : '';
  const issued = { ...words.rows.sheet, text: reportTextOf(sheet, specification).sha256 };
  return (
    <div className={styles.page}>
      <p className={styles.above}>
        <ArrowLink label={texts.back} icon="arrow-left" href={back} />
      </p>
      <DeliveryChoice path={`${path}/report`} chosen={specification} />
      <article className={styles.sheet} id="sheet" data-live>
        <ReportBody {...{ record, file, back, cover }} proof={measurement.measures ? [issued] : []}>
          <p className={`small dim ${styles.lookUp}`}>
            {texts.lookUp} <a href={`/portal/sheets/${file.sha256}`}>{texts.lookUpFile}</a>
          </p>
        </ReportBody>
      </article>
      <p className={`small dim ${styles.below}`}>
        <a href={`${path}/report.pdf${query}`}>{texts.pdf}</a>{' '}
        <a href={`${path}/sheet.json${query}`}>{texts.data}</a>
      </p>
    </div>
  );
}
