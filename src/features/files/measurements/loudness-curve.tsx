import styles from './loudness-curve.module.css';

const box = { width: 600, height: 120 };
/** The loudness at the bottom of the picture, in LUFS; 0 is at its top. */
const lowest = -60;

const yOf = (level: number) => (box.height * Math.max(lowest, Math.min(0, level))) / lowest;

/** Short-term loudness over time as a line that breaks where there is silence. */
export function LoudnessCurve({
  curve,
  label,
  startAt = 0,
  endAt = 1,
}: {
  /** In LUFS, evenly spaced. */
  readonly curve: readonly (number | null)[];
  readonly label: string;
  /** Positions of the first and last point, as fractions of the width. */
  readonly startAt?: number;
  readonly endAt?: number;
}) {
  const [start, end] = [box.width * Math.min(1, startAt), box.width * Math.min(1, endAt)];
  const step = (end - start) / Math.max(1, curve.length - 1);
  const path = curve
    .map((level, point) => {
      if (level === null) return '';
      const isStart = point === 0 || curve[point - 1] === null;
      return `${isStart ? 'M' : 'L'}${(start + point * step).toFixed(1)} ${yOf(level).toFixed(1)}`;
    })
    .join('');
  return (
    <svg
      className={styles.curve}
      viewBox={`0 0 ${box.width} ${box.height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {[-12, -24, -36, -48].map((level) => (
        <path key={level} className={styles.grid} d={`M0 ${yOf(level)}h${box.width}`} />
      ))}
      <path className={styles.line} d={path} />
    </svg>
  );
}
