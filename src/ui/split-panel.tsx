import styles from './split-panel.module.css';

/** Two surfaces side by side: the subject on the plate, the form on paper. */
export function SplitPanel({
  aside,
  children,
}: {
  readonly aside: React.ReactNode;
  readonly children: React.ReactNode;
}) {
  return (
    <div className={styles.panel}>
      <div className={styles.aside} data-s="plate">
        {aside}
      </div>
      <div className={styles.paper} data-s="paper">
        {children}
      </div>
    </div>
  );
}
