import words from '#content/compare.yaml';
import type { ChangeStrip } from '#src/audio/alignment/sound-comparison.ts';
import { levelText } from '#src/features/files/measurements/measurement-text.ts';
import { timeCodeOf } from '#src/features/files/measurements/time-code.ts';
import { joinedText } from '#src/studio/locale.ts';
import { fill } from '#src/platform/fill.ts';
import { biggestChanges, type FoundChange } from './comparison-changes.ts';
import styles from './compare-page.module.css';

const { strip: texts } = words;

/** The change in dB that fills the height of a row. */
const fullDb = 12;

/** Formats a level with its sign: "+3.0", "−1.5". */
const signedText = (db: number) => (db > 0 ? `+${levelText(db)}` : levelText(db));

const changeText = (change: FoundChange) =>
  fill(texts.change, {
    from: timeCodeOf(change.fromMs),
    to: timeCodeOf(change.toMs),
    bands: joinedText(change.bands.map((band) => texts.bands[band] ?? '')),
    change: signedText(change.db),
  });

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

/** Shows the change by band and time, from the highest band to the lowest, and lists the biggest changes. */
export function ChangeStripView({ strip }: { readonly strip: ChangeStrip }) {
  const changes = biggestChanges(strip);
  const rows = strip.bandsDb.map((cells, band) => ({ cells, name: texts.bands[band] })).toReversed();
  return (
    <section className={styles.part} aria-labelledby="strip-title">
      <h2 id="strip-title" className={styles.title}>
        {texts.title}
      </h2>
      <p className="small dim">{texts.about}</p>
      <div className={styles.strip} aria-hidden="true">
        {rows.map(({ cells, name }) => (
          <div key={name} className={styles.band}>
            <span className="small">{name}</span>
            <svg viewBox={`0 0 ${cells.length} 2`} preserveAspectRatio="none">
              <path className={styles.hole} d={holesOf(cells)} />
              <path className={styles.louder} d={barsOf(cells, 1)} />
              <path className={styles.quieter} d={barsOf(cells, -1)} />
              <line className={styles.zero} x2={cells.length} y1="1" y2="1" />
            </svg>
          </div>
        ))}
      </div>
      {changes.length === 0 ? (
        <p>{texts.none}</p>
      ) : (
        <ul className={`num ${styles.changes}`}>
          {changes.map(changeText).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
