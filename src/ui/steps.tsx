import styles from './steps.module.css';

/** Steps on a line, one below the other. */
export function Steps({ children }: { readonly children: React.ReactNode }) {
  return <ol className={styles.steps}>{children}</ol>;
}

/** One step; its circle is filled once it is done. Say so in words as well. */
export function Step({ isDone, children }: { readonly isDone: boolean; readonly children: React.ReactNode }) {
  return (
    <li className={styles.step} data-done={isDone || undefined}>
      {children}
    </li>
  );
}
