import styles from './state-mark.module.css';

/** The four shapes of a state, so that it never depends on colour alone; `signal` is a filled yellow one. */
export type MarkShape = 'empty' | 'half' | 'signal' | 'full' | 'diamond';

/** A state in words with its shape. */
export function StateMark({
  shape,
  label,
  wraps = false,
}: {
  readonly shape: MarkShape;
  readonly label: string;
  /** A long label may take several lines. */
  readonly wraps?: boolean;
}) {
  return (
    <span className={styles.mark} data-shape={shape} data-wraps={wraps || undefined}>
      {label}
    </span>
  );
}
