import styles from './empty.module.css';

/** A dashed box where nothing is: one sentence, and what to do next. */
export function Empty({ children }: { readonly children: React.ReactNode }) {
  return <p className={styles.empty}>{children}</p>;
}
