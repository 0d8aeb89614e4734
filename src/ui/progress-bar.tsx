import styles from './progress-bar.module.css';

/** A bar from 0 to 100. The number next to it says the same, so screen readers skip the bar. */
export function ProgressBar({ percent }: { readonly percent: number }) {
  return (
    <svg className={styles.bar} aria-hidden="true" preserveAspectRatio="none">
      <rect className={styles.done} width={`${percent}%`} height="100%" />
    </svg>
  );
}
