import words from '#content/compare.yaml';
import type { SoundComparison } from '#src/audio/alignment/sound-comparison.ts';
import { waveBarsOf } from '../player/wave-bars.ts';
import styles from './compare-page.module.css';

const slices = 400;

/** Both waveforms on the time axis of the newer version; the older one lies where it is played. */
export function CompareWaves({
  comparison: { pieces, olderFrames, newerFrames },
  peaks,
}: {
  readonly comparison: SoundComparison;
  /** The waveforms of the older and the newer version: 400 bytes each, as base64. */
  readonly peaks: readonly [string | null, string | null];
}) {
  const [older, newer] = peaks.map((each) => waveBarsOf(each ?? ''));
  return (
    <div className={styles.waves} aria-hidden="true">
      <span className={styles.letter}>{words.versions.a}</span>
      <svg viewBox={`0 0 ${slices} 100`} preserveAspectRatio="none" data-wave="0">
        {pieces.map(({ olderAt, newerAt, frames }) => (
          <svg
            key={newerAt}
            x={(slices * newerAt) / newerFrames}
            width={(slices * frames) / newerFrames}
            height="100"
            viewBox={`${(slices * olderAt) / olderFrames} 0 ${(slices * frames) / olderFrames} 100`}
            preserveAspectRatio="none"
          >
            <path d={older} />
          </svg>
        ))}
      </svg>
      <span className={styles.letter}>{words.versions.b}</span>
      <svg viewBox={`0 0 ${slices} 100`} preserveAspectRatio="none" data-wave="1">
        <path d={newer} />
      </svg>
      <i className={styles.head} data-head />
    </div>
  );
}
