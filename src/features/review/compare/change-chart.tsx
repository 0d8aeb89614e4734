import words from '#content/compare.yaml';
import type { SoundComparison } from '#src/audio/alignment/sound-comparison.ts';
import { levelText } from '#src/features/files/measurements/measurement-text.ts';
import { timeCodeOf } from '#src/features/files/measurements/time-code.ts';
import { fill } from '#src/platform/fill.ts';
import { capitalised, joinedText } from '#src/studio/locale.ts';
import { severalOf } from '#src/workspace/count-words.ts';
import { scaleOf, waveBarsOf } from '../player/timeline-drawing.ts';
import { biggestChanges, type FoundChange } from './comparison-changes.ts';
import styles from './comparison-panel.module.css';

const { strip: texts, versions } = words;

/** The change in dB that fills half the height of a row. */
const fullDb = 12;

/** Formats a level with its sign: "+3.0", "−1.5". */
export const signedText = (db: number) => (db > 0 ? `+${levelText(db)}` : levelText(db));

/** Returns a bar per column in a box of one by two, up or down from its middle. */
function barsOf(cells: readonly (number | null)[], sign: number): string {
  return cells
    .map((db, column) => {
      const height = Math.min(1, (sign * (db ?? 0)) / fullDb);
      return height >= 0.02
        ? `M${column} 1v${(-sign * height).toFixed(2)}h1v${(sign * height).toFixed(2)}z`
        : '';
    })
    .join('');
}

const holesOf = (cells: readonly (number | null)[]) =>
  cells.map((db, column) => (db === null ? `M${column} 0h1v2h-1z` : '')).join('');

/** Returns a mark at the end of each bar that is longer than the row. */
const cutMarksOf = (cells: readonly (number | null)[]) =>
  cells
    .map((db, column) => (Math.abs(db ?? 0) > fullDb ? `M${column} ${(db ?? 0) > 0 ? 0 : 1.8}h1v.2h-1z` : ''))
    .join('');

const slices = 400;

/** Renders the older version's waveform on the time axis of the newer one, where its passages play. */
function OlderWave({
  comparison: { pieces, olderFrames, newerFrames },
  peaks,
}: {
  readonly comparison: SoundComparison;
  /** 400 bytes, base64. */
  readonly peaks: string | null;
}) {
  const bars = waveBarsOf(peaks ?? '');
  return (
    <div className={styles.row}>
      <svg viewBox={`0 0 ${slices} 100`} preserveAspectRatio="none" data-wave-of="0">
        {pieces.map(({ olderAt, newerAt, frames }) => (
          <svg
            key={newerAt}
            x={(slices * newerAt) / newerFrames}
            width={(slices * frames) / newerFrames}
            height="100"
            viewBox={`${(slices * olderAt) / olderFrames} 0 ${(slices * frames) / olderFrames} 100`}
            preserveAspectRatio="none"
          >
            <path d={bars} />
          </svg>
        ))}
      </svg>
    </div>
  );
}

/** Explains the colours of the chart, and its scale. */
const Legend = () => (
  <ul className={`small dim ${styles.legend}`} aria-hidden="true">
    <li>
      <i className={styles.louderKey} />
      {texts.louder}
    </li>
    <li>
      <i className={styles.quieterKey} />
      {texts.quieter}
    </li>
    <li>
      <i className={styles.holeKey} />
      {texts.hole}
    </li>
    <li className="num">{texts.scale}</li>
  </ul>
);

/**
 * Shows the older waveform and the change by band on the time axis of the player's waveform above it, with its zoom and
 * playhead.
 */
export function ChangeChart({
  comparison,
  olderPeaks,
}: {
  readonly comparison: SoundComparison;
  readonly olderPeaks: string | null;
}) {
  const { strip, newerFrames, rateHz } = comparison;
  const durationMs = (1000 * newerFrames) / rateHz;
  const rows = strip.bandsDb.map((cells, band) => ({ cells, name: texts.bands[band] })).toReversed();
  return (
    <>
      <div className={styles.chart} aria-hidden="true">
        <div className={styles.labels}>
          <span>{versions.a}</span>
          {rows.map(({ name }) => (
            <span key={name}>{name}</span>
          ))}
        </div>
        <p className={`num ${styles.ticks}`}>
          {texts.ticks.map((tick) => (
            <span key={tick}>{tick}</span>
          ))}
        </p>
        <div className={styles.window}>
          <div data-axis className={styles.axis}>
            <OlderWave comparison={comparison} peaks={olderPeaks} />
            {rows.map(({ cells, name }) => (
              <svg
                key={name}
                className={styles.band}
                viewBox={`0 0 ${cells.length} 2`}
                preserveAspectRatio="none"
              >
                <path className={styles.hole} d={holesOf(cells)} />
                <path className={styles.louder} d={barsOf(cells, 1)} />
                <path className={styles.quieter} d={barsOf(cells, -1)} />
                <path className={styles.cutMark} d={cutMarksOf(cells)} />
                <line className={styles.zero} x2={cells.length} y1="1" y2="1" />
              </svg>
            ))}
            <svg className={`num ${styles.scale}`}>
              {scaleOf({ fromMs: 0, toMs: durationMs }).map(({ at, text, anchor }) => (
                <text key={text} x={`${(100 * at).toFixed(3)}%`} y="19" textAnchor={anchor}>
                  {text}
                </text>
              ))}
            </svg>
            <svg className={styles.over}>
              <line className={styles.head} data-small-head x1="0" x2="0" y1="0" y2="100%" />
            </svg>
          </div>
        </div>
      </div>
      <Legend />
    </>
  );
}

/** The changes that are listed at once; more are folded. */
const listed = 5;

const changeText = ({ fromMs, toMs, bands, db }: FoundChange) =>
  fill(db > 0 ? texts.more : texts.less, {
    from: timeCodeOf(fromMs),
    to: timeCodeOf(toMs),
    bands: joinedText(bands.map((band) => texts.bands[band] ?? '')),
    change: signedText(db),
  });

/** Lists the biggest changes and edits as sentences. Each plays its place. */
export function ChangeSentences({
  comparison,
  edits,
}: {
  readonly comparison: SoundComparison;
  /** What was cut or added, with its moment on the player's time axis. */
  readonly edits: readonly { readonly text: string; readonly atMs: number }[];
}) {
  const changes = biggestChanges(comparison.strip).map((change) => ({
    text: changeText(change),
    atMs: Math.round(change.fromMs),
  }));
  const all = [...edits, ...changes].toSorted((one, other) => one.atMs - other.atMs);
  if (all.length === 0) return <p>{texts.none}</p>;
  const itemOf = ({ text, atMs }: (typeof all)[number]) => (
    <li key={text}>
      <a href="#player" data-seek-ms={atMs} data-plays>
        {text}
      </a>
    </li>
  );
  return (
    <div>
      <ul className={`num ${styles.changes}`} aria-label={texts.title}>
        {all.slice(0, listed).map(itemOf)}
      </ul>
      {all.length > listed && (
        <details className={styles.fold}>
          <summary className="small">{capitalised(severalOf(all.length - listed, texts.further))}</summary>
          <ul className={`num ${styles.changes}`}>{all.slice(listed).map(itemOf)}</ul>
        </details>
      )}
    </div>
  );
}
