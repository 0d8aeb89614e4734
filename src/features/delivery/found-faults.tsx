import words from '#content/sound.yaml';
import { fileLabelOf } from '#src/features/files/file-name.tsx';
import type { Fault } from '#src/audio/faults/faults.ts';
import { fill } from '#src/platform/fill.ts';
import styles from './delivery-sheet.module.css';
import { faultText, foundText, moreText, spanText, wholeText } from './fault-text.ts';
import type { FoundReport } from './find-sheet.ts';
import type { ReportMeasures } from './sheet-rows.ts';

const { faults: texts } = words;

type Place = {
  readonly file: FoundReport['file'];
  readonly measures: ReportMeasures;
  /** The page of its project, which holds the player. */
  readonly back: string;
};

/** The places of a fault; each moment opens the player there. */
function Where({ fault, file, measures, back }: Place & { readonly fault: Fault }) {
  const { channels } = measures.format;
  if (fault.spans.length === 0) return wholeText(fault, channels);
  return (
    <ul className={styles.places}>
      {fault.spans.map((span) => (
        <li key={`${span.fromMs} ${span.channel}`}>
          <a href={`${back}?file=${file.id}&at=${span.fromMs}#player`}>
            {spanText(span, channels)}
            <span className="sr-only"> {fill(texts.listen, { file: fileLabelOf(file) })}</span>
          </a>
        </li>
      ))}
      {moreText(fault) && <li>{moreText(fault)}</li>}
    </ul>
  );
}

/** The faults found in a recording, and their places. */
export function FoundFaults({ file, measures, back }: Place) {
  const faults = measures.findings?.faults ?? [];
  return (
    <section id="faults" className={styles.checks} aria-labelledby="faults-title">
      <h2 id="faults-title" className="italic small dim">
        {texts.title}
      </h2>
      <p>{foundText(measures)}</p>
      {faults.length > 0 && (
        <table className={styles.rows}>
          <thead className="sr-only">
            <tr>
              <th scope="col">{texts.columns.fault}</th>
              <th scope="col">{texts.columns.where}</th>
            </tr>
          </thead>
          <tbody>
            {faults.map((fault) => (
              <tr key={fault.kind + String(fault.channel)}>
                <th scope="row">{faultText(fault)}</th>
                <td className="num">
                  <Where {...{ fault, file, measures, back }} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {measures.findings && <p className="small dim">{texts.about}</p>}
    </section>
  );
}
