import styles from './progress-bar.module.css';

/** How far something is, 0 to 100. The figure beside it says the same, so it is no control of its own to a reader. */
export function ProgressBar({ percent }: { readonly percent: number }) {
  return (
    <svg className={styles.bar} aria-hidden="true" preserveAspectRatio="none">
      <rect className={styles.done} width={`${percent}%`} height="100%" />
    </svg>
  );
}
