import words from '#content/sound.yaml';
import type { ReviewedRecording } from './find-recording.ts';
import styles from './review-meters.module.css';

const { meters, units } = words;

function Meter({
  kind,
  label,
  unit,
}: {
  readonly kind: 'loudness' | 'peak';
  readonly label: string;
  readonly unit: string;
}) {
  return (
    <div className={styles.meter} data-meter={kind} data-unit={unit}>
      <span>{label}</span>
      <svg className={styles.bar} viewBox="0 0 100 8" preserveAspectRatio="none">
        <rect className={styles.track} width="100" height="8" />
        <rect className={styles.level} width="0" height="8" />
      </svg>
      <span className={`num ${styles.value}`}>–</span>
    </div>
  );
}

/**
 * Short-term loudness and peak at the playhead, as they were measured. Scripts show them, and move them while a recording plays; the
 * figures themselves stand below the player and on the sheet, so screen readers pass over these.
 */
export function ReviewMeters({ measurement }: Pick<ReviewedRecording, 'measurement'>) {
  const hasLoudness = (measurement?.measures?.curve.length ?? 0) > 1;
  return (
    <div className={`small dim ${styles.meters}`} data-meters aria-hidden="true">
      {hasLoudness && <Meter kind="loudness" label={meters.loudness} unit={units.lufs} />}
      <Meter kind="peak" label={meters.peak} unit={units.dbfs} />
    </div>
  );
}
