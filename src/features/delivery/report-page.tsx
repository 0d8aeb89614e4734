import delivery from '#content/delivery.yaml';
import { fill } from '#src/platform/fill.ts';
import { Button } from '#src/ui/button.tsx';
import { SelectField } from '#src/ui/field.tsx';
import { StateMark } from '#src/ui/state-mark.tsx';
import type { Specification, Verdict } from './check-delivery.ts';
import styles from './delivery-report.module.css';
import {
  reportRecordOf,
  reportSectionsOf,
  reportTextOf,
  type ReportRecord,
  type ReportSections,
} from './delivery-report.ts';
import words from '#content/sound.yaml';
import { fileLabelOf, FileName } from '#src/features/files/file-name.tsx';
import type { FoundFault, ReportRow } from './fault-text.ts';
import type { FoundReport } from './find-report.ts';
import type { ReactNode } from 'react';
import { RecordingFigure } from '#src/features/files/covers/recording-cover.tsx';
import { ReceiptLink } from '#src/features/files/approvals/receipt-link.tsx';
import { ArrowLink } from '#src/ui/arrow-link.tsx';
import { LoudnessCurve } from '#src/features/files/measurements/loudness-curve.tsx';

const { words: checkTexts, specifications } = delivery;

/** The shape of each verdict, so that colour is not the only sign. */
export const shapes = { pass: 'full', fail: 'diamond', unknown: 'empty' } as const satisfies Record<
  Verdict,
  string
>;

type SoundSections = NonNullable<ReportSections['sound']>;

/** Renders each rule of a specification with the measured value. */
function CheckedTable({
  check: { title, rules, source },
}: {
  readonly check: NonNullable<SoundSections['check']>;
}) {
  const { rule, asked, measured, verdict } = checkTexts.columns;
  return (
    <section id="check" className={styles.checks}>
      <table className={`${styles.rows} ${styles.check}`}>
        <caption className="italic small dim">{title}</caption>
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
          {rules.map((row) => (
            <tr key={row.label} data-verdict={row.verdict}>
              <td>
                <StateMark shape={shapes[row.verdict]} label={checkTexts.verdicts[row.verdict]} />
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
      <p className="small dim">{source}</p>
    </section>
  );
}

/** Renders the form that chooses the specification to check against. */
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
    <form role="none" className={styles.choice} method="get" action={path}>
      {others.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <SelectField
        id="specification"
        name="check"
        label={checkTexts.title}
        options={[
          { value: '', label: checkTexts.choose },
          ...specifications.map(({ key, name }) => ({ value: key, label: name })),
        ]}
        defaultValue={chosen?.key ?? ''}
      />
      <Button type="submit" variant="secondary" size="small" label={checkTexts.submit} />
    </form>
  );
}

const { faults: faultTexts } = words;

type FaultsProps = {
  readonly file: FoundReport['file'];
  readonly found: SoundSections;
  /** The URL of the project's page, which has the player. */
  readonly back: string;
};

/** Renders the places of a fault; each time links to the player. */
function FaultPlaces({
  fault: { places },
  file,
  back,
}: Omit<FaultsProps, 'found'> & { readonly fault: FoundFault }) {
  if (places.every(({ atMs }) => atMs === null)) return places.map(({ text }) => text);
  return (
    <ul className={styles.places}>
      {places.map(({ text, atMs }) => (
        <li key={text}>
          {atMs === null ? (
            text
          ) : (
            <a href={`${back}?file=${file.id}&at=${atMs}#player`}>
              {text}
              <span className="sr-only"> {fill(faultTexts.listen, { file: fileLabelOf(file) })}</span>
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Renders the faults found in a recording. */
function FoundFaults({ file, found, back }: FaultsProps) {
  return (
    <section id="faults" className={styles.checks} aria-labelledby="faults-title">
      <h2 id="faults-title" className="italic small dim">
        {faultTexts.title}
      </h2>
      <p>{found.found}</p>
      {found.faults.length > 0 && (
        <table className={styles.rows}>
          <thead className="sr-only">
            <tr>
              <th scope="col">{faultTexts.columns.fault}</th>
              <th scope="col">{faultTexts.columns.where}</th>
            </tr>
          </thead>
          <tbody>
            {found.faults.map((fault) => (
              <tr key={`${fault.label} ${fault.places[0]?.text}`}>
                <th scope="row">{fault.label}</th>
                <td className="num">
                  <FaultPlaces {...{ fault, file, back }} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {found.isSearched && <p className="small dim">{faultTexts.about}</p>}
    </section>
  );
}

const { sheet: texts } = words;

/** Renders labels with their values. */
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

/** Renders the notes that are needed to interpret the measurements. */
export const Notes = ({ notes }: { readonly notes: readonly string[] }) =>
  notes.map((note) => (
    <p key={note} className="small">
      {note}
    </p>
  ));

/** Renders the report on one file. `children` follow its proof. */
export function ReportBody({
  record,
  file,
  back,
  level = 1,
  cover,
  proof,
  children,
}: {
  readonly record: ReportRecord;
  readonly file: FoundReport['file'];
  /** The URL of the project's page. */
  readonly back: string;
  /** The level of its heading. */
  readonly level?: 1 | 2;
  /** The recording's figure. */
  readonly cover?: ReactNode;
  /** Further rows of its proof. */
  readonly proof?: readonly ReportRow[];
  readonly children?: ReactNode;
}) {
  const sections = reportSectionsOf(record, proof);
  const { verdict, sound } = sections;
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <>
      <header>
        <p className="italic small dim">{texts.title}</p>
        <Heading className={`title-${level} ${styles.name}`}>
          <FileName name={fileLabelOf(file)} />
        </Heading>
      </header>
      {sound && verdict && (
        <div className={styles.verdict}>
          <StateMark shape={shapes[verdict.verdict]} label={verdict.text} wraps />
        </div>
      )}
      {sound ? (
        <>
          <Notes notes={sound.notes} />
          {sound.check && <CheckedTable check={sound.check} />}
          <FoundFaults {...{ file, back }} found={sound} />
          <Rows title={texts.measured} rows={sound.levels} />
          {sound.curve.length > 1 && (
            <figure className={styles.curve}>
              <figcaption className="italic small dim">{texts.curve}</figcaption>
              <LoudnessCurve curve={sound.curve} label={texts.curve} />
            </figure>
          )}
          {cover && <div className={styles.cover}>{cover}</div>}
        </>
      ) : (
        <p>{verdict?.text}</p>
      )}
      <Rows title={texts.file} rows={sections.file} />
      <Rows title={texts.proof} rows={sections.proof} />
      {sections.measuredOn !== '' && <p className="small dim">{sections.measuredOn}</p>}
      {children}
    </>
  );
}

/** Renders the report on one file, ready to print. */
export function DeliveryReport({
  report,
  back,
  specification,
}: {
  readonly report: FoundReport;
  /** The URL of the project's page. */
  readonly back: string;
  /** The specification to check against, if any. */
  readonly specification: Specification | null;
}) {
  const { file, measurement } = report;
  const record = reportRecordOf(report, specification);
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
  const issued = { ...words.rows.sheet, text: reportTextOf(report, specification).sha256 };
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
          {file.isApproved && <ReceiptLink file={file} />}
        </ReportBody>
      </article>
      <p className={`small dim ${styles.below}`}>
        <a href={`${path}/report.pdf${query}`}>{texts.pdf}</a>{' '}
        <a href={`${path}/sheet.json${query}`}>{texts.data}</a>
      </p>
    </div>
  );
}
