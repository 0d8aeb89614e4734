import words from '#content/sound.yaml';
import type { FoundMeasurement } from '#src/features/files/measurements/sound-measurements.ts';
import {
  measuredNotes,
  formatText,
  levelText,
  unmeasuredText,
} from '#src/features/files/measurements/measurement-text.ts';
import { severalOf } from '#src/workspace/count-words.ts';
import type { SoundMeasures } from '#src/audio/sound-measures.ts';
import { fill } from '#src/platform/fill.ts';
import styles from './review-player.module.css';

const { state, summary, sheet } = words;

/** Format and the three figures that are asked for most. */
function summaryOf({ format, integrated, truePeak, noiseFloor }: SoundMeasures): string[] {
  const figure = (template: string, value: number | null) =>
    value === null ? [] : [fill(template, { value: levelText(value) })];
  return [
    formatText(format),
    ...figure(summary.loudness, integrated),
    ...figure(summary.truePeak, truePeak),
    ...figure(summary.noiseFloor, noiseFloor),
  ];
}

function stateText({ state: now, percent, before, reason }: FoundMeasurement): string {
  if (now === 'measuring') return fill(state.measuring, { percent: String(percent) });
  if (now === 'unmeasured') return unmeasuredText(reason ?? 'failed');
  return before < 2 ? state.waiting[before === 0 ? 0 : 1] : fill(state.waiting[2], { count: String(before) });
}

/** The measurement of a recording or its progress, with the link to its delivery sheet. */
export function SoundLine({
  fileId,
  label,
  measurement,
  hasSheet,
  hasTimeline,
}: {
  readonly fileId: string;
  /** The file's name. */
  readonly label: string;
  readonly measurement: FoundMeasurement | null;
  /** True if the viewer may open the delivery sheet. */
  readonly hasSheet: boolean;
  /** Whether the player has a timeline by now; `review-player.client.ts` then shows it. */
  readonly hasTimeline: boolean;
}) {
  const measures = measurement?.measures;
  const faultCount = measures?.findings?.faults.length ?? 0;
  return (
    <div
      className={styles.sound}
      id={`sound-${fileId}`}
      data-live
      data-measured={hasTimeline ? '' : undefined}
    >
      {measures ? (
        <>
          <ul className={`small num ${styles.figures}`}>
            {summaryOf(measures).map((figure) => (
              <li key={figure}>{figure}</li>
            ))}
            {hasSheet && faultCount > 0 && (
              <li>
                <a href={`/portal/files/${fileId}/report#faults`}>
                  {severalOf(faultCount, words.faults.count)}
                  <span className="sr-only"> {fill(sheet.of, { file: label })}</span>
                </a>
              </li>
            )}
            {hasSheet && (
              <li>
                <a href={`/portal/files/${fileId}/report`}>
                  {sheet.title}
                  <span className="sr-only"> {fill(sheet.of, { file: label })}</span>
                </a>
              </li>
            )}
          </ul>
          {measuredNotes(measures).map((note) => (
            <p key={note} className="small dim">
              {note}
            </p>
          ))}
        </>
      ) : (
        measurement && <p className="small dim num">{stateText(measurement)}</p>
      )}
    </div>
  );
}
